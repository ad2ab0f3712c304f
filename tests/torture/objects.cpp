// SPDX-License-Identifier: Apache-2.0
// Makes, builds, retains and releases objects.
#include <atomic>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>

#include "at.h"
#include "platform/later_extensions.h"

namespace torture {
namespace {

// Buffers may be null.
const char* const kSource = R"(
kernel void put(global uint* to, uint value) {
  if (to) to[get_global_id(0) & 15] = value;
}
kernel void copy(global uint* to, global const uint* from, local uint* through) {
  through[get_local_id(0) & 15] = from ? from[get_global_id(0) & 15] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (to) to[get_global_id(0) & 15] = through[(get_local_id(0) + 1) & 15];
}
kernel void pixel(read_only image2d_t image, sampler_t sampler, global float* to) {
  const float4 color = read_imagef(image, sampler, (int2)(get_global_id(0), 0));
  if (to) to[get_global_id(0) & 15] = color.x;
}
kernel void spawn(global uint* to, queue_t queue) {
  if (to && get_global_id(0) == 0)
    enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4),
                   ^{ to[get_global_id(0) & 15] = 7; });
}
kernel void say() {
  if (get_global_id(0) == 0) printf("%s", "");
}
)";

// ---- Callbacks, which use what they are told of.

void CL_CALLBACK memory_dies(cl_mem memory, void*) {
  size_t size = 0;
  note(clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(size), &size, nullptr));
  note(clRetainMemObject(memory));
  note(clReleaseMemObject(memory));
}
void CL_CALLBACK program_dies(cl_program program, void*) {
  cl_uint count = 0;
  note(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(count), &count, nullptr));
  note(clReleaseProgram(program));
  cl_int code = 0;
  made(clCreateKernel(program, "put", &code), code);
}
void CL_CALLBACK program_built(cl_program program, void*) {
  cl_uint count = 0;
  note(clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof(count), &count, nullptr));
}

// ---- Kinds of objects.

template <class Handle, class Retain, class Release>
struct Kind {
  static constexpr bool is_kernel = std::is_same_v<Handle, cl_kernel>;
  Handles<Handle>& handles;
  Retain retain;
  Release release;
};

/// Calls `visit` with one of the kinds of objects that applications count references of.
template <class Visit>
void with_any_kind(At& a, Visit&& visit) {
  const std::tuple kinds{
      Kind{a.w.contexts, clRetainContext, clReleaseContext},
      Kind{a.w.queues, clRetainCommandQueue, clReleaseCommandQueue},
      Kind{a.w.memories, clRetainMemObject, clReleaseMemObject},
      Kind{a.w.programs, clRetainProgram, clReleaseProgram},
      Kind{a.w.kernels, clRetainKernel, clReleaseKernel},
      Kind{a.w.events, clRetainEvent, clReleaseEvent},
      Kind{a.w.samplers, clRetainSampler, clReleaseSampler},
      Kind{a.w.buffers, a.x.retain_buffer, a.x.release_buffer},
      Kind{a.w.semaphores, a.x.retain_semaphore, a.x.release_semaphore},
      Kind{a.w.devices, clRetainDevice, clReleaseDevice},
  };
  size_t left = a.r.below(std::tuple_size_v<decltype(kinds)>);
  std::apply([&](auto&... kind) { ((left-- == 0 ? visit(kind) : void()), ...); }, kinds);
}

}  // namespace

// ---- Objects come and go.

void new_context(At a) {
  const cl_device_id list[] = {a.w.devices.any(a.r), a.w.root};
  const cl_context_properties terminable[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
  cl_int code = 0;
  const auto context = made(clCreateContext(a.r.one_in(4) ? terminable : nullptr,
                                            a.r.one_in(2) ? 2 : 1, list, nullptr, nullptr, &code),
                            code);
  a.keep(a.w.contexts, context, clReleaseContext);
}

void new_queue(At a) {
  const cl_queue_properties bits = a.r.of<cl_queue_properties>(
      {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PROFILING_ENABLE,
       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT,
       CL_QUEUE_ON_DEVICE});
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, 0};
  cl_int code = 0;
  const auto queue =
      made(clCreateCommandQueueWithProperties(
               a.w.contexts.any(a.r), a.r.one_in(4) ? a.w.devices.any(a.r) : a.w.root, list, &code),
           code);
  a.keep(a.w.queues, queue, clReleaseCommandQueue);
}

