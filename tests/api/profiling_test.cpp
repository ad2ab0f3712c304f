// SPDX-License-Identifier: Apache-2.0
#include "command_test.h"

namespace {

class ProfilingTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    profiled = NewQueue(CL_QUEUE_PROFILING_ENABLE);
  }
  void TearDown() override {
    profiled.reset();
    CommandTest::TearDown();
  }
  static cl_ulong Time(cl_event event, cl_profiling_info which) {
    return Info<cl_ulong>(clGetEventProfilingInfo, event, which);
  }
  /// Queued, submitted, started, ended, complete; checks the order.
  static std::vector<cl_ulong> Times(cl_event event) {
    std::vector<cl_ulong> times;
    for (cl_profiling_info which = CL_PROFILING_COMMAND_QUEUED;
         which <= CL_PROFILING_COMMAND_COMPLETE; ++which) {
      times.push_back(Time(event, which));
    }
    for (size_t i = 1; i < times.size(); ++i) EXPECT_LE(times[i - 1], times[i]) << i;
    EXPECT_GT(times[0], 0u);
    return times;
  }
  cl_ulong DeviceTime() {
    cl_ulong on_device = 0, on_host = 0;
    EXPECT_EQ(clGetDeviceAndHostTimer(device, &on_device, &on_host), CL_SUCCESS);
    return on_device;
  }
  static constexpr size_t kMuch = 16 << 20;  // bytes that no machine moves in 10 us
  /// `enqueue` with its arguments between the queue and the wait list.
  template <class Enqueue, class... Arguments>
  void ExpectWork(const char* name, Enqueue enqueue, const Arguments&... arguments) {
    Event event;
    EXPECT_EQ(enqueue(profiled, arguments..., 0, nullptr, event.out()), CL_SUCCESS) << name;
    EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
    const auto times = Times(event);
    EXPECT_GE(times[3] - times[2], 10'000u) << name;
  }
  Queue profiled;
};

TEST_F(ProfilingTest, TimesAreInOrderAndOfTheDeviceTimer) {
  Mem buffer = Buffer(4 << 20);
  const cl_ulong before = DeviceTime();
  std::vector<Event> events;
  for (int i = 0; i < 20; ++i) events.push_back(Fill(profiled, buffer, 1, i % 2 ? 64 : 4 << 20));
  events.push_back(Marker(profiled));
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  const cl_ulong after = DeviceTime();
  cl_ulong last_end = before;
  for (cl_event e : events) {
    const auto times = Times(e);
    EXPECT_LE(before, times[0]);
    EXPECT_LE(times[4], after);
    EXPECT_LE(last_end, times[2]) << "in order";
    last_end = times[3];
  }
}

TEST_F(ProfilingTest, BlockingCommandsToo) {
  Mem buffer = Buffer(64);
  std::vector<unsigned char> data(64);
  Event event;
  EXPECT_EQ(
      clEnqueueReadBuffer(profiled, buffer, CL_TRUE, 0, 64, data.data(), 0, nullptr, event.out()),
      CL_SUCCESS);
  Times(event);
}

TEST_F(ProfilingTest, AHeldCommandStartsLate) {
  Event gate = UserEvent();
  Mem buffer = Buffer(64);
  Event event = Fill(profiled, buffer, 1, 64, {gate});
  EXPECT_EQ(clFlush(profiled), CL_SUCCESS);
  LetOthersRun();
  const cl_ulong opened = DeviceTime();
  Open(gate);
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  const auto times = Times(event);
  EXPECT_LT(times[1], opened);
  EXPECT_GE(times[2], opened);
}

/// CL_PROFILING_COMMAND_START is when the work begins, whatever the work is.
TEST_F(ProfilingTest, WorkOnBuffersTakesTime) {
  Mem from = Buffer(kMuch), to = Buffer(kMuch);
  std::vector<unsigned char> host(kMuch, 7);
  const size_t origin[3] = {0, 0, 0}, region[3] = {4095, 4096, 1};
  const cl_uchar byte = 3;
  ExpectWork("fill", clEnqueueFillBuffer, to, &byte, 1, 0, kMuch);
  ExpectWork("copy", clEnqueueCopyBuffer, from, to, 0, 0, kMuch);
  ExpectWork("copy rectangle", clEnqueueCopyBufferRect, from, to, origin, origin, region, 4096, 0,
             4096, 0);
  ExpectWork("read", clEnqueueReadBuffer, from, CL_FALSE, 0, kMuch, host.data());
  ExpectWork("write", clEnqueueWriteBuffer, to, CL_FALSE, 0, kMuch, host.data());
  void* shared = clSVMAlloc(context, CL_MEM_READ_WRITE, kMuch, 0);
  ASSERT_TRUE(shared);
  ExpectWork("SVM fill", clEnqueueSVMMemFill, shared, &byte, 1, kMuch);
  ExpectWork("SVM copy", clEnqueueSVMMemcpy, CL_FALSE, shared, host.data(), kMuch);
  clSVMFree(context, shared);
}

TEST_F(ProfilingTest, WorkOnImagesAndOfKernelsTakesTime) {
  Mem from = Buffer(kMuch);
  const cl_image_format format{CL_R, CL_UNSIGNED_INT32};
  const size_t origin[3] = {0, 0, 0}, region[3] = {4096, 1024, 1};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = region[0];
  desc.image_height = region[1];
  Mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, nullptr);
  ASSERT_TRUE(image);
  const cl_uint colour[4] = {1, 2, 3, 4};
  ExpectWork("fill image", clEnqueueFillImage, image, colour, origin, region);
  ExpectWork("copy to image", clEnqueueCopyBufferToImage, from, image, 0, origin, region);
  Program program = Build("kernel void k(global int* a) { a[get_global_id(0)] += 1; }");
  Kernel kernel = MakeKernel(program, "k");
  SetArgs(kernel, static_cast<cl_mem>(from));
  const size_t items = kMuch / sizeof(cl_int);
  ExpectWork("kernel", clEnqueueNDRangeKernel, kernel, 1, nullptr, &items, nullptr);
}

TEST_F(ProfilingTest, NotAvailable) {
  cl_ulong value = 0;
  const auto get = [&](cl_event event) {
    return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof value, &value,
                                   nullptr);
  };
  Mem buffer = Buffer(64);
  Event plain = Fill(queue, buffer, 1, 64);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(get(plain), CL_PROFILING_INFO_NOT_AVAILABLE) << "a queue without profiling";
  Event gate = UserEvent();
  EXPECT_EQ(get(gate), CL_PROFILING_INFO_NOT_AVAILABLE) << "a user event";
  Event held = Fill(profiled, buffer, 1, 64, {gate});
  EXPECT_EQ(get(held), CL_PROFILING_INFO_NOT_AVAILABLE) << "not complete";
  clSetUserEventStatus(gate, -1);
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  EXPECT_EQ(get(held), CL_PROFILING_INFO_NOT_AVAILABLE) << "terminated";
  EXPECT_EQ(get(gate), CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(ProfilingTest, AnswersQueries) {
  Event event = Marker(profiled);
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  CheckQueryProtocol(clGetEventProfilingInfo, static_cast<cl_event>(event),
                     CL_PROFILING_COMMAND_END);
  EXPECT_EQ(clGetEventProfilingInfo(event, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace
