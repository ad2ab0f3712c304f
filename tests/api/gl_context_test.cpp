// SPDX-License-Identifier: Apache-2.0
// OpenCL contexts that share with an OpenGL context ([EX10]): what is refused, what is asked.
#include <thread>

#include "gl_fixture.h"

namespace {

using namespace gl_test;
using List = std::vector<cl_context_properties>;

template <class T>
cl_context_properties Value(T handle) {
  return reinterpret_cast<cl_context_properties>(handle);
}

class GlContextTest : public GlTest {
 protected:
  cl_int Create(const List& list) {
    cl_int error = 1, same = 1;
    Context made = clCreateContext(list.data(), 1, &device, nullptr, nullptr, &error);
    Context by_type =
        clCreateContextFromType(list.data(), CL_DEVICE_TYPE_ALL, nullptr, nullptr, &same);
    EXPECT_EQ(error, same);
    EXPECT_EQ(made == nullptr, error != CL_SUCCESS);
    return error;
  }
  List With(List list) const {
    list.insert(list.end(), {CL_CONTEXT_PLATFORM, Value(platform), 0});
    return list;
  }
  /// clGetGLContextInfoKHR, which a loader does not have.
  cl_int Ask(const List& list, cl_gl_context_info what, size_t size, void* value,
             size_t* needed = nullptr) {
    return Driver().clGetGLContextInfoKHR(list.data(), what, size, value, needed);
  }
};

TEST_F(GlContextTest, IsListed) {
  for (const std::string& names : {InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS),
                                   InfoString(clGetPlatformInfo, platform, CL_PLATFORM_EXTENSIONS)})
    EXPECT_NE((" " + names + " ").find(" cl_khr_gl_sharing "), std::string::npos);
  EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, "clGetGLContextInfoKHR"), nullptr);
}

TEST_F(GlContextTest, SaysItsProperties) {
  EXPECT_EQ(InfoArray<cl_context_properties>(clGetContextInfo, context, CL_CONTEXT_PROPERTIES),
            Properties());
}

TEST_F(GlContextTest, RefusesWhatIsNoContext) {
  constexpr cl_int kNone = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
  const cl_context_properties handle = Value(gl->handle()), display = Value(Display());
  EXPECT_EQ(Create(With({CL_GL_CONTEXT_KHR, 0x1234, CL_EGL_DISPLAY_KHR, display})), kNone);
  EXPECT_EQ(Create(With({CL_GL_CONTEXT_KHR, handle, CL_EGL_DISPLAY_KHR, 0x1234})), kNone);
  EXPECT_EQ(Create(With({CL_GL_CONTEXT_KHR, handle})), kNone);
  const cl_context_properties dead = Value(GlContext().handle());
  EXPECT_EQ(Create(With({CL_GL_CONTEXT_KHR, dead, CL_EGL_DISPLAY_KHR, display})), kNone);
}

TEST_F(GlContextTest, RefusesOtherWindowSystems) {
  const cl_context_properties handle = Value(gl->handle()), display = Value(Display());
  for (const cl_context_properties other : {CL_WGL_HDC_KHR, CL_CGL_SHAREGROUP_KHR}) {
    EXPECT_EQ(Create(With({other, 1})), CL_INVALID_OPERATION);
    EXPECT_EQ(Create(With({CL_GL_CONTEXT_KHR, handle, CL_EGL_DISPLAY_KHR, display, other, 1})),
              CL_INVALID_OPERATION);
  }
  EXPECT_EQ(Create(With({CL_GL_CONTEXT_KHR, handle, CL_EGL_DISPLAY_KHR, display, CL_GLX_DISPLAY_KHR,
                         display})),
            CL_INVALID_OPERATION);
}

TEST_F(GlContextTest, RefusesUserSync) {
  List list = Properties();
  list.insert(list.end() - 1, {CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE});
  EXPECT_EQ(Create(list), CL_INVALID_PROPERTY);
  EXPECT_EQ(Create(With({CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE})), CL_SUCCESS);
}