void new_memory(At a) {
  static char content[2 * kSmallest];
  cl_int code = 0;
  cl_mem memory = nullptr;
  const size_t size = kSmallest << a.r.below(a.r.one_in(8) ? 14 : 4);
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 16;
  const cl_buffer_region region{a.r.of<size_t>({0, 128, 256, 100}), kSmallest};
  switch (a.r.below(7)) {
    case 0:
      memory =
          clCreateImage(a.w.contexts.any(a.r), CL_MEM_READ_WRITE, &format, &desc, nullptr, &code);
      break;
    case 1:
      desc.mem_object = a.w.memories.any(a.r);
      desc.image_type = a.r.of<cl_mem_object_type>(
          {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE1D,
           CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY,
           CL_MEM_OBJECT_IMAGE3D});
      desc.image_height = desc.image_depth = desc.image_array_size = 1;
      desc.image_row_pitch = 64;
      memory =
          clCreateImage(a.w.contexts.any(a.r), CL_MEM_READ_WRITE, &format, &desc, nullptr, &code);
      break;
    case 2:
      memory = clCreateSubBuffer(a.w.memories.any(a.r), CL_MEM_READ_WRITE,
                                 CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
      break;
    case 3:
      memory = clCreatePipe(a.w.contexts.any(a.r), 0, 4, 64, nullptr, &code);
      break;
    case 4:
      memory = clCreateBuffer(a.w.contexts.any(a.r),
                              heddle::khr::kMemImmutable |
                                  a.r.of<cl_mem_flags>({CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}),
                              sizeof(content), content, &code);
      break;
    default:
      memory = clCreateBuffer(a.w.contexts.any(a.r),
                              a.r.one_in(9) ? ~cl_mem_flags{0} : CL_MEM_READ_WRITE, size, nullptr,
                              &code);
  }
  made(memory, code);
  if (memory && a.r.one_in(2)) note(clSetMemObjectDestructorCallback(memory, memory_dies, nullptr));
  a.keep(a.w.memories, memory, clReleaseMemObject);
}

void new_program(At a) {
  static std::atomic<uint64_t> number{0};
  // Some are new to the cache.
  const std::string source =
      a.r.one_in(50) ? kSource + std::string("//") + std::to_string(number++) : kSource;
  const char* text = source.c_str();
  cl_int code = 0;
  const auto program =
      made(clCreateProgramWithSource(a.w.contexts.any(a.r), 1, &text, nullptr, &code), code);
  if (program && a.r.one_in(2)) note(clSetProgramReleaseCallback(program, program_dies, nullptr));
  a.keep(a.w.programs, program, clReleaseProgram);
}

void build(At a) {
  const char* const options = a.r.of<const char*>({"-cl-std=CL2.0", "-cl-std=CL2.0", "-nonsense"});
  const bool notified = a.r.one_in(3);
  const cl_program program = a.w.programs.any(a.r);
  const cl_device_id device = a.w.devices.any(a.r);
  cl_int code = 0;
  switch (a.r.below(5)) {
    case 0:
      note(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr,
                            notified ? program_built : nullptr, nullptr));
      break;
    case 1: {
      // A failed link has both an error and a program (§5.8.5).
      const auto linked = clLinkProgram(a.w.contexts.any(a.r), 0, nullptr, nullptr, 1, &program,
                                        nullptr, nullptr, &code);
      note(code);
      a.keep(a.w.programs, linked, clReleaseProgram);
      break;
    }
    default:
      note(clBuildProgram(program, a.r.one_in(4) ? 1 : 0, nullptr, options,
                          notified ? program_built : nullptr, nullptr));
  }
  cl_build_status status = 0;
  note(clGetProgramBuildInfo(program, a.r.one_in(2) ? device : a.w.root, CL_PROGRAM_BUILD_STATUS,
                             sizeof(status), &status, nullptr));
}

