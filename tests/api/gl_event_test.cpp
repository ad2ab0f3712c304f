// SPDX-License-Identifier: Apache-2.0
// Order between OpenGL and OpenCL without glFinish (cl_khr_gl_event, [EX12]).
#include <atomic>
#include <optional>
#include <thread>

#include "gl_fixture.h"

namespace {

using namespace gl_test;

constexpr GLsizei kSize = Painter::kSize;

class GlEventTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (IsSkipped()) return;
    painter.emplace();
    image = Texture(GL_TEXTURE_2D, painter->texture());
    Program program = Build(
        "kernel void slow(write_only image2d_t image) {"
        "  uint x = 1;"
        "  for (uint i = 0; i < 2000; ++i) x = x * 1664525u + 1013904223u;"
        "  write_imagef(image, (int2)(get_global_id(0) % 256, get_global_id(0) / 256),"
        "               x == 0 ? 0.0f : 1.0f);"
        "}");
    slow = MakeKernel(program, "slow");
    SetArgs(slow, cl_mem{image});
  }
  void TearDown() override {
    slow.reset();
    image.reset();
    painter.reset();
    GlTest::TearDown();
  }

  Bytes Drawn() { return ReadImage(image, {kSize, kSize, 1}, 4); }
  Event EventOf(GLsync sync) {
    cl_int error = 1;
    Event event =
        Driver().clCreateEventFromGLsyncKHR(context, reinterpret_cast<cl_GLsync>(sync), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }
  static GLsync Fence() { return glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0); }

  std::optional<Painter> painter;
  Mem image;
  Kernel slow;
};

TEST_F(GlEventTest, IsListed) {
  const std::string names = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  EXPECT_NE((" " + names + " ").find(" cl_khr_gl_event "), std::string::npos);
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, "clCreateEventFromGLsyncKHR"),
            nullptr);
}

TEST_F(GlEventTest, RefusesWhatIsNoSyncObject) {
  const auto error_of = [&](cl_context in, void* sync) {
    cl_int error = 1;
    EXPECT_EQ(Driver().clCreateEventFromGLsyncKHR(in, static_cast<cl_GLsync>(sync), &error),
              nullptr);
    return error;
  };
  cl_int error = 1;
  Context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  GLsync deleted = Fence();
  EXPECT_EQ(error_of(other, deleted), CL_INVALID_CONTEXT);
  for (cl_context bad : BadHandles<cl_context>())
    EXPECT_EQ(error_of(bad, deleted), CL_INVALID_CONTEXT);
  glDeleteSync(deleted);
  int none = 0;
  for (void* sync : {static_cast<void*>(nullptr), static_cast<void*>(&none),
                     reinterpret_cast<void*>(uintptr_t{0x1234}), static_cast<void*>(deleted)})
    EXPECT_EQ(error_of(context, sync), CL_INVALID_GL_OBJECT);
}

TEST_F(GlEventTest, SaysWhatItIs) {
  painter->Draw(1, kEfforts[1]);
  Event event = EventOf(Fence());
  EXPECT_EQ(Info<cl_command_queue>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_QUEUE),
            nullptr);
  EXPECT_EQ(Info<cl_context>(clGetEventInfo, cl_event{event}, CL_EVENT_CONTEXT), context);
  EXPECT_EQ(Info<cl_command_type>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_TYPE),
            cl_command_type{CL_COMMAND_GL_FENCE_SYNC_OBJECT_KHR});
  const auto status =
      Info<cl_int>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_EXECUTION_STATUS);
  EXPECT_TRUE(status == CL_SUBMITTED || status == CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_EVENT);
  cl_ulong time = 0;
  const cl_event waited = event;
  EXPECT_EQ(clWaitForEvents(1, &waited), CL_SUCCESS);
  EXPECT_EQ(Info<cl_int>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_EXECUTION_STATUS),
            CL_COMPLETE);
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(GlEventTest, CompletesAfterTheFence) {
  for (GLint effort : kEfforts) {
    painter->Draw(1, effort);
    const GLsync sync = Fence();
    Event event = EventOf(sync);
    const cl_event waited = event;
    EXPECT_EQ(clWaitForEvents(1, &waited), CL_SUCCESS);
    EXPECT_EQ(glClientWaitSync(sync, 0, 0), GLenum{GL_ALREADY_SIGNALED});
    glDeleteSync(sync);
  }
}

TEST_F(GlEventTest, CallbacksAreCalled) {
  std::atomic<int> calls{0};
  painter->Draw(1, kEfforts[1]);
  Event event = EventOf(Fence());
  EXPECT_EQ(clSetEventCallback(
                event, CL_COMPLETE,
                [](cl_event, cl_int status, void* data) {
                  *static_cast<std::atomic<int>*>(data) += status == CL_COMPLETE ? 1 : 100;
                },
                &calls),
            CL_SUCCESS);
  const cl_event waited = event;
  EXPECT_EQ(clWaitForEvents(1, &waited), CL_SUCCESS);
  EXPECT_EQ(calls, 1);
}

TEST_F(GlEventTest, OnlyAcquiresWaitForIt) {
  Event event = EventOf(Fence());
  const cl_event waited = event;
  const cl_mem object = image;
  const size_t one = 1;
  int data = 0;
  Mem buffer = Buffer(4);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, slow, 1, nullptr, &one, nullptr, 1, &waited, nullptr),
            CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &data, 1, &waited, nullptr),
            CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &waited, nullptr), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 1, &waited, nullptr), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueReleaseGLObjects(queue, 1, &object, 1, &waited, nullptr), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 1, &object, 1, &waited, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

// Explicit synchronization: OpenCL works on another thread, and the sync object is gone at once.
TEST_F(GlEventTest, AcquiresWaitForTheFence) {
  for (GLint effort : kEfforts) {
    const GLint value = effort % 199 + 1;
    painter->Draw(value, effort);
    const GLsync sync = Fence();
    Event event = EventOf(sync);
    glDeleteSync(sync);
    std::thread([&] {
      const cl_event waited = event;
      const cl_mem object = image;
      EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 1, &object, 1, &waited, nullptr), CL_SUCCESS);
      event.reset();  // the command keeps what it waits for
      EXPECT_EQ(Drawn(), Painter::All(value));
      Release(object);
    }).join();
  }
}

// Implicit synchronization: no glFinish, no clFinish.
TEST_F(GlEventTest, TheContextOfTheThreadIsInOrder) {
  const cl_mem object = image;
  const size_t size = size_t{kSize} * kSize;
  for (GLint effort : kEfforts) {
    const GLint value = effort % 199 + 1;
    painter->Draw(value, effort);
    EXPECT_EQ(Acquire(object), CL_SUCCESS);
    EXPECT_EQ(Drawn(), Painter::All(value));
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, slow, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReleaseGLObjects(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
    Bytes pixels(size * 4);
    glReadPixels(0, 0, kSize, kSize, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    EXPECT_EQ(pixels, Painter::All(255));
  }
}

}  // namespace
