// SPDX-License-Identifier: Apache-2.0
// cl_khr_terminate_context.
#include <CL/cl_ext.h>

#include "command_test.h"

namespace {

constexpr cl_int kTerminated = CL_CONTEXT_TERMINATED_KHR;

class TerminateTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    const std::string extensions = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
    EXPECT_NE(extensions.find("cl_khr_terminate_context"), std::string::npos);
    terminate = reinterpret_cast<clTerminateContextKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR"));
    ASSERT_NE(terminate, nullptr);
    const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_int error = -1;
    const auto notify = [](const char* text, const void*, size_t, void* data) {
      *static_cast<std::string*>(data) += text;
    };
    mortal = clCreateContext(properties, 1, &device, notify, &notified, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    mortal_queue = NewQueue(0, mortal);
  }
  void TearDown() override {
    mortal_queue.reset();
    mortal.reset();
    CommandTest::TearDown();
  }

  Kernel BuildMortal(const char* source, const char* name) {
    cl_int error = -1;
    Program program = clCreateProgramWithSource(mortal, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr), CL_SUCCESS)
        << BuildLog(program);
    return MakeKernel(program, name);
  }
  Mem MortalBuffer(size_t bytes) {
    cl_int error = -1;
    return clCreateBuffer(mortal, CL_MEM_ALLOC_HOST_PTR, bytes, nullptr, &error);
  }
  Event Run(cl_kernel kernel, cl_command_queue in, size_t items) {
    Event event;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(in, kernel, 1, nullptr, &items, nullptr, 0, nullptr, event.out()),
        CL_SUCCESS);
    return event;
  }

  clTerminateContextKHR_fn terminate = nullptr;
  std::string notified;
  Context mortal;
  Queue mortal_queue;
};

TEST_F(TerminateTest, ChecksItsContext) {
  EXPECT_EQ(Info<cl_bitfield>(clGetDeviceInfo, device, CL_DEVICE_TERMINATE_CAPABILITY_KHR),
            cl_bitfield{1});
  EXPECT_EQ(terminate(context), CL_INVALID_OPERATION);
  for (cl_context bad : BadHandles<cl_context>()) EXPECT_EQ(terminate(bad), CL_INVALID_CONTEXT);
  const cl_context_properties no[] = {CL_CONTEXT_TERMINATE_KHR, CL_FALSE, 0};
  cl_int error = -1;
  Context immortal = clCreateContext(no, 1, &device, nullptr, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(terminate(immortal), CL_INVALID_OPERATION);
  const cl_context_properties odd[] = {CL_CONTEXT_TERMINATE_KHR, 7, 0};
  EXPECT_EQ(clCreateContext(odd, 1, &device, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_EQ(notified, "");
  EXPECT_EQ(terminate(mortal), CL_SUCCESS);
  EXPECT_NE(notified.find("CL_CONTEXT_TERMINATED_KHR"), std::string::npos);
  EXPECT_EQ(terminate(mortal), kTerminated);
}

TEST_F(TerminateTest, NothingNewIsMade) {
  Kernel kernel = BuildMortal("kernel void k(global int* p) { *p = 1; }", "k");
  Mem buffer = MortalBuffer(64);
  cl_program program =
      Info<cl_program>(clGetKernelInfo, static_cast<cl_kernel>(kernel), CL_KERNEL_PROGRAM);
  Program held = program;
  EXPECT_EQ(clRetainProgram(program), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), CL_SUCCESS);
  ASSERT_EQ(terminate(mortal), CL_SUCCESS);
  cl_int error = 0;
  const auto expect_refused = [&](const void* made) {
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(error, kTerminated);
    error = 0;
  };
  const char* source = "";
  const cl_buffer_region region{0, 16};
  expect_refused(clCreateBuffer(mortal, 0, 64, nullptr, &error));
  expect_refused(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  expect_refused(clCreatePipe(mortal, 0, 4, 4, nullptr, &error));
  expect_refused(clCreateUserEvent(mortal, &error));
  expect_refused(clCreateCommandQueueWithProperties(mortal, device, nullptr, &error));
  expect_refused(clCreateProgramWithSource(mortal, 1, &source, nullptr, &error));
  expect_refused(clCreateKernel(program, "k", &error));
  expect_refused(clCloneKernel(kernel, &error));
  EXPECT_EQ(clSVMAlloc(mortal, 0, 64, 0), nullptr);
  const size_t one = 1;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(mortal_queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
      kTerminated);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(mortal_queue, 0, nullptr, nullptr), kTerminated);
  EXPECT_EQ(clEnqueueFillBuffer(mortal_queue, buffer, "x", 1, 0, 8, 0, nullptr, nullptr),
            kTerminated);
  // Queries, waits and releases go on.
  EXPECT_EQ(
      Info<cl_uint>(clGetContextInfo, static_cast<cl_context>(mortal), CL_CONTEXT_NUM_DEVICES), 1u);
  EXPECT_EQ(MemInfo<size_t>(buffer, CL_MEM_SIZE), 64u);
  EXPECT_EQ(clFlush(mortal_queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(mortal_queue), CL_SUCCESS);
  EXPECT_EQ(clRetainContext(mortal), CL_SUCCESS);
  EXPECT_EQ(clReleaseContext(mortal), CL_SUCCESS);
}

TEST_F(TerminateTest, WaitingCommandsEnd) {
  cl_int error = -1;
  Mem buffer = MortalBuffer(64);
  Event gate = clCreateUserEvent(mortal, &error), first, second, third;
  const cl_event gate_list = gate;
  std::atomic<cl_int> told{1};
  EXPECT_EQ(clEnqueueFillBuffer(mortal_queue, buffer, "x", 1, 0, 8, 1, &gate_list, first.out()),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueFillBuffer(mortal_queue, buffer, "y", 1, 0, 8, 0, nullptr, second.out()),
            CL_SUCCESS);
  EXPECT_EQ(clSetEventCallback(
                second, CL_COMPLETE,
                [](cl_event, cl_int status, void* data) {
                  static_cast<std::atomic<cl_int>*>(data)->store(status);
                },
                &told),
            CL_SUCCESS);
  Queue other =
      NewQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, mortal);
  const cl_event first_list = first;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(other, 1, &first_list, third.out()), CL_SUCCESS);
  EXPECT_EQ(clFlush(mortal_queue), CL_SUCCESS);
  ASSERT_EQ(terminate(mortal), CL_SUCCESS);
  for (cl_event event : {cl_event{first}, cl_event{second}, cl_event{third}}) {
    ASSERT_TRUE(Returns([event] { clWaitForEvents(1, &event); }));
    EXPECT_EQ(StatusOf(event), kTerminated);
  }
  EXPECT_TRUE(Eventually([&] { return told.load() == kTerminated; }));
  cl_ulong time = 0;
  EXPECT_EQ(clGetEventProfilingInfo(third, CL_PROFILING_COMMAND_END, 8, &time, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
  EXPECT_EQ(clFinish(mortal_queue), CL_SUCCESS);
}

// Kernels that never end: loops over memory, over barriers, without a store, in all lanes or in
// one.
TEST_F(TerminateTest, RunningKernelsEnd) {
  const char* const sources[] = {
      "kernel void k(global volatile int* p) { p[0] = 1; while (p[1] == 0) {} }",
      "kernel void k(global volatile int* p) { p[0] = 1; for (;;) atomic_inc(&p[2]); }",
      "kernel void k(global volatile int* p) {\n"
      "  p[0] = 1;\n"
      "  local int sum;\n"
      "  for (int i = 0; p[1] == 0; ++i) {\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    sum = i;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  }\n"
      "  p[3] = sum;\n"
      "}",
      "kernel void k(global volatile int* p) {\n"
      "  p[0] = 1;\n"
      "  float x = get_global_id(0);\n"
      "  while (get_global_id(0) % 7 == 3 && x >= 0) x = fabs(x) + 1;\n"
      "  p[3] = x;\n"
      "}",
  };
  for (const char* source : sources) {
    for (const char* mode : {"alone", "waited for", "behind another"}) {
      SCOPED_TRACE(std::string(mode) + "\n" + source);
      const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
      cl_int error = -1;
      mortal_queue.reset();
      mortal = clCreateContext(properties, 1, &device, nullptr, nullptr, &error);
      mortal_queue = NewQueue(0, mortal);
      Kernel kernel = BuildMortal(source, "k");
      Mem buffer = MortalBuffer(64);
      auto* shared = static_cast<std::atomic<int>*>(clEnqueueMapBuffer(
          mortal_queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, nullptr, nullptr, &error));
      ASSERT_EQ(error, CL_SUCCESS);
      for (int i = 0; i < 16; ++i) shared[i].store(0);
      EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), CL_SUCCESS);
      Event running = Run(kernel, mortal_queue, 100), next;
      if (mode[0] == 'b') next = Run(kernel, mortal_queue, 100);
      EXPECT_EQ(clFlush(mortal_queue), CL_SUCCESS);
      auto waiter = std::thread([&] {
        if (mode[0] == 'w') clFinish(mortal_queue);
      });
      ASSERT_TRUE(Eventually([&] { return shared[0].load() == 1; }));
      EXPECT_GT(StatusOf(running), CL_COMPLETE);
      EXPECT_EQ(terminate(mortal), CL_SUCCESS);
      const cl_event event = running;
      ASSERT_TRUE(Returns([event] { clWaitForEvents(1, &event); }));
      EXPECT_EQ(StatusOf(running), kTerminated);
      if (next) {
        const cl_event later = next;
        ASSERT_TRUE(Returns([later] { clWaitForEvents(1, &later); }));
        EXPECT_EQ(StatusOf(next), kTerminated);
      }
      waiter.join();
      EXPECT_EQ(clFinish(mortal_queue), CL_SUCCESS);
    }
  }
}

// Polling changes no result; other contexts do not notice.
TEST_F(TerminateTest, KernelsComputeTheSame) {
  Kernel kernel = BuildMortal(
      "kernel void k(global int* p) {\n"
      "  int i = get_global_id(0), sum = 0;\n"
      "  for (int j = 0; j <= i; ++j) { if (j % 3 == 0) continue; sum += j; }\n"
      "  p[i] = sum;\n"
      "}",
      "k");
  Mem buffer = MortalBuffer(4000);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), CL_SUCCESS);
  Run(kernel, mortal_queue, 1000);
  std::vector<int> got(1000);
  EXPECT_EQ(
      clEnqueueReadBuffer(mortal_queue, buffer, CL_TRUE, 0, 4000, got.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  for (int i = 0, sum = 0; i < 1000; ++i) {
    sum += i % 3 ? i : 0;
    ASSERT_EQ(got[static_cast<size_t>(i)], sum);
  }
  EXPECT_EQ(terminate(mortal), CL_SUCCESS);
  Mem unharmed = Buffer(std::vector<int>{5});
  EXPECT_EQ(Read<int>(unharmed, 1), std::vector<int>{5});
}

}  // namespace
