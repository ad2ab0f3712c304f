// SPDX-License-Identifier: Apache-2.0
// Command-buffers in tests: the extensions' functions, owned buffers, and calls that either record
// a command or enqueue the same one.
#pragma once

#include "image_fixture.h"
#include "platform/later_extensions.h"

namespace khr = heddle::khr;

/// An extension's function, as whatever it is assigned to.
struct FunctionNamed {
  const char* name;
  template <class F>
  operator F() const {
    void* function = clGetExtensionFunctionAddressForPlatform(FirstPlatform(), name);
    EXPECT_NE(function, nullptr) << name;
    return reinterpret_cast<F>(function);
  }
};

struct CommandBufferFunctions {
  using Buffer = khr::CommandBufferHandle;
  using Handle = khr::MutableCommandHandle;
  using Sizes = const size_t*;
  /// What each call has that records `What`, and the same call that enqueues it.
  template <class... What>
  using Record = cl_int(CL_API_CALL*)(Buffer, cl_command_queue, const khr::Properties*, What...,
                                      cl_uint, const khr::SyncPoint*, khr::SyncPoint*, Handle*);

  Buffer(CL_API_CALL* create)(cl_uint, const cl_command_queue*, const khr::Properties*,
                              cl_int*) = FunctionNamed {
    "clCreateCommandBufferKHR"
  };
  cl_int(CL_API_CALL* retain)(Buffer) = FunctionNamed { "clRetainCommandBufferKHR" };
  cl_int(CL_API_CALL* release)(Buffer) = FunctionNamed { "clReleaseCommandBufferKHR" };
  cl_int(CL_API_CALL* finalize)(Buffer) = FunctionNamed { "clFinalizeCommandBufferKHR" };
  cl_int(CL_API_CALL* enqueue)(cl_uint, cl_command_queue*, Buffer, cl_uint, const cl_event*,
                               cl_event*) = FunctionNamed {
    "clEnqueueCommandBufferKHR"
  };
  cl_int(CL_API_CALL* update)(Buffer, cl_uint, const cl_uint*, const void**) = FunctionNamed {
    "clUpdateMutableCommandsKHR"
  };
  Buffer(CL_API_CALL* remap)(Buffer, cl_bool, cl_uint, const cl_command_queue*, cl_uint,
                             const Handle*, Handle*, cl_int*) = FunctionNamed {
    "clRemapCommandBufferKHR"
  };
  cl_int(CL_API_CALL* buffer_info)(Buffer, cl_uint, size_t, void*, size_t*) = FunctionNamed {
    "clGetCommandBufferInfoKHR"
  };
  cl_int(CL_API_CALL* command_info)(Handle, cl_uint, size_t, void*, size_t*) = FunctionNamed {
    "clGetMutableCommandInfoKHR"
  };

  Record<> barrier = FunctionNamed{"clCommandBarrierWithWaitListKHR"};
  Record<cl_mem, cl_mem, size_t, size_t, size_t> copy = FunctionNamed{"clCommandCopyBufferKHR"};
  Record<cl_mem, cl_mem, Sizes, Sizes, Sizes, size_t, size_t, size_t, size_t> copy_rect =
      FunctionNamed{"clCommandCopyBufferRectKHR"};
  Record<cl_mem, cl_mem, size_t, Sizes, Sizes> copy_to_image =
      FunctionNamed{"clCommandCopyBufferToImageKHR"};
  Record<cl_mem, cl_mem, Sizes, Sizes, Sizes> copy_image = FunctionNamed{"clCommandCopyImageKHR"};
  Record<cl_mem, cl_mem, Sizes, Sizes, size_t> copy_from_image =
      FunctionNamed{"clCommandCopyImageToBufferKHR"};
  Record<cl_mem, const void*, size_t, size_t, size_t> fill =
      FunctionNamed{"clCommandFillBufferKHR"};
  Record<cl_mem, const void*, Sizes, Sizes> fill_image = FunctionNamed{"clCommandFillImageKHR"};
  Record<void*, const void*, size_t> svm_copy = FunctionNamed{"clCommandSVMMemcpyKHR"};
  Record<void*, const void*, size_t, size_t> svm_fill = FunctionNamed{"clCommandSVMMemFillKHR"};
  Record<cl_kernel, cl_uint, Sizes, Sizes, Sizes> kernel =
      FunctionNamed{"clCommandNDRangeKernelKHR"};
};

inline const CommandBufferFunctions& Khr() {
  static const CommandBufferFunctions functions;
  return functions;
}

inline cl_int ReleaseBuffer(khr::CommandBufferHandle buffer) {
  return Khr().release(buffer);
}
using CommandBuffer = Owned<khr::CommandBufferHandle, ReleaseBuffer>;

/// Where commands go: into a command-buffer, or else into a queue.
struct Target {
  cl_command_queue queue = nullptr;
  khr::CommandBufferHandle buffer = nullptr;
  std::vector<khr::SyncPoint> waits{};  ///< for every command to come
  khr::SyncPoint point = 0;             ///< of the newest one

  template <class Record, class Enqueue, class... What>
  void Do(Record record, Enqueue enqueue, What... what) {
    if (!buffer) {
      EXPECT_EQ(enqueue(queue, what..., 0, nullptr, nullptr), CL_SUCCESS);
      return;
    }
    EXPECT_EQ(record(buffer, nullptr, nullptr, what..., static_cast<cl_uint>(waits.size()),
                     waits.empty() ? nullptr : waits.data(), &point, nullptr),
              CL_SUCCESS);
  }
  void Barrier() { Do(Khr().barrier, clEnqueueBarrierWithWaitList); }
  void Copy(cl_mem from, cl_mem to, size_t from_at, size_t to_at, size_t bytes) {
    Do(Khr().copy, clEnqueueCopyBuffer, from, to, from_at, to_at, bytes);
  }
  template <class T>
  void Fill(cl_mem buffer_object, const T& pattern, size_t at, size_t bytes) {
    Do(Khr().fill, clEnqueueFillBuffer, buffer_object, static_cast<const void*>(&pattern),
       sizeof(T), at, bytes);
  }
  void Kernel(cl_kernel kernel, const std::vector<size_t>& global,
              const std::vector<size_t>& local = {}, const std::vector<size_t>& offset = {}) {
    const auto data = [](const std::vector<size_t>& sizes) {
      return sizes.empty() ? nullptr : sizes.data();
    };
    Do(Khr().kernel, clEnqueueNDRangeKernel, kernel, static_cast<cl_uint>(global.size()),
       data(offset), data(global), data(local));
  }
};

class CommandBufferFixture : public ImageFixture {
 protected:
  /// `step` depends upon how often and in which order it ran.
  static constexpr const char* kSource =
      "kernel void step(global uint* p, uint m, uint n) {\n"
      "  size_t i = get_global_id(0);\n"
      "  p[i] = p[i] * m + n + (uint)i;\n"
      "}\n"
      "kernel void count(global uint* p, uint n) { atomic_add(p, n); }\n"
      "kernel void turn(global uint* p, local uint* part) {\n"
      "  size_t l = get_local_id(0);\n"
      "  part[l] = p[get_global_id(0)] + 1;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = part[get_local_size(0) - 1 - l];\n"
      "}\n"
      "kernel void read(global uint* p, read_only image2d_t image, sampler_t sampler) {\n"
      "  int x = get_global_id(0), y = get_global_id(1);\n"
      "  p[y * get_global_size(0) + x] += read_imageui(image, sampler, (int2)(x + 3, y)).y;\n"
      "}\n"
      "kernel void draw(write_only image2d_t image, global const uint* p) {\n"
      "  int x = get_global_id(0), y = get_global_id(1);\n"
      "  write_imageui(image, (int2)(x, y), (uint4)(x, p[x], y, 7) & 255u);\n"
      "}\n"
      "kernel void say(global uint* p) { p[0] = p[0] * 3 + 1; printf(\"%u,\", p[0]); }\n";

  void SetUp() override {
    ImageFixture::SetUp();
    program = Build(kSource, "-cl-std=CL2.0");
  }
  void TearDown() override {
    program.reset();
    ImageFixture::TearDown();
  }

  CommandBuffer NewBuffer(cl_command_queue in, cl_bitfield flags = khr::kFlagSimultaneousUse) {
    const khr::Properties list[] = {khr::kCommandBufferFlags, flags, 0};
    cl_int error = -1;
    CommandBuffer made = Khr().create(1, &in, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// A finalized buffer with what `commands` records.
  CommandBuffer Recorded(cl_command_queue in, const std::function<void(Target&)>& commands,
                         cl_bitfield flags = khr::kFlagSimultaneousUse) {
    CommandBuffer made = NewBuffer(in, flags);
    Target target{.buffer = made};
    commands(target);
    EXPECT_EQ(Khr().finalize(made), CL_SUCCESS);
    return made;
  }
  static Event Replay(khr::CommandBufferHandle buffer, std::vector<cl_event> waits = {},
                      cl_command_queue in = nullptr) {
    Event event;
    EXPECT_EQ(
        Khr().enqueue(in ? 1 : 0, in ? &in : nullptr, buffer, static_cast<cl_uint>(waits.size()),
                      waits.empty() ? nullptr : waits.data(), event.out()),
        CL_SUCCESS);
    return event;
  }
  static void Wait(cl_event event) { EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS); }

  template <class... Args>
  Kernel KernelWith(const char* name, const Args&... args) {
    Kernel kernel = MakeKernel(program, name);
    SetArgs(kernel, args...);
    return kernel;
  }
  static khr::State StateOf(khr::CommandBufferHandle buffer) {
    return static_cast<khr::State>(
        Info<cl_uint>(Khr().buffer_info, buffer, khr::kCommandBufferState));
  }

  Program program;
};
