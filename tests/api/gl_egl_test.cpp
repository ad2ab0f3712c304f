// SPDX-License-Identifier: Apache-2.0
// Images from EGLImages ([EX20]) and events from EGL's sync objects ([EX19]).
#include <CL/cl_egl.h>

#include <thread>

#include "gl_fixture.h"

namespace {

using namespace gl_test;

constexpr GLsizei kWidth = 37, kHeight = 5;
const std::vector<size_t> kRegion = {kWidth, kHeight, 1};

class EglImageTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (IsSkipped()) return;
    // An EGLImage needs no OpenCL context that shares with OpenGL.
    cl_int error = 1;
    plain = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    clReleaseCommandQueue(queue);
    queue = clCreateCommandQueueWithProperties(plain, device, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }

  GLuint FilledTexture(const Bytes& pixels, GLenum internal = GL_RGBA8) {
    const GLuint texture = MakeTexture(GL_TEXTURE_2D);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal), kWidth, kHeight, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels.data());
    glFinish();
    return texture;
  }
  EGLImage ImageOf(GLuint name, EGLenum target = EGL_GL_TEXTURE_2D) {
    EGLImage image = eglCreateImage(Display(), gl->handle(), target,
                                    reinterpret_cast<EGLClientBuffer>(uintptr_t{name}), nullptr);
    EXPECT_NE(image, EGL_NO_IMAGE) << std::hex << eglGetError();
    return image;
  }
  Mem Make(EGLImage image, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int error = 1;
    Mem made = Driver().clCreateFromEGLImageKHR(plain, Display(), image, flags, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int Error(void* display, void* image, cl_mem_flags flags = CL_MEM_READ_ONLY,
               const cl_egl_image_properties_khr* properties = nullptr) {
    cl_int error = 1;
    EXPECT_EQ(Driver().clCreateFromEGLImageKHR(plain, display, image, flags, properties, &error),
              nullptr);
    return error;
  }
  cl_int Acquire(cl_mem object, cl_event* event = nullptr) {
    return Driver().clEnqueueAcquireEGLObjectsKHR(queue, 1, &object, 0, nullptr, event);
  }
  cl_int Release(cl_mem object, cl_event* event = nullptr) {
    const cl_int error =
        Driver().clEnqueueReleaseEGLObjectsKHR(queue, 1, &object, 0, nullptr, event);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return error;
  }

  Context plain;
};

TEST_F(EglImageTest, IsListed) {
  const std::string names = " " + InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(names.find(" cl_khr_egl_image "), std::string::npos);
  EXPECT_NE(names.find(" cl_khr_egl_event "), std::string::npos);
  for (const char* name : {"clCreateFromEGLImageKHR", "clEnqueueAcquireEGLObjectsKHR",
                           "clEnqueueReleaseEGLObjectsKHR", "clCreateEventFromEGLSyncKHR"})
    EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, name), nullptr) << name;
}

TEST_F(EglImageTest, TexturesGoThereAndBack) {
  const Bytes first = RandomBytes(kWidth * kHeight * 4, 1), second = RandomBytes(first.size(), 2);
  const GLuint texture = FilledTexture(first);
  EGLImage source = ImageOf(texture);
  Mem image = Make(source);
  EXPECT_EQ(Info<size_t>(clGetImageInfo, cl_mem{image}, CL_IMAGE_WIDTH), size_t{kWidth});
  EXPECT_EQ(Info<size_t>(clGetImageInfo, cl_mem{image}, CL_IMAGE_HEIGHT), size_t{kHeight});
  const auto format = Info<cl_image_format>(clGetImageInfo, cl_mem{image}, CL_IMAGE_FORMAT);
  EXPECT_EQ(format.image_channel_order, cl_channel_order{CL_RGBA});
  EXPECT_EQ(format.image_channel_data_type, cl_channel_type{CL_UNORM_INT8});
  Event acquired, released;
  EXPECT_EQ(Acquire(image, acquired.out()), CL_SUCCESS);
  EXPECT_EQ(ReadImage(image, kRegion, 4), first);
  WriteImage(image, kRegion, second);
  EXPECT_EQ(Release(image, released.out()), CL_SUCCESS);
  Bytes result(second.size());
  glBindTexture(GL_TEXTURE_2D, texture);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, result.data());
  EXPECT_EQ(result, second);
  EXPECT_EQ(Info<cl_command_type>(clGetEventInfo, cl_event{acquired}, CL_EVENT_COMMAND_TYPE),
            cl_command_type{CL_COMMAND_ACQUIRE_EGL_OBJECTS_KHR});
  EXPECT_EQ(Info<cl_command_type>(clGetEventInfo, cl_event{released}, CL_EVENT_COMMAND_TYPE),
            cl_command_type{CL_COMMAND_RELEASE_EGL_OBJECTS_KHR});
  eglDestroyImage(Display(), source);
}