TEST_F(GlContextTest, SharesNothingWithoutAContext) {
  for (const List& list :
       {With({}), With({CL_GL_CONTEXT_KHR, 0, CL_EGL_DISPLAY_KHR, Value(Display())})}) {
    cl_int error = 1;
    Context other = clCreateContext(list.data(), 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Queue others = clCreateCommandQueueWithProperties(other, device, nullptr, &error);
    EXPECT_EQ(clCreateFromGLBuffer(other, CL_MEM_READ_WRITE, 1, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
    EXPECT_EQ(clCreateFromGLTexture(other, CL_MEM_READ_WRITE, GL_TEXTURE_2D, 0, 1, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
    EXPECT_EQ(clCreateFromGLRenderbuffer(other, CL_MEM_READ_WRITE, 1, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
    Mem buffer = clCreateBuffer(other, CL_MEM_READ_WRITE, 4, nullptr, &error);
    const cl_mem object = buffer;
    EXPECT_EQ(clEnqueueAcquireGLObjects(others, 1, &object, 0, nullptr, nullptr),
              CL_INVALID_CONTEXT);
  }
}

TEST_F(GlContextTest, TellsDevices) {
  cl_device_id found = nullptr;
  size_t size = 0;
  for (const cl_gl_context_info what :
       {CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, CL_DEVICES_FOR_GL_CONTEXT_KHR}) {
    EXPECT_EQ(Ask(Properties(), what, sizeof(found), &found, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof(found));
    EXPECT_EQ(found, device);
    EXPECT_EQ(Ask(Properties(), what, sizeof(found) - 1, &found), CL_INVALID_VALUE);
    EXPECT_EQ(Ask(Properties(), what, 0, nullptr, &size), CL_SUCCESS);
  }
  EXPECT_EQ(Ask(Properties(), CL_GL_CONTEXT_KHR, sizeof(found), &found), CL_INVALID_VALUE);
}

TEST_F(GlContextTest, TellsNoDevicesForBadProperties) {
  cl_device_id found = nullptr;
  const auto ask = [&](const List& list) {
    return Ask(list, CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof(found), &found);
  };
  const cl_context_properties handle = Value(gl->handle()), display = Value(Display());
  EXPECT_EQ(ask(With({})), CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
  EXPECT_EQ(ask(With({CL_GL_CONTEXT_KHR, 0x1234, CL_EGL_DISPLAY_KHR, display})),
            CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
  EXPECT_EQ(ask(With({CL_GL_CONTEXT_KHR, handle, CL_EGL_DISPLAY_KHR, display, CL_GLX_DISPLAY_KHR,
                      display})),
            CL_INVALID_OPERATION);
  EXPECT_EQ(ask(With({0x7777, 1})), CL_INVALID_VALUE);
}

TEST_F(GlContextTest, LeavesTheThreadsAlone) {
  const GLuint buffer = MakeBuffer(16, nullptr);
  const auto state = [] {
    GLint bound = 0;
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
    return std::tuple(eglGetCurrentContext(), eglGetCurrentDisplay(), eglQueryAPI(), bound);
  };
  eglBindAPI(EGL_OPENGL_ES_API);
  const auto before = state();
  cl_int error = 1;
  Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &error);
  EXPECT_EQ(Acquire(memory), CL_SUCCESS);
  Release(memory);
  EXPECT_EQ(state(), before);
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(GlContextTest, NeedsNoContextThatIsCurrent) {
  const Bytes bytes = RandomBytes(64, 1);
  const GLuint buffer = MakeBuffer(64, bytes.data());
  GlContext::Release();
  std::thread([&] {
    cl_int error = 1;
    Context other = clCreateContext(Properties().data(), 1, &device, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(Acquire(memory), CL_SUCCESS);
    EXPECT_EQ(Read<unsigned char>(memory, 64), bytes);
  }).join();
}

// The chapter lets a program crash that ends OpenGL first. Many do not care.
TEST_F(GlContextTest, OutlivesOpenGL) {
  const GLuint buffer = MakeBuffer(64, nullptr);
  cl_int error = 1;
  Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  glDeleteBuffers(1, &buffer);
  gl.reset();
  EXPECT_EQ(Acquire(memory), CL_SUCCESS);
  clFinish(queue);
}

class GlesContextTest : public GlContextTest {
  EGLenum Api() const override { return EGL_OPENGL_ES_API; }
};

TEST_F(GlesContextTest, Shares) {
  const Bytes pixels = RandomBytes(8 * 4 * 4, 5);
  const GLuint texture = MakeTexture(GL_TEXTURE_2D);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  glFinish();
  Mem image = Texture(GL_TEXTURE_2D, texture);
  EXPECT_EQ(Acquire(image), CL_SUCCESS);
  EXPECT_EQ(ReadImage(image, {8, 4, 1}, 4), pixels);
}

}  // namespace
