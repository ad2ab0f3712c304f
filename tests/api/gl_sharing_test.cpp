// SPDX-License-Identifier: Apache-2.0
// What goes from OpenGL to OpenCL and back ([EX11.7]): bits of all formats and targets.
#include <thread>

#include "gl_fixture.h"

namespace {

using namespace gl_test;

using GlSharingTest = GlTest;

TEST_F(GlSharingTest, BuffersGoThereAndBack) {
  constexpr size_t kCount = 5000;
  std::vector<cl_int> numbers(kCount);
  for (size_t i = 0; i < kCount; ++i) numbers[i] = static_cast<cl_int>(i);
  const GLuint buffer = MakeBuffer(kCount * sizeof(cl_int), numbers.data());
  cl_int error = 1;
  Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = Build("kernel void f(global int* a) { a[get_global_id(0)] *= 3; }");
  Kernel kernel = MakeKernel(program, "f");
  SetArgs(kernel, cl_mem{memory});
  for (cl_int factor = 3; factor <= 9; factor *= 3) {
    EXPECT_EQ(Acquire(memory), CL_SUCCESS);
    Run(kernel, kCount);
    Release(memory);
    const Bytes bytes = BufferBytes(buffer, kCount * sizeof(cl_int));
    std::vector<cl_int> result(kCount);
    std::memcpy(result.data(), bytes.data(), bytes.size());
    for (size_t i = 0; i < kCount; ++i) ASSERT_EQ(result[i], numbers[i] * factor) << i;
  }
}

TEST_F(GlSharingTest, ViewsOfABufferShowWhatWasAcquired) {
  const Bytes bytes = RandomBytes(4096, 7);
  const GLuint buffer = MakeBuffer(bytes.size(), bytes.data());
  cl_int error = 1;
  Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &error);
  const cl_buffer_region region{1024, 256};
  Mem part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  desc.image_width = 1024;
  desc.mem_object = memory;
  Mem line = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(Acquire(memory), CL_SUCCESS);
  EXPECT_EQ(Read<unsigned char>(part, 256), Bytes(&bytes[1024], &bytes[1280]));
  EXPECT_EQ(ReadImage(line, {1024, 1, 1}, 4), bytes);
}

/// Reads what GL has put into a texture through OpenCL, and the other way round.
class GlTextureTest : public GlTest {
 protected:
  struct Case {
    GLenum target;
    std::vector<size_t> region;
    GLint level = 0;
    /// What glGetTexImage answers for a size and a format: the same at other levels.
    void (*define)(GLenum target, GLint level, const Format& format, const void* data);
  };

  void Check(const Case& each, const Format& format) {
    SCOPED_TRACE(testing::Message() << "target 0x" << std::hex << each.target << ", format 0x"
                                    << format.internal << std::dec << ", level " << each.level);
    const size_t count = each.region[0] * each.region[1] * each.region[2];
    const Bytes first = Elements(format, count, 1), second = Elements(format, count, 2);
    const bool cube = each.target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X &&
                      each.target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
    const GLenum binding = cube ? GLenum{GL_TEXTURE_CUBE_MAP} : each.target;
    const GLuint texture = MakeTexture(binding);
    each.define(each.target, each.level, format, first.data());
    ASSERT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    glFinish();

    Mem image = Texture(each.target, texture, each.level);
    ASSERT_NE(image, nullptr);
    const auto chosen = Info<cl_image_format>(clGetImageInfo, cl_mem{image}, CL_IMAGE_FORMAT);
    EXPECT_EQ(chosen.image_channel_order, format.order);
    EXPECT_EQ(chosen.image_channel_data_type, format.data_type);
    ASSERT_EQ(Acquire(image), CL_SUCCESS);
    EXPECT_EQ(ReadImage(image, each.region, format.element), first);
    WriteImage(image, each.region, second);
    Release(image);

    Bytes result(second.size());
    glBindTexture(binding, texture);
    glGetTexImage(each.target, each.level, format.format, format.type, result.data());
    EXPECT_EQ(result, second);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    glDeleteTextures(1, &texture);
  }
};

void Define1D(GLenum target, GLint level, const Format& f, const void* data) {
  for (GLint l = 0; l <= level; ++l)
    glTexImage1D(target, l, static_cast<GLint>(f.internal), 37 << (level - l), 0, f.format, f.type,
                 l == level ? data : nullptr);
}
void Define2D(GLenum target, GLint level, const Format& f, const void* data) {
  const bool layers = target == GL_TEXTURE_1D_ARRAY;
  for (GLint l = 0; l <= level; ++l)
    glTexImage2D(target, l, static_cast<GLint>(f.internal), 37 << (level - l),
                 layers ? 5 : 5 << (level - l), 0, f.format, f.type, l == level ? data : nullptr);
}
void Define3D(GLenum target, GLint level, const Format& f, const void* data) {
  const bool layers = target == GL_TEXTURE_2D_ARRAY;
  for (GLint l = 0; l <= level; ++l)
    glTexImage3D(target, l, static_cast<GLint>(f.internal), 37 << (level - l), 5 << (level - l),
                 layers ? 3 : 3 << (level - l), 0, f.format, f.type, l == level ? data : nullptr);
}
void DefineCube(GLenum target, GLint level, const Format& f, const void* data) {
  for (GLint l = 0; l <= level; ++l)
    for (GLenum face = GL_TEXTURE_CUBE_MAP_POSITIVE_X; face <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
         ++face)
      glTexImage2D(face, l, static_cast<GLint>(f.internal), 9 << (level - l), 9 << (level - l), 0,
                   f.format, f.type, l == level && face == target ? data : nullptr);
}

TEST_F(GlTextureTest, AllFormatsKeepTheirBits) {
  for (const Format& format : kFormats) Check({GL_TEXTURE_2D, {37, 5, 1}, 0, Define2D}, format);
}

TEST_F(GlTextureTest, AllTargetsKeepTheirPlaces) {
  const Format& format = kFormats[0];
  for (GLint level : {0, 1, 2}) {
    Check({GL_TEXTURE_1D, {37, 1, 1}, level, Define1D}, format);
    Check({GL_TEXTURE_1D_ARRAY, {37, 5, 1}, level, Define2D}, format);
    Check({GL_TEXTURE_2D, {37, 5, 1}, level, Define2D}, format);
    Check({GL_TEXTURE_2D_ARRAY, {37, 5, 3}, level, Define3D}, format);
    Check({GL_TEXTURE_3D, {37, 5, 3}, level, Define3D}, format);
    for (GLenum face = GL_TEXTURE_CUBE_MAP_POSITIVE_X; face <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
         ++face)
      Check({face, {9, 9, 1}, level, DefineCube}, format);
  }
  Check({GL_TEXTURE_RECTANGLE, {37, 5, 1}, 0, Define2D}, format);
}

TEST_F(GlTextureTest, FormatsWithoutASize) {
  const auto check = [&](GLenum internal, GLenum format, GLenum type, cl_channel_order order,
                         cl_channel_type data_type, size_t element) {
    Check({GL_TEXTURE_2D, {37, 5, 1}, 0, Define2D},
          {internal, format, type, order, data_type, element});
  };
  check(GL_RGBA, GL_RGBA, GL_UNSIGNED_INT_8_8_8_8_REV, CL_RGBA, CL_UNORM_INT8, 4);
  check(4, GL_RGBA, GL_UNSIGNED_BYTE, CL_RGBA, CL_UNORM_INT8, 4);
  check(GL_RG, GL_RG, GL_UNSIGNED_BYTE, CL_RG, CL_UNORM_INT8, 2);
  check(GL_RED, GL_RED, GL_UNSIGNED_BYTE, CL_R, CL_UNORM_INT8, 1);
}

TEST_F(GlTextureTest, DepthKeepsItsBits) {
  Check({GL_TEXTURE_2D, {37, 5, 1}, 0, Define2D},
        {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, CL_DEPTH, CL_UNORM_INT16, 2});
}

TEST_F(GlSharingTest, BufferTexturesShowTheirPart) {
  const Bytes bytes = RandomBytes(4096, 3), others = RandomBytes(1024, 4);
  const GLuint buffer = MakeBuffer(bytes.size(), bytes.data());
  const GLuint texture = MakeTexture(GL_TEXTURE_BUFFER);
  while (glGetError() != GL_NO_ERROR) {  // a buffer texture has no filters
  }
  glTexBufferRange(GL_TEXTURE_BUFFER, GL_RGBA16UI, buffer, 512, 1024);
  ASSERT_EQ(glGetError(), GLenum{GL_NO_ERROR});
  Mem image = Texture(GL_TEXTURE_BUFFER, texture);
  cl_gl_object_type type = 0;
  cl_GLuint name = 0;
  EXPECT_EQ(clGetGLObjectInfo(image, &type, &name), CL_SUCCESS);
  EXPECT_EQ(type, cl_gl_object_type{CL_GL_OBJECT_TEXTURE_BUFFER});
  EXPECT_EQ(name, texture);
  EXPECT_EQ(Info<cl_mem_object_type>(clGetMemObjectInfo, cl_mem{image}, CL_MEM_TYPE),
            cl_mem_object_type{CL_MEM_OBJECT_IMAGE1D_BUFFER});
  EXPECT_EQ(Acquire(image), CL_SUCCESS);
  EXPECT_EQ(ReadImage(image, {128, 1, 1}, 8), Bytes(&bytes[512], &bytes[1536]));
  WriteImage(image, {128, 1, 1}, others);
  Release(image);
  Bytes expected = bytes;
  std::ranges::copy(others, &expected[512]);
  EXPECT_EQ(BufferBytes(buffer, bytes.size()), expected);
}

TEST_F(GlSharingTest, RenderbuffersKeepTheirBits) {
  constexpr GLsizei kWidth = 37, kHeight = 5;
  for (const Format& format : kFormats) {
    SCOPED_TRACE(testing::Message() << "format 0x" << std::hex << format.internal);
    GLuint renderbuffer = 0, frame = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, format.internal, kWidth, kHeight);
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    ASSERT_EQ(glCheckFramebufferStatus(GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
    const auto bytes_of_gl = [&] {
      Bytes bytes(kWidth * kHeight * format.element);
      glReadPixels(0, 0, kWidth, kHeight, format.format, format.type, bytes.data());
      return bytes;
    };
    // Something that is not the same everywhere: a corner has another colour.
    const bool integer =
        format.data_type >= CL_SIGNED_INT8 && format.data_type <= CL_UNSIGNED_INT32;
    const GLint whole[] = {1, 2, 3, 4}, corner[] = {5, 6, 7, 8};
    const GLfloat dark[] = {0.125f, 0.25f, 0.5f, 0.75f}, light[] = {1, 0.875f, 0.625f, 0.375f};
    const auto clear = [&](const GLint* numbers, const GLfloat* colour) {
      const bool is_signed = integer && format.data_type <= CL_SIGNED_INT32;
      if (is_signed)
        glClearBufferiv(GL_COLOR, 0, numbers);
      else if (integer)
        glClearBufferuiv(GL_COLOR, 0, reinterpret_cast<const GLuint*>(numbers));
      else
        glClearBufferfv(GL_COLOR, 0, colour);
    };
    clear(whole, dark);
    glEnable(GL_SCISSOR_TEST);
    glScissor(3, 1, 2, 2);
    clear(corner, light);
    glDisable(GL_SCISSOR_TEST);
    glFinish();

    cl_int error = 1;
    Mem image = clCreateFromGLRenderbuffer(context, CL_MEM_READ_WRITE, renderbuffer, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const auto chosen = Info<cl_image_format>(clGetImageInfo, cl_mem{image}, CL_IMAGE_FORMAT);
    EXPECT_EQ(chosen.image_channel_order, format.order);
    EXPECT_EQ(chosen.image_channel_data_type, format.data_type);
    ASSERT_EQ(Acquire(image), CL_SUCCESS);
    EXPECT_EQ(ReadImage(image, {kWidth, kHeight, 1}, format.element), bytes_of_gl());
    const Bytes second = Elements(format, kWidth * kHeight, 2);
    WriteImage(image, {kWidth, kHeight, 1}, second);
    Release(image);
    EXPECT_EQ(bytes_of_gl(), second);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    glDeleteFramebuffers(1, &frame);
    glDeleteRenderbuffers(1, &renderbuffer);
  }
}

TEST_F(GlSharingTest, KernelsDrawIntoTextures) {
  const GLuint texture = MakeTexture(GL_TEXTURE_2D);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFinish();
  Mem image = Texture(GL_TEXTURE_2D, texture, 0, CL_MEM_WRITE_ONLY);
  Program program = Build(
      "kernel void f(write_only image2d_t image) {"
      "  int x = get_global_id(0) % 16, y = get_global_id(0) / 16;"
      "  write_imagef(image, (int2)(x, y), (float4)(x / 255.0f, y / 255.0f, 0, 1));"
      "}");
  Kernel kernel = MakeKernel(program, "f");
  SetArgs(kernel, cl_mem{image});
  EXPECT_EQ(Acquire(image), CL_SUCCESS);
  Run(kernel, 256);
  Release(image);
  Bytes pixels(16 * 16 * 4);
  glBindTexture(GL_TEXTURE_2D, texture);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  for (size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(pixels[4 * i], i % 16);
    EXPECT_EQ(pixels[4 * i + 1], i / 16);
  }
}

TEST_F(GlSharingTest, CommandsAreChecked) {
  cl_int error = 1;
  Mem shared = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, MakeBuffer(4, nullptr), &error);
  Mem plain = Buffer(4);
  Context foreign_context =
      clCreateContext(Properties().data(), 1, &device, nullptr, nullptr, &error);
  Mem foreign =
      clCreateFromGLBuffer(foreign_context, CL_MEM_READ_WRITE, MakeBuffer(4, nullptr), &error);
  for (const auto enqueue :
       {Driver().clEnqueueAcquireGLObjects, Driver().clEnqueueReleaseGLObjects}) {
    cl_mem object = shared;
    cl_event event = reinterpret_cast<cl_event>(1);
    EXPECT_EQ(enqueue(queue, 0, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, 0, &object, 0, nullptr, &event), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(queue, 1, nullptr, 0, nullptr, &event), CL_INVALID_VALUE);
    EXPECT_EQ(enqueue(queue, 1, &object, 1, nullptr, &event), CL_INVALID_EVENT_WAIT_LIST);
    for (cl_command_queue bad : BadHandles<cl_command_queue>())
      EXPECT_EQ(enqueue(bad, 1, &object, 0, nullptr, &event), CL_INVALID_COMMAND_QUEUE);
    for (cl_mem bad : BadHandles<cl_mem>())
      EXPECT_EQ(enqueue(queue, 1, &bad, 0, nullptr, &event), CL_INVALID_MEM_OBJECT);
    object = plain;
    EXPECT_EQ(enqueue(queue, 1, &object, 0, nullptr, &event), CL_INVALID_GL_OBJECT);
    object = foreign;
    EXPECT_EQ(enqueue(queue, 1, &object, 0, nullptr, &event), CL_INVALID_CONTEXT);
    EXPECT_EQ(event, reinterpret_cast<cl_event>(1)) << "written although the call failed";
  }
}

TEST_F(GlSharingTest, EventsSayWhatTheyAreOf) {
  cl_int error = 1;
  Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, MakeBuffer(4, nullptr), &error);
  cl_mem object = memory;
  Event acquired, released;
  EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 1, &object, 0, nullptr, acquired.out()), CL_SUCCESS);
  const cl_event first = acquired;
  EXPECT_EQ(clEnqueueReleaseGLObjects(queue, 1, &object, 1, &first, released.out()), CL_SUCCESS);
  const cl_event last = released;
  EXPECT_EQ(clWaitForEvents(1, &last), CL_SUCCESS);
  EXPECT_EQ(Info<cl_command_type>(clGetEventInfo, cl_event{acquired}, CL_EVENT_COMMAND_TYPE),
            cl_command_type{CL_COMMAND_ACQUIRE_GL_OBJECTS});
  EXPECT_EQ(Info<cl_command_type>(clGetEventInfo, cl_event{released}, CL_EVENT_COMMAND_TYPE),
            cl_command_type{CL_COMMAND_RELEASE_GL_OBJECTS});
}

TEST_F(GlSharingTest, WhatWasNotAcquiredIsNotWrittenBack) {
  const Bytes bytes = RandomBytes(64, 9), others = RandomBytes(64, 10);
  const GLuint buffer = MakeBuffer(64, bytes.data());
  cl_int error = 1;
  Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &error);
  Release(memory);
  EXPECT_EQ(BufferBytes(buffer, 64), bytes);
  EXPECT_EQ(Acquire(memory), CL_SUCCESS);
  Release(memory);
  glBufferSubData(GL_ARRAY_BUFFER, 0, 64, others.data());
  glFinish();
  Release(memory);
  EXPECT_EQ(BufferBytes(buffer, 64), others) << "released twice";
}

TEST_F(GlSharingTest, DeletedObjectsFailTheCommand) {
  cl_int error = 1;
  GLuint buffer = MakeBuffer(4, nullptr), texture = MakeTexture(GL_TEXTURE_2D), drawn = 0;
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glGenRenderbuffers(1, &drawn);
  glBindRenderbuffer(GL_RENDERBUFFER, drawn);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4);
  Mem objects[] = {clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &error),
                   Texture(GL_TEXTURE_2D, texture),
                   clCreateFromGLRenderbuffer(context, CL_MEM_READ_WRITE, drawn, &error)};
  glDeleteBuffers(1, &buffer);
  glDeleteTextures(1, &texture);
  glDeleteRenderbuffers(1, &drawn);
  glFinish();
  for (Mem& memory : objects) {
    const cl_mem object = memory;
    Event event;
    EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 1, &object, 0, nullptr, event.out()), CL_SUCCESS);
    clFinish(queue);
    EXPECT_EQ(Info<cl_int>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_EXECUTION_STATUS),
              CL_INVALID_GL_OBJECT);
  }
  EXPECT_FALSE(glIsBuffer(buffer) || glIsTexture(texture) || glIsRenderbuffer(drawn))
      << "a deleted name was made anew";
}

TEST_F(GlSharingTest, TexturesThatHaveGrownAreNotReadIntoSmallImages) {
  const GLuint texture = MakeTexture(GL_TEXTURE_2D);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFinish();
  Mem image = Texture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 400, 400, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFinish();
  const cl_mem object = image;
  Event event;
  EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 1, &object, 0, nullptr, event.out()), CL_SUCCESS);
  clFinish(queue);
  EXPECT_EQ(Info<cl_int>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_EXECUTION_STATUS),
            CL_INVALID_GL_OBJECT);
}

TEST_F(GlSharingTest, ManyThreadsShareAtOnce) {
  constexpr int kThreads = 4, kTurns = 20;
  const GLuint buffer = MakeBuffer(1024, nullptr);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      cl_int error = 1;
      Queue own = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
      for (int turn = 0; turn < kTurns; ++turn) {
        Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_WRITE, buffer, &error);
        EXPECT_EQ(error, CL_SUCCESS);
        const cl_mem object = memory;
        EXPECT_EQ(clEnqueueAcquireGLObjects(own, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clEnqueueReleaseGLObjects(own, 1, &object, 0, nullptr, nullptr), CL_SUCCESS);
        EXPECT_EQ(clFinish(own), CL_SUCCESS);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
