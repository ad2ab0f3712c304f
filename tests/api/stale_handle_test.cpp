// SPDX-License-Identifier: Apache-2.0
// Handles whose object is being destroyed, or is gone: each call refuses them, also those that come
// from the callbacks of a destructor, and those of threads that release an object too often.
#include <array>
#include <atomic>
#include <barrier>
#include <functional>
#include <thread>

#include "command_buffer_fixture.h"
#include "semaphore_fixture.h"

namespace {

constexpr const char* kSource =
    "kernel void copy(global int* to, global const int* from) {"
    "  to[get_global_id(0)] = from[get_global_id(0)]; }";

/// Codes that a callback of a destructor found, and what it works with.
struct Found {
  std::vector<cl_int> codes;
  cl_command_queue queue;
  cl_kernel kernel;
};

class StaleHandle : public CommandTest {};

void CL_CALLBACK UseDyingMemory(cl_mem memory, void* data) {
  auto& found = *static_cast<Found*>(data);
  size_t size = 0;
  int byte = 0;
  cl_int error = 0;
  const cl_buffer_region region{0, 4};
  found.codes.push_back(clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(size), &size, nullptr));
  found.codes.push_back(clRetainMemObject(memory));
  found.codes.push_back(clReleaseMemObject(memory));
  found.codes.push_back(clSetMemObjectDestructorCallback(memory, UseDyingMemory, data));
  found.codes.push_back(clSetKernelArg(found.kernel, 0, sizeof(memory), &memory));
  found.codes.push_back(clEnqueueReadBuffer(found.queue, memory, CL_TRUE, 0, sizeof(byte), &byte, 0,
                                            nullptr, nullptr));
  EXPECT_EQ(
      clCreateSubBuffer(memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error),
      nullptr);
  found.codes.push_back(error);
}

TEST_F(StaleHandle, OfDyingMemoryIsRefused) {
  Program program = Build(kSource);
  Kernel kernel = MakeKernel(program, "copy");
  Found found{{}, queue, kernel};
  for (int view = 0; view < 2; ++view) {
    found.codes.clear();
    Mem buffer = Buffer(256);
    ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, UseDyingMemory, &found), CL_SUCCESS);
    const cl_buffer_region region{0, 128};
    cl_int error = CL_SUCCESS;
    Mem part = view ? clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                        &region, &error)
                    : nullptr;
    ASSERT_EQ(error, CL_SUCCESS);
    buffer.reset();
    EXPECT_EQ(found.codes.empty(), view == 1);  // a view keeps its parent
    part.reset();
    EXPECT_EQ(found.codes, std::vector<cl_int>(7, CL_INVALID_MEM_OBJECT));
  }
}

void CL_CALLBACK UseDyingProgram(cl_program program, void* data) {
  auto& found = *static_cast<Found*>(data);
  cl_uint count = 0;
  cl_int error = 0;
  found.codes.push_back(
      clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count, nullptr));
  found.codes.push_back(clGetProgramBuildInfo(program, FirstDevice(), CL_PROGRAM_BUILD_STATUS,
                                              sizeof(count), &count, nullptr));
  found.codes.push_back(clRetainProgram(program));
  found.codes.push_back(clReleaseProgram(program));
  found.codes.push_back(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(clCreateKernel(program, "copy", &error), nullptr);
  found.codes.push_back(error);
}

TEST_F(StaleHandle, OfADyingProgramIsRefused) {
  Found found{};
  Program program = Build(kSource);
  ASSERT_EQ(clSetProgramReleaseCallback(program, UseDyingProgram, &found), CL_SUCCESS);
  Kernel kernel = MakeKernel(program, "copy");
  const cl_program handle = program;
  program.reset();
  // Its kernel keeps it, so that it can be found, asked and retained.
  EXPECT_TRUE(found.codes.empty());
  EXPECT_EQ(Info<cl_program>(clGetKernelInfo, static_cast<cl_kernel>(kernel), CL_KERNEL_PROGRAM),
            handle);
  EXPECT_EQ(Info<cl_uint>(clGetProgramInfo, handle, CL_PROGRAM_REFERENCE_COUNT), 0u);
  EXPECT_EQ(clReleaseProgram(handle), CL_INVALID_PROGRAM);
  EXPECT_EQ(clRetainProgram(handle), CL_SUCCESS);
  kernel.reset();
  EXPECT_TRUE(found.codes.empty());
  EXPECT_EQ(clReleaseProgram(handle), CL_SUCCESS);
  EXPECT_EQ(found.codes, std::vector<cl_int>(6, CL_INVALID_PROGRAM));
}

TEST_F(StaleHandle, OfAReleasedArgumentIsRefusedAtTheLaunch) {
  Program program = Build(kSource);
  Kernel kernel = MakeKernel(program, "copy");
  const size_t size = 16;
  for (int i = 0; i < 1000; ++i) {
    Mem to = Buffer(64);
    Mem from = i % 3 == 0
                   ? Mem(clCreateSubBuffer(to, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                           std::array{cl_buffer_region{0, 64}}.data(), nullptr))
                   : Buffer(64);
    SetArgs(kernel, static_cast<cl_mem>(to), static_cast<cl_mem>(from));
    from.reset();
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
        CL_INVALID_KERNEL_ARGS);
    to.reset();
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
        CL_INVALID_KERNEL_ARGS);
  }
}