void new_kernel(At a) {
  cl_int code = 0;
  const char* const name = a.r.of<const char*>({"put", "copy", "pixel", "spawn", "say", "nothing"});
  cl_kernel kernel = nullptr;
  const std::lock_guard lock(a.w.of_kernels);
  if (a.r.one_in(4))
    kernel = made(clCloneKernel(a.w.kernels.any(a.r), &code), code);
  else
    kernel = made(clCreateKernel(a.w.programs.any(a.r), name, &code), code);
  a.keep(a.w.kernels, kernel, clReleaseKernel);
}

void new_event(At a) {
  cl_int code = 0;
  const auto event = made(clCreateUserEvent(a.w.contexts.any(a.r), &code), code);
  if (!event) return;
  {
    const std::lock_guard lock(a.w.mutex);
    a.w.unset.push_back(event);
  }
  a.keep(a.w.events, event, clReleaseEvent);
}

void new_other(At a) {
  cl_int code = 0;
  switch (a.r.below(4)) {
    case 0:
      a.keep(a.w.samplers,
             made(clCreateSampler(a.w.contexts.any(a.r), CL_FALSE, CL_ADDRESS_CLAMP,
                                  CL_FILTER_NEAREST, &code),
                  code),
             clReleaseSampler);
      break;
    case 1: {
      const khr::Properties list[] = {khr::kSemaphoreType, khr::kSemaphoreTypeBinary, 0};
      const auto semaphore = made(a.x.create_semaphore(a.w.contexts.any(a.r), list, &code), code);
      a.keep(a.w.semaphores, semaphore, a.x.release_semaphore);
      break;
    }
    case 2: {
      const cl_command_queue queues[] = {a.w.queues.any(a.r), a.w.queues.any(a.r)};
      const khr::Properties list[] = {khr::kCommandBufferFlags, khr::kFlagMutable, 0};
      const auto buffer = made(
          a.x.create_buffer(a.r.one_in(3) ? 2 : 1, queues, a.r.one_in(2) ? list : nullptr, &code),
          code);
      a.keep(a.w.buffers, buffer, a.x.release_buffer);
      break;
    }
    default: {
      const cl_device_partition_property list[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
      cl_device_id parts[64];
      cl_uint count = 0;
      if (note(clCreateSubDevices(a.w.devices.any(a.r), list, 64, parts, &count)) != CL_SUCCESS)
        return;
      for (cl_uint i = 0; i < count; ++i) a.keep(a.w.devices, parts[i], clReleaseDevice);
    }
  }
}

void new_allocation(At a) {
  void* const pointer = clSVMAlloc(a.w.contexts.any(a.r), CL_MEM_READ_WRITE, kSmallest, 0);
  if (!pointer) return;
  // One too many stays where it is: kernels may still use it.
  a.w.allocations.add(pointer, a.r);
}

void release(At a) {
  with_any_kind(a, [&](auto& kind) {
    std::unique_lock lock(a.w.of_kernels, std::defer_lock);
    if constexpr (std::decay_t<decltype(kind)>::is_kernel) lock.lock();
    if (const auto handle = kind.handles.take(a.r)) note(kind.release(handle));
  });
}

/// Retains and releases any handle, or only one of the two: wrong where it is not ours.
void unbalance(At a) {
  const std::lock_guard lock(a.w.of_kernels);
  with_any_kind(a, [&](auto& kind) {
    const auto handle = kind.handles.any(a.r);
    const bool is_retained = !a.r.one_in(3) && note(kind.retain(handle)) == CL_SUCCESS;
    if (is_retained || a.r.one_in(2)) note(kind.release(handle));
  });
}

}  // namespace torture
