// SPDX-License-Identifier: Apache-2.0
// When memory or threads run out, calls return error codes: the application goes on. This
// executable takes the place of the C library's functions, and runs itself again, once for each
// failure.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "api_test.h"
#include "own_process.h"
#include "platform/later_extensions.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HEDDLE_SANITIZED 1
#endif
#endif

namespace {

std::atomic<long> threads_left{-1};      // negative: as many as are wanted
std::atomic<long> allocations_left{-1};  // the one that fails; negative: none
thread_local int calls_of_the_test = 0;  // which must not fail

[[maybe_unused]] bool AllocationFails() {
  if (calls_of_the_test || allocations_left.load() < 0) return false;
  if (allocations_left.fetch_sub(1) != 0) return false;
  errno = ENOMEM;
  return true;
}

struct Spared {
  Spared() { ++calls_of_the_test; }
  ~Spared() { --calls_of_the_test; }
};

}  // namespace

#if !defined(HEDDLE_SANITIZED)
#pragma GCC visibility push(default)
extern "C" {
void* __libc_malloc(size_t size);                  // NOLINT
void* __libc_calloc(size_t count, size_t size);    // NOLINT
void* __libc_realloc(void* memory, size_t size);   // NOLINT
void* __libc_memalign(size_t align, size_t size);  // NOLINT

void* malloc(size_t size) {
  return AllocationFails() ? nullptr : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  return AllocationFails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
  return AllocationFails() ? nullptr : __libc_realloc(memory, size);
}
void* aligned_alloc(size_t align, size_t size) {
  return AllocationFails() ? nullptr : __libc_memalign(align, size);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (threads_left.load() >= 0 && threads_left.fetch_sub(1) <= 0) {
    threads_left = 0;
    return EAGAIN;
  }
  return create(thread, attributes, function, argument);
}
}
#pragma GCC visibility pop
#endif

namespace {

constexpr const char* kSource =
    "kernel void twice(global int* p) { p[get_global_id(0)] = 2 * get_global_id(0); }\n"
    "kernel void turn(global int* p, local int* part) {\n"
    "  size_t l = get_local_id(0);\n"
    "  part[l] = p[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  p[get_global_id(0)] = part[get_local_size(0) - 1 - l];\n"
    "}\n";

class LimitsTest : public testing::Test {
 protected:
  /// Of ours, so that it cannot fail.
  static void Must(bool holds, const char* what) {
    if (holds) return;
    const Spared spared;
    fprintf(stderr, "not so: %s\n", what);
    std::_Exit(1);
  }