/// Wrong by the specification: the threads have one reference among them.
TEST_F(StaleHandle, ThatThreadsReleaseTooOftenIsRefused) {
  Program program = Build(kSource);
  CommandBufferFunctions buffers;
  khr::SemaphoreHandle (*make_semaphore)(cl_context, const khr::Properties*, cl_int*) =
      FunctionNamed{"clCreateSemaphoreWithPropertiesKHR"};
  cl_int (*release_semaphore)(khr::SemaphoreHandle) = FunctionNamed{"clReleaseSemaphoreKHR"};
  cl_int (*retain_semaphore)(khr::SemaphoreHandle) = FunctionNamed{"clRetainSemaphoreKHR"};

  using Call = std::function<cl_int()>;
  struct Kind {
    cl_int invalid;
    std::function<void()> make;
    std::vector<Call> uses;  // none keeps a reference
  };
  cl_mem memory;
  cl_kernel other_kernel;
  cl_program other_program;
  cl_event event;
  cl_sampler sampler;
  cl_command_queue other_queue;
  cl_context other_context;
  khr::CommandBufferHandle buffer;
  khr::SemaphoreHandle semaphore;
  const char* source = kSource;
  const auto ask = [&](auto function, auto& handle, cl_uint param) -> Call {
    return [function, &handle, param] {
      cl_uint count = 0;
      return function(handle, param, sizeof(count), &count, nullptr);
    };
  };
  const auto twice = [](auto retain, auto release, auto& handle) -> Call {
    return [=, &handle] {
      const cl_int code = retain(handle);
      return code == CL_SUCCESS ? release(handle) : code;
    };
  };
  const std::vector<Kind> kinds = {
      {CL_INVALID_MEM_OBJECT,
       [&] { memory = clCreateBuffer(context, 0, 64, nullptr, nullptr); },
       {[&] { return clReleaseMemObject(memory); },
        twice(clRetainMemObject, clReleaseMemObject, memory),
        ask(clGetMemObjectInfo, memory, CL_MEM_REFERENCE_COUNT)}},
      {CL_INVALID_KERNEL,
       [&] { other_kernel = clCreateKernel(program, "copy", nullptr); },
       {[&] { return clReleaseKernel(other_kernel); },
        twice(clRetainKernel, clReleaseKernel, other_kernel),
        ask(clGetKernelInfo, other_kernel, CL_KERNEL_NUM_ARGS)}},
      {CL_INVALID_PROGRAM,
       [&] { other_program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr); },
       {[&] { return clReleaseProgram(other_program); },
        twice(clRetainProgram, clReleaseProgram, other_program),
        ask(clGetProgramInfo, other_program, CL_PROGRAM_NUM_DEVICES)}},
      {CL_INVALID_EVENT,
       [&] { event = clCreateUserEvent(context, nullptr); },
       {[&] { return clReleaseEvent(event); }, twice(clRetainEvent, clReleaseEvent, event),
        ask(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT)}},
      {CL_INVALID_SAMPLER,
       [&] {
         sampler = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, nullptr);
       },
       {[&] { return clReleaseSampler(sampler); },
        twice(clRetainSampler, clReleaseSampler, sampler),
        ask(clGetSamplerInfo, sampler, CL_SAMPLER_REFERENCE_COUNT)}},
      {CL_INVALID_COMMAND_QUEUE,
       [&] { other_queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr); },
       {[&] { return clReleaseCommandQueue(other_queue); },
        twice(clRetainCommandQueue, clReleaseCommandQueue, other_queue),
        [&] { return clFinish(other_queue); }}},
      {CL_INVALID_CONTEXT,
       [&] { other_context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr); },
       {[&] { return clReleaseContext(other_context); },
        twice(clRetainContext, clReleaseContext, other_context),
        ask(clGetContextInfo, other_context, CL_CONTEXT_REFERENCE_COUNT)}},
      {khr::kInvalidCommandBuffer,
       [&] { buffer = buffers.create(1, &queue, nullptr, nullptr); },
       {[&] { return buffers.release(buffer); }, twice(buffers.retain, buffers.release, buffer),
        ask(buffers.buffer_info, buffer, khr::kCommandBufferNumQueues)}},
      {khr::kInvalidSemaphore,
       [&] { semaphore = make_semaphore(context, kBinary.data(), nullptr); },
       {[&] { return release_semaphore(semaphore); },
        twice(retain_semaphore, release_semaphore, semaphore),
        [&] { return release_semaphore(semaphore); }}},
  };
  for (const Kind& kind : kinds) {
    SCOPED_TRACE(kind.invalid);
    constexpr int kThreads = 4, kTimes = 200;
    std::atomic<int> wrong{0};
    std::barrier step(kThreads, [&]() noexcept { kind.make(); });
    const auto work = [&](int thread) {
      for (int i = 0; i < kTimes; ++i) {
        step.arrive_and_wait();
        for (size_t k = 0; k < 2 * kind.uses.size(); ++k) {
          const cl_int code = kind.uses[(k + static_cast<size_t>(thread)) % kind.uses.size()]();
          wrong += code != CL_SUCCESS && code != kind.invalid;
        }
      }
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) threads.emplace_back(work, t);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace
