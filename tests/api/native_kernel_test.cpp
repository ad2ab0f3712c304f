// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "command_test.h"

namespace {

using NativeKernelTest = CommandTest;

struct Args {
  cl_mem input;
  cl_mem output;
  int count;
};

void CL_CALLBACK Double(void* data) {
  struct Plain {
    const int* input;
    int* output;
    int count;
  };
  const auto* args = static_cast<const Plain*>(data);
  for (int i = 0; i < args->count; ++i) args->output[i] = args->input ? 2 * args->input[i] : -1;
}

TEST_F(NativeKernelTest, SeesBuffersAsPointers) {
  Mem input = Buffer(std::vector<int>{1, 2, 3, 4}), output = Buffer(16);
  Args args{input, output, 4};
  const cl_mem objects[] = {input, output};
  const void* places[] = {&args.input, &args.output};
  Event gate = UserEvent(), event;
  const cl_event wait = gate;
  EXPECT_EQ(clEnqueueNativeKernel(queue, Double, &args, sizeof args, 2, objects, places, 1, &wait,
                                  event.out()),
            CL_SUCCESS);
  std::memset(&args, 0xff, sizeof args);  // it was copied
  EXPECT_EQ(EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE),
            cl_uint{CL_COMMAND_NATIVE_KERNEL});
  Open(gate);
  EXPECT_EQ(Read<int>(output, 4), (std::vector<int>{2, 4, 6, 8}));
}

TEST_F(NativeKernelTest, NullObjectsBecomeNullPointers) {
  Mem output = Buffer(16);
  Args args{nullptr, output, 4};
  const cl_mem objects[] = {nullptr, output};
  const void* places[] = {&args.input, &args.output};
  EXPECT_EQ(clEnqueueNativeKernel(queue, Double, &args, sizeof args, 2, objects, places, 0, nullptr,
                                  nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Read<int>(output, 4), (std::vector<int>(4, -1)));
}

TEST_F(NativeKernelTest, WithoutArguments) {
  static std::atomic<int> calls{0};
  calls = 0;
  const auto count = [](void* args) {
    EXPECT_EQ(args, nullptr);
    ++calls;
  };
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(
        clEnqueueNativeKernel(queue, count, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(calls, 10);
}

TEST_F(NativeKernelTest, KeepsItsBuffers) {
  std::atomic<bool> gone{false};
  Mem output = Buffer(16);
  clSetMemObjectDestructorCallback(
      output, [](cl_mem, void* p) { static_cast<std::atomic<bool>*>(p)->store(true); }, &gone);
  Args args{nullptr, output, 4};
  const cl_mem objects[] = {nullptr, output};
  const void* places[] = {&args.input, &args.output};
  Event gate = UserEvent();
  const cl_event wait = gate;
  EXPECT_EQ(clEnqueueNativeKernel(queue, Double, &args, sizeof args, 2, objects, places, 1, &wait,
                                  nullptr),
            CL_SUCCESS);
  output.reset();
  EXPECT_FALSE(gone);
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(gone);
}

TEST_F(NativeKernelTest, RejectsArguments) {
  Mem buffer = Buffer(16);
  Args args{buffer, buffer, 4};
  const cl_mem objects[] = {buffer, buffer};
  const void* places[] = {&args.input, &args.output};
  const auto call = [&](void(CL_CALLBACK * f)(void*), void* a, size_t size, cl_uint n,
                        const cl_mem* list, const void** at) {
    return clEnqueueNativeKernel(queue, f, a, size, n, list, at, 0, nullptr, nullptr);
  };
  EXPECT_EQ(call(nullptr, &args, sizeof args, 2, objects, places), CL_INVALID_VALUE);
  EXPECT_EQ(call(Double, nullptr, sizeof args, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(Double, nullptr, 0, 2, objects, places), CL_INVALID_VALUE);
  EXPECT_EQ(call(Double, &args, 0, 2, objects, places), CL_INVALID_VALUE);
  EXPECT_EQ(call(Double, &args, sizeof args, 2, nullptr, places), CL_INVALID_VALUE);
  EXPECT_EQ(call(Double, &args, sizeof args, 2, objects, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(Double, &args, sizeof args, 0, objects, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(Double, &args, sizeof args, 0, nullptr, places), CL_INVALID_VALUE);
  const void* outside[] = {&args.input, &args + 1};
  EXPECT_EQ(call(Double, &args, sizeof args, 2, objects, outside), CL_INVALID_VALUE);
  for (cl_mem bad : BadHandles<cl_mem>()) {
    if (!bad) continue;
    const cl_mem list[] = {buffer, bad};
    EXPECT_EQ(call(Double, &args, sizeof args, 2, list, places), CL_INVALID_MEM_OBJECT);
  }
  for (cl_command_queue bad : BadHandles<cl_command_queue>()) {
    EXPECT_EQ(Driver().clEnqueueNativeKernel(bad, Double, &args, sizeof args, 2, objects, places, 0,
                                             nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
  }
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return Driver().clEnqueueNativeKernel(queue, Double, &args, sizeof args, 2, objects, places, n,
                                          list, event);
  });
}

}  // namespace