TEST_F(EglImageTest, RenderbuffersGoThereAndBack) {
  GLuint renderbuffer = 0, frame = 0;
  glGenRenderbuffers(1, &renderbuffer);
  glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, kWidth, kHeight);
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
  glClearColor(1, 0, 0.2f, 0.4f);
  glClear(GL_COLOR_BUFFER_BIT);
  glFinish();
  EGLImage source = ImageOf(renderbuffer, EGL_GL_RENDERBUFFER);
  Mem image = Make(source);
  EXPECT_EQ(Acquire(image), CL_SUCCESS);
  const Bytes seen = ReadImage(image, kRegion, 4);
  for (size_t i = 0; i < seen.size(); i += 4)
    ASSERT_EQ(Bytes(&seen[i], &seen[i] + 4), (Bytes{255, 0, 51, 102})) << i;
  const Bytes second = RandomBytes(seen.size(), 2);
  WriteImage(image, kRegion, second);
  EXPECT_EQ(Release(image), CL_SUCCESS);
  Bytes result(second.size());
  glReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, result.data());
  EXPECT_EQ(result, second);
  eglDestroyImage(Display(), source);
}

// EGL_KHR_image_base: the elements live as long as a sibling.
TEST_F(EglImageTest, OutlivesWhatItIsMadeFrom) {
  const Bytes pixels = RandomBytes(kWidth * kHeight * 4, 1);
  const GLuint texture = FilledTexture(pixels);
  EGLImage source = ImageOf(texture);
  Mem image = Make(source, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  eglDestroyImage(Display(), source);
  glDeleteTextures(1, &texture);
  glFinish();
  EXPECT_EQ(Acquire(image), CL_SUCCESS);
  EXPECT_EQ(ReadImage(image, kRegion, 4), pixels);
}

// cl_ext_immutable_memory_objects: what OpenGL draws meanwhile is not lost when it is handed back.
TEST_F(EglImageTest, ImmutableOnesAreNotWrittenBack) {
  constexpr cl_mem_flags immutable = 1 << 6;
  const Bytes first = RandomBytes(kWidth * kHeight * 4, 1), second = RandomBytes(first.size(), 2);
  const GLuint texture = FilledTexture(first);
  EGLImage source = ImageOf(texture);
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY})
    EXPECT_EQ(Error(Display(), source, immutable | flags), CL_INVALID_VALUE);
  Mem image = Make(source, immutable);
  EXPECT_EQ(Info<cl_mem_flags>(clGetMemObjectInfo, cl_mem{image}, CL_MEM_FLAGS), immutable);
  EXPECT_EQ(Acquire(image), CL_SUCCESS);
  EXPECT_EQ(ReadImage(image, kRegion, 4), first);
  const size_t origin[3] = {};
  EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin, kRegion.data(), 0, 0, second.data(),
                                0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE,
                  second.data());
  glFinish();
  EXPECT_EQ(Release(image), CL_SUCCESS);
  Bytes result(second.size());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, result.data());
  EXPECT_EQ(result, second);
  eglDestroyImage(Display(), source);
}

