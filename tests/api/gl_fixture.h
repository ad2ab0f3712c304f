// SPDX-License-Identifier: Apache-2.0
// An OpenGL context without a window, and an OpenCL context that shares its objects. Where EGL has
// no display without a window system, or no driver, the tests are skipped, with a line that says
// so.
#pragma once

#define GL_GLEXT_PROTOTYPES
#include <CL/cl_gl.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

#include <cstring>
#include <random>

#include "api_test.h"

namespace gl_test {

/// EGL_PLATFORM_SURFACELESS_MESA's display, once for the process; EGL_NO_DISPLAY if there is none.
inline EGLDisplay Display() {
  static const EGLDisplay display = [] {
    const EGLDisplay found =
        eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    return found != EGL_NO_DISPLAY && eglInitialize(found, nullptr, nullptr) ? found
                                                                             : EGL_NO_DISPLAY;
  }();
  return display;
}

/// A context of `api` (EGL_OPENGL_API, EGL_OPENGL_ES_API), current on the calling thread while it
/// lives.
class GlContext {
 public:
  explicit GlContext(EGLenum api = EGL_OPENGL_API) {
    eglBindAPI(api);
    const bool es = api == EGL_OPENGL_ES_API;
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                             es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(Display(), wanted, &config, 1, &count);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    handle_ = eglCreateContext(Display(), config, EGL_NO_CONTEXT, es ? version : nullptr);
    EXPECT_NE(handle_, EGL_NO_CONTEXT);
    MakeCurrent();
  }
  ~GlContext() {
    Release();
    eglDestroyContext(Display(), handle_);
  }
  void MakeCurrent() {
    EXPECT_TRUE(eglMakeCurrent(Display(), EGL_NO_SURFACE, EGL_NO_SURFACE, handle_));
  }
  static void Release() {
    eglMakeCurrent(Display(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  EGLContext handle() const { return handle_; }

 private:
  EGLContext handle_ = EGL_NO_CONTEXT;
};

using Bytes = std::vector<unsigned char>;

inline Bytes RandomBytes(size_t size, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
  return bytes;
}

class GlTest : public ApiTest {
 protected:
  virtual EGLenum Api() const { return EGL_OPENGL_API; }

  void SetUp() override {
    if (Display() == EGL_NO_DISPLAY) GTEST_SKIP() << "EGL has no display without a window system";
    gl = std::make_unique<GlContext>(Api());
    platform = FirstPlatform();
    device = FirstDevice();
    cl_int error = -1;
    context = clCreateContext(Properties().data(), 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  }

  std::vector<cl_context_properties> Properties() const {
    return {CL_GL_CONTEXT_KHR,
            reinterpret_cast<cl_context_properties>(gl->handle()),
            CL_EGL_DISPLAY_KHR,
            reinterpret_cast<cl_context_properties>(Display()),
            CL_CONTEXT_PLATFORM,
            reinterpret_cast<cl_context_properties>(platform),
            0};
  }

  cl_int Acquire(cl_mem object) {
    return clEnqueueAcquireGLObjects(queue, 1, &object, 0, nullptr, nullptr);
  }
  /// Releases, and waits until GL can use it.
  void Release(cl_mem object) {
    EXPECT_EQ(clEnqueueReleaseGLObjects(queue, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

  /// Every command that reads or writes `image` is refused; `plain` is a buffer.
  void ExpectForKernelsOnly(cl_mem image, cl_mem plain) {
    const size_t origin[3] = {}, region[3] = {2, 2, 1};
    cl_float color[4] = {};
    char host[64] = {};
    size_t pitch = 0;
    cl_int error = 1;
    EXPECT_EQ(
        clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, host, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
    EXPECT_EQ(
        clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, host, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueCopyImage(queue, image, image, origin, origin, region, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
    EXPECT_EQ(
        clEnqueueCopyImageToBuffer(queue, image, plain, origin, region, 0, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
    EXPECT_EQ(
        clEnqueueCopyBufferToImage(queue, plain, image, 0, origin, region, 0, nullptr, nullptr),
        CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, region, &pitch, nullptr,
                                0, nullptr, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_OPERATION);
    EXPECT_EQ(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr),
              CL_INVALID_OPERATION);
  }

  static GLuint MakeBuffer(size_t size, const void* data) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(size), data, GL_DYNAMIC_DRAW);
    glFinish();
    return buffer;
  }
  static Bytes BufferBytes(GLuint buffer, size_t size) {
    Bytes bytes(size);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(size), bytes.data());
    return bytes;
  }

  /// A new texture, bound to `target`, that needs no mip levels.
  static GLuint MakeTexture(GLenum target) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
  }

  Mem Texture(GLenum target, GLuint texture, GLint level = 0,
              cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int error = 1;
    Mem image = clCreateFromGLTexture(context, flags, target, level, texture, &error);
    EXPECT_EQ(error, CL_SUCCESS) << "target " << std::hex << target;
    return image;
  }
  cl_int TextureError(GLenum target, GLuint texture, GLint level = 0,
                      cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int error = 1;
    Mem image = clCreateFromGLTexture(context, flags, target, level, texture, &error);
    EXPECT_EQ(image == nullptr, error != CL_SUCCESS);
    return error;
  }

  /// All elements of an image, tightly packed.
  Bytes ReadImage(cl_mem image, const std::vector<size_t>& region, size_t element) {
    const size_t origin[3] = {};
    Bytes bytes(region[0] * region[1] * region[2] * element);
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, region.data(), 0, 0, bytes.data(),
                                 0, nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  void WriteImage(cl_mem image, const std::vector<size_t>& region, const Bytes& bytes) {
    const size_t origin[3] = {};
    EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region.data(), 0, 0, bytes.data(),
                                  0, nullptr, nullptr),
              CL_SUCCESS);
  }

  std::unique_ptr<GlContext> gl;
};

/// Draws into a texture, and keeps OpenGL busy with that: what is drawn is not there when the call
/// returns.
class Painter {
 public:
  static constexpr GLsizei kSize = 256;

  /// For the context that is current.
  Painter() {
    glGenTextures(1, &texture_);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kSize, kSize, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    GLuint frame = 0;
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    glViewport(0, 0, kSize, kSize);
    const char* source =
        "uniform int value, effort;"
        "void main() {"
        "  float x = gl_FragCoord.x;"
        "  for (int i = 0; i < effort; ++i) x = fract(x * 1.25 + 0.375);"
        "  gl_FragColor = vec4(float(value) / 255.0) * (x < 1000.0 ? 1.0 : 0.0);"
        "}";
    const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    program_ = glCreateProgram();
    glAttachShader(program_, shader);
    glLinkProgram(program_);
    GLint linked = 0;
    glGetProgramiv(program_, GL_LINK_STATUS, &linked);
    EXPECT_TRUE(linked);
    glUseProgram(program_);
    Draw(0, 1);  // what is compiled at the first use takes no part in the rest
    glFinish();
  }
  /// `value` (0 to 255) in all channels, after `effort` iterations for each pixel.
  void Draw(GLint value, GLint effort) const {
    glUniform1i(glGetUniformLocation(program_, "value"), value);
    glUniform1i(glGetUniformLocation(program_, "effort"), effort);
    glRectf(-1, -1, 1, 1);
    glFlush();  // Mesa's fences do not see vertices that it has yet to hand over
  }
  GLuint texture() const { return texture_; }
  static Bytes All(int value) {
    return Bytes(size_t{kSize} * kSize * 4, static_cast<unsigned char>(value));
  }

 private:
  GLuint texture_ = 0, program_ = 0;
};
/// So little that it may be done at once, and so much that it is not.
constexpr GLint kEfforts[] = {1, 4000};

/// A format of [EX11.4.1]'s table.
struct Format {
  GLenum internal, format, type;
  cl_channel_order order;
  cl_channel_type data_type;
  size_t element;
  bool is_float = false;
};
#define HEDDLE_INT_FORMATS(base, order, channels, integer)                                     \
  {GL_##base##8I, integer, GL_BYTE, order, CL_SIGNED_INT8, channels},                          \
      {GL_##base##16I, integer, GL_SHORT, order, CL_SIGNED_INT16, 2 * channels},               \
      {GL_##base##32I, integer, GL_INT, order, CL_SIGNED_INT32, 4 * channels},                 \
      {GL_##base##8UI, integer, GL_UNSIGNED_BYTE, order, CL_UNSIGNED_INT8, channels},          \
      {GL_##base##16UI, integer, GL_UNSIGNED_SHORT, order, CL_UNSIGNED_INT16, 2 * channels}, { \
    GL_##base##32UI, integer, GL_UNSIGNED_INT, order, CL_UNSIGNED_INT32, 4 * channels          \
  }
#define HEDDLE_OTHER_FORMATS(base, order, channels, all)                                \
  {GL_##base##8, all, GL_UNSIGNED_BYTE, order, CL_UNORM_INT8, channels},                \
      {GL_##base##16, all, GL_UNSIGNED_SHORT, order, CL_UNORM_INT16, 2 * channels},     \
      {GL_##base##8_SNORM, all, GL_BYTE, order, CL_SNORM_INT8, channels},               \
      {GL_##base##16_SNORM, all, GL_SHORT, order, CL_SNORM_INT16, 2 * channels},        \
      {GL_##base##16F, all, GL_HALF_FLOAT, order, CL_HALF_FLOAT, 2 * channels, true}, { \
    GL_##base##32F, all, GL_FLOAT, order, CL_FLOAT, 4 * channels, true                  \
  }
inline const Format kFormats[] = {
    HEDDLE_OTHER_FORMATS(RGBA, CL_RGBA, 4, GL_RGBA),
    HEDDLE_INT_FORMATS(RGBA, CL_RGBA, 4, GL_RGBA_INTEGER),
    HEDDLE_OTHER_FORMATS(RG, CL_RG, 2, GL_RG),
    HEDDLE_INT_FORMATS(RG, CL_RG, 2, GL_RG_INTEGER),
    HEDDLE_OTHER_FORMATS(R, CL_R, 1, GL_RED),
    HEDDLE_INT_FORMATS(R, CL_R, 1, GL_RED_INTEGER),
    {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, CL_sRGBA, CL_UNORM_INT8, 4},
};
#undef HEDDLE_INT_FORMATS
#undef HEDDLE_OTHER_FORMATS

/// Bytes that no conversion may change: no NaNs, and no least value of normalized integers, which
/// stands for the same number as the one after it.
inline Bytes Elements(const Format& format, size_t count, unsigned seed) {
  Bytes bytes = RandomBytes(count * format.element, seed);
  const bool halves = format.data_type == CL_HALF_FLOAT;
  const size_t channel = halves || format.data_type == CL_SNORM_INT16 ? 2 : 4;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const bool top = i % channel == channel - 1;
    if (format.is_float && top) bytes[i] = static_cast<unsigned char>(0x30 + bytes[i] % 16);
    if (format.data_type == CL_SNORM_INT8 && bytes[i] == 0x80) bytes[i] = 0x81;
    if (format.data_type == CL_SNORM_INT16 && top && bytes[i] == 0x80) bytes[i] = 0x81;
  }
  return bytes;
}

}  // namespace gl_test