  static void RunAKernel(cl_context context, cl_command_queue queue, cl_kernel kernel, bool local) {
    cl_int error = CL_SUCCESS;
    constexpr size_t kItems = 1 << 14, kLocal = 64;
    cl_mem buffer = clCreateBuffer(context, 0, kItems * sizeof(int), nullptr, &error);
    Must((error == CL_SUCCESS) == (buffer != nullptr), "a buffer or an error");
    if (!buffer) return;
    error = clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    if (local) error |= clSetKernelArg(kernel, 1, kLocal * sizeof(int), nullptr);
    std::atomic<int> called{0};
    int registered = 0;
    const auto notify = [](cl_event, cl_int, void* data) {
      ++*static_cast<std::atomic<int>*>(data);
    };
    for (int i = 0; i < 20 && error == CL_SUCCESS; ++i) {
      cl_event event = nullptr;
      error =
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &kItems, &kLocal, 0, nullptr, &event);
      Must((error == CL_SUCCESS) == (event != nullptr), "an event or an error");
      if (!event) break;
      registered += clSetEventCallback(event, CL_COMPLETE, notify, &called) == CL_SUCCESS;
      clReleaseEvent(event);
    }
    std::array<int, kItems> out{};
    if (clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(out), out.data(), 0, nullptr,
                            nullptr) == CL_SUCCESS) {
      Must(local || error != CL_SUCCESS || out[kItems - 1] == 2 * (int{kItems} - 1), "the result");
    }
    clFinish(queue);
    while (called < registered) usleep(1000);
    clReleaseMemObject(buffer);
  }

  /// A wait that was enqueued comes to its end, perhaps with an error if its signal had one.
  static void WaitForASemaphore(cl_context context, cl_device_id device) {
    using namespace heddle::khr;
    using Create = SemaphoreHandle (*)(cl_context, const Properties*, cl_int*);
    using Enqueue = cl_int (*)(cl_command_queue, cl_uint, const SemaphoreHandle*, const cl_ulong*,
                               cl_uint, const cl_event*, cl_event*);
    const auto find = [](const char* name) {
      return clGetExtensionFunctionAddressForPlatform(FirstPlatform(), name);
    };
    static const auto create = reinterpret_cast<Create>(find("clCreateSemaphoreWithPropertiesKHR"));
    static const auto wait = reinterpret_cast<Enqueue>(find("clEnqueueWaitSemaphoresKHR"));
    static const auto signal = reinterpret_cast<Enqueue>(find("clEnqueueSignalSemaphoresKHR"));
    static const auto release =
        reinterpret_cast<cl_int (*)(SemaphoreHandle)>(find("clReleaseSemaphoreKHR"));
    const cl_queue_properties out_of_order[] = {CL_QUEUE_PROPERTIES,
                                                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    const Properties binary[] = {kSemaphoreType, kSemaphoreTypeBinary, 0};
    cl_int error = CL_SUCCESS;
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(context, device, out_of_order, &error);
    for (int i = 0; queue && i < 4; ++i) {
      const SemaphoreHandle semaphore = create(context, binary, &error);
      if (!semaphore) continue;
      cl_event waited = nullptr;
      if (wait(queue, 1, &semaphore, nullptr, 0, nullptr, &waited) == CL_SUCCESS) {
        const auto signals = [&] {
          return signal(queue, 1, &semaphore, nullptr, 0, nullptr, nullptr) == CL_SUCCESS;
        };
        const bool at_once = signals();
        if (!at_once) signals();  // nobody may have been told, else the wait has failed
        cl_int result = clWaitForEvents(1, &waited);
        if (result == CL_OUT_OF_HOST_MEMORY) result = clWaitForEvents(1, &waited);  // its own
        Must(result == CL_SUCCESS || !at_once, "a wait that its signal ends");
        clReleaseEvent(waited);
      }
      release(semaphore);
    }
    if (!queue) return;
    clFinish(queue);
    clReleaseCommandQueue(queue);
  }

  /// True if the program was built.
  static bool Work(cl_device_id device, int round) {
    cl_int error = CL_SUCCESS;
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    if (!context) return false;
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    std::string text;
    {
      const Spared spared;
      text = kSource + std::string(static_cast<size_t>(round), '\n');
    }
    const char* source = text.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    const bool is_built =
        queue && program && clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS;
    if (is_built) {
      for (const char* name : {"twice", "turn"}) {
        cl_kernel kernel = clCreateKernel(program, name, &error);
        if (!kernel) continue;
        RunAKernel(context, queue, kernel, name[1] == 'u');
        clReleaseKernel(kernel);
      }
    }
    WaitForASemaphore(context, device);
    if (program) clReleaseProgram(program);
    if (queue) clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return is_built;
  }

  /// A process that has `limit` of `what`, and of addresses. Zero if it ended as it should.
  static int RunChild(const char* what, long limit, rlim_t addresses = RLIM_INFINITY) {
    return RunInOwnProcess("LimitsTest.DISABLED_Child", [&] {
      ::setenv(what, std::to_string(limit).c_str(), 1);
      const rlimit few{addresses, RLIM_INFINITY};
      ::setrlimit(RLIMIT_AS, &few);
      ::setenv("HEDDLE_CACHE", "off", 1);
      ::alarm(100);
    });
  }

  void SetUp() override {
#if defined(HEDDLE_SANITIZED)
    GTEST_SKIP() << "the sanitizers have these functions";
#endif
  }
};

TEST_F(LimitsTest, DISABLED_Child) {
  cl_device_id device = FirstDevice();
  ASSERT_NE(device, nullptr);
  if (const char* threads = std::getenv("LIMIT_OF_THREADS")) threads_left = std::atol(threads);
  if (const char* memory = std::getenv("LIMIT_OF_MEMORY")) {
    Work(device, 0);  // the C library's own code is not up to it when it opens a library
    allocations_left = std::atol(memory);
  }
  const bool has_one_thread = threads_left == 1;  // enough for the compiler
  for (int round = 1; round < 3; ++round) {
    const bool is_built = Work(device, round);
    Must(is_built || !has_one_thread, "one thread compiles all kernels");
  }
  allocations_left = -1;
  threads_left = -1;
  Work(device, 3);
  std::exit(HasFailure());
}

TEST_F(LimitsTest, ThreadsRunOut) {
  for (const long threads : {0, 1, 2, 3, 4}) {
    EXPECT_EQ(RunChild("LIMIT_OF_THREADS", threads), 0) << threads;
  }
}

// `ulimit -v`, as clusters have it.
TEST_F(LimitsTest, AddressesAreFew) {
  EXPECT_EQ(RunChild("LIMIT_OF_THREADS", 100, rlim_t{2} << 30), 0);
}

TEST_F(LimitsTest, AnAllocationForASemaphoreFails) {
  cl_device_id device = FirstDevice();
  cl_int error = CL_SUCCESS;
  Context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  WaitForASemaphore(context, device);
  for (long which = 0; which < 100; ++which) {
    allocations_left = which;
    WaitForASemaphore(context, device);
    allocations_left = -1;
  }
}

TEST_F(LimitsTest, AnAllocationFails) {
  for (long which = 0; which < 40000; which = which * 3 / 2 + 7) {
    EXPECT_EQ(RunChild("LIMIT_OF_MEMORY", which), 0) << which;
  }
}

}  // namespace