TEST_F(EglImageTest, RefusesWhatIsNoImage) {
  EGLImage source = ImageOf(FilledTexture(RandomBytes(kWidth * kHeight * 4, 1)));
  int none = 0;
  for (void* display : {static_cast<void*>(nullptr), static_cast<void*>(&none),
                        reinterpret_cast<void*>(uintptr_t{0x1234})})
    EXPECT_EQ(Error(display, source), CL_INVALID_VALUE);
  for (void* image : {static_cast<void*>(nullptr), static_cast<void*>(&none),
                      reinterpret_cast<void*>(uintptr_t{0x1234})})
    EXPECT_EQ(Error(Display(), image), CL_INVALID_EGL_OBJECT_KHR);
  for (cl_mem_flags flags : {cl_mem_flags{CL_MEM_COPY_HOST_PTR}, cl_mem_flags{CL_MEM_USE_HOST_PTR},
                             cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}})
    EXPECT_EQ(Error(Display(), source, flags), CL_INVALID_VALUE);
  const cl_egl_image_properties_khr properties[] = {1, 2, 0};
  EXPECT_EQ(Error(Display(), source, CL_MEM_READ_ONLY, properties), CL_INVALID_VALUE);
  cl_int error = 1;
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(
        Driver().clCreateFromEGLImageKHR(bad, Display(), source, CL_MEM_READ_ONLY, nullptr, &error),
        nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
  EGLImage odd = ImageOf(FilledTexture(RandomBytes(kWidth * kHeight * 4, 1), GL_RGB10_A2));
  EXPECT_EQ(Error(Display(), odd), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  eglDestroyImage(Display(), odd);
  eglDestroyImage(Display(), source);
}

TEST_F(EglImageTest, CommandsAreChecked) {
  EGLImage source = ImageOf(FilledTexture(RandomBytes(kWidth * kHeight * 4, 1)));
  Mem image = Make(source);
  cl_int error = 1;
  Mem buffer = clCreateBuffer(plain, CL_MEM_READ_WRITE, 4, nullptr, &error);
  Mem foreign = Driver().clCreateFromEGLImageKHR(context, Display(), source, CL_MEM_READ_ONLY,
                                                 nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  for (const auto enqueue :
       {Driver().clEnqueueAcquireEGLObjectsKHR, Driver().clEnqueueReleaseEGLObjectsKHR}) {
    cl_mem object = image;
    EXPECT_EQ(enqueue(queue, 0, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, 0, &object, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(queue, 1, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(queue, 1, &object, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    for (cl_command_queue bad : BadHandles<cl_command_queue>())
      EXPECT_EQ(enqueue(bad, 1, &object, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    for (cl_mem bad : BadHandles<cl_mem>())
      EXPECT_EQ(enqueue(queue, 1, &bad, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    object = buffer;
    EXPECT_EQ(enqueue(queue, 1, &object, 0, nullptr, nullptr), CL_INVALID_EGL_OBJECT_KHR);
    object = foreign;
    EXPECT_EQ(enqueue(queue, 1, &object, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  }
  // It is of EGL, and not of OpenGL.
  cl_gl_object_type type = 0;
  EXPECT_EQ(clGetGLObjectInfo(image, &type, nullptr), CL_INVALID_GL_OBJECT);
  Queue shared = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  cl_mem object = foreign;
  EXPECT_EQ(clEnqueueAcquireGLObjects(shared, 1, &object, 0, nullptr, nullptr),
            CL_INVALID_GL_OBJECT);
  eglDestroyImage(Display(), source);
}

class EglEventTest : public GlTest {
 protected:
  static EGLSync Fence() { return eglCreateSync(Display(), EGL_SYNC_FENCE, nullptr); }
  cl_int Error(cl_context in, void* display, void* sync) {
    cl_int error = 1;
    EXPECT_EQ(Driver().clCreateEventFromEGLSyncKHR(in, sync, display, &error), nullptr);
    return error;
  }
  Event EventOf(EGLSync sync) {
    cl_int error = 1;
    Event event = Driver().clCreateEventFromEGLSyncKHR(context, sync, Display(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }
};

TEST_F(EglEventTest, RefusesWhatIsNoFence) {
  EGLSync sync = Fence();
  cl_int error = 1;
  Context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  EXPECT_EQ(Error(other, Display(), sync), CL_INVALID_CONTEXT);
  for (cl_context bad : BadHandles<cl_context>())
    EXPECT_EQ(Error(bad, Display(), sync), CL_INVALID_CONTEXT);
  int none = 0;
  for (void* bad : {static_cast<void*>(nullptr), static_cast<void*>(&none),
                    reinterpret_cast<void*>(uintptr_t{0x1234})}) {
    EXPECT_EQ(Error(context, Display(), bad), CL_INVALID_EGL_OBJECT_KHR);
    EXPECT_EQ(Error(context, bad, sync), CL_INVALID_EGL_OBJECT_KHR);
  }
  const auto create =
      reinterpret_cast<PFNEGLCREATESYNCKHRPROC>(eglGetProcAddress("eglCreateSyncKHR"));
  EGLSync reusable = create(Display(), EGL_SYNC_REUSABLE_KHR, nullptr);
  ASSERT_NE(reusable, EGL_NO_SYNC);
  EXPECT_EQ(Error(context, Display(), reusable), CL_INVALID_EGL_OBJECT_KHR);
  eglDestroySync(Display(), reusable);
  eglDestroySync(Display(), sync);
}

TEST_F(EglEventTest, SaysWhatItIs) {
  const Painter painter;
  for (GLint effort : kEfforts) {
    painter.Draw(1, effort);
    EGLSync sync = Fence();
    Event event = EventOf(sync);
    EXPECT_EQ(Info<cl_context>(clGetEventInfo, cl_event{event}, CL_EVENT_CONTEXT), context);
    const auto status =
        Info<cl_int>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_EXECUTION_STATUS);
    EXPECT_TRUE(status == CL_SUBMITTED || status == CL_COMPLETE) << status;
    EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_EVENT);
    const cl_event waited = event;
    EXPECT_EQ(clWaitForEvents(1, &waited), CL_SUCCESS);
    EXPECT_EQ(Info<cl_int>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_EXECUTION_STATUS),
              CL_COMPLETE);
    EGLAttrib signaled = 0;
    EXPECT_TRUE(eglGetSyncAttrib(Display(), sync, EGL_SYNC_STATUS, &signaled));
    EXPECT_EQ(signaled, EGL_SIGNALED);
    cl_ulong time = 0;
    EXPECT_EQ(
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, nullptr),
        CL_PROFILING_INFO_NOT_AVAILABLE);
    eglDestroySync(Display(), sync);
  }
}

TEST_F(EglEventTest, AcquiresWaitForTheFence) {
  const Painter painter;
  Mem image = Texture(GL_TEXTURE_2D, painter.texture());
  for (GLint effort : kEfforts) {
    const GLint value = effort % 199 + 1;
    painter.Draw(value, effort);
    EGLSync sync = Fence();
    Event event = EventOf(sync);
    eglDestroySync(Display(), sync);
    EXPECT_EQ(Info<cl_command_queue>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_QUEUE),
              nullptr);
    EXPECT_EQ(Info<cl_command_type>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_TYPE),
              cl_command_type{CL_COMMAND_EGL_FENCE_SYNC_OBJECT_KHR});
    std::thread([&] {
      const cl_event waited = event;
      const cl_mem object = image;
      EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, &waited, nullptr), CL_INVALID_EVENT);
      EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 1, &object, 1, &waited, nullptr), CL_SUCCESS);
      EXPECT_EQ(ReadImage(image, {Painter::kSize, Painter::kSize, 1}, 4), Painter::All(value));
      Release(object);
    }).join();
  }
}

}  // namespace
