// SPDX-License-Identifier: Apache-2.0
// Memory objects from OpenGL objects ([EX11]): what is refused, what they say of themselves.
#include "gl_fixture.h"

namespace {

using namespace gl_test;

class GlObjectsTest : public GlTest {
 protected:
  cl_int BufferError(GLuint buffer, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int error = 1;
    Mem memory = clCreateFromGLBuffer(context, flags, buffer, &error);
    EXPECT_EQ(memory == nullptr, error != CL_SUCCESS);
    return error;
  }
  cl_int RenderbufferError(GLuint renderbuffer, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_int error = 1;
    Mem memory = clCreateFromGLRenderbuffer(context, flags, renderbuffer, &error);
    EXPECT_EQ(memory == nullptr, error != CL_SUCCESS);
    return error;
  }
  static GLuint MakeRenderbuffer() {
    GLuint renderbuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    return renderbuffer;
  }
  static GLuint Texture2D(GLsizei width, GLsizei height, GLenum internal = GL_RGBA8) {
    const GLuint texture = MakeTexture(GL_TEXTURE_2D);
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal), width, height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, nullptr);
    return texture;
  }
};

constexpr cl_mem_flags kWrongFlags[] = {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                        CL_MEM_ALLOC_HOST_PTR,
                                        CL_MEM_COPY_HOST_PTR,
                                        CL_MEM_USE_HOST_PTR,
                                        CL_MEM_HOST_READ_ONLY,
                                        cl_mem_flags{1} << 40};

TEST_F(GlObjectsTest, BuffersAreChecked) {
  const GLuint good = MakeBuffer(16, nullptr);
  GLuint unborn = 0, bare = 0;
  glGenBuffers(1, &unborn);
  glGenBuffers(1, &bare);
  glBindBuffer(GL_ARRAY_BUFFER, bare);
  for (const cl_mem_flags flags : kWrongFlags)
    EXPECT_EQ(BufferError(good, flags), CL_INVALID_VALUE);
  for (const cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE})
    EXPECT_EQ(BufferError(good, flags), CL_SUCCESS);
  EXPECT_EQ(BufferError(0), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(BufferError(12345), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(BufferError(unborn), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(BufferError(bare), CL_INVALID_GL_OBJECT) << "no data store";
  EXPECT_EQ(BufferError(MakeBuffer(0, nullptr)), CL_INVALID_GL_OBJECT) << "an empty data store";
  EXPECT_FALSE(glIsBuffer(12345)) << "a name was made a buffer";
}

TEST_F(GlObjectsTest, BuffersSayWhatTheyAre) {
  const GLuint buffer = MakeBuffer(48, nullptr);
  cl_int error = 1;
  Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_ONLY, buffer, &error);
  EXPECT_EQ(Info<cl_mem_object_type>(clGetMemObjectInfo, cl_mem{memory}, CL_MEM_TYPE),
            cl_mem_object_type{CL_MEM_OBJECT_BUFFER});
  EXPECT_EQ(Info<size_t>(clGetMemObjectInfo, cl_mem{memory}, CL_MEM_SIZE), 48u);
  EXPECT_EQ(Info<cl_mem_flags>(clGetMemObjectInfo, cl_mem{memory}, CL_MEM_FLAGS),
            cl_mem_flags{CL_MEM_READ_ONLY});
  cl_gl_object_type type = 0;
  cl_GLuint name = 0;
  EXPECT_EQ(clGetGLObjectInfo(memory, &type, &name), CL_SUCCESS);
  EXPECT_EQ(type, cl_gl_object_type{CL_GL_OBJECT_BUFFER});
  EXPECT_EQ(name, buffer);
  EXPECT_EQ(clGetGLObjectInfo(memory, nullptr, nullptr), CL_SUCCESS);
  cl_GLenum target = 0;
  EXPECT_EQ(clGetGLTextureInfo(memory, CL_GL_TEXTURE_TARGET, sizeof(target), &target, nullptr),
            CL_INVALID_GL_OBJECT);

  Mem plain = Buffer(4);
  EXPECT_EQ(clGetGLObjectInfo(plain, &type, &name), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(clGetGLTextureInfo(plain, CL_GL_TEXTURE_TARGET, sizeof(target), &target, nullptr),
            CL_INVALID_GL_OBJECT);
  for (cl_mem bad : BadHandles<cl_mem>()) {
    EXPECT_EQ(Driver().clGetGLObjectInfo(bad, &type, &name), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(Driver().clGetGLTextureInfo(bad, CL_GL_TEXTURE_TARGET, 4, &target, nullptr),
              CL_INVALID_MEM_OBJECT);
  }
}

TEST_F(GlObjectsTest, TexturesSayWhatTheyAre) {
  const GLuint texture = MakeTexture(GL_TEXTURE_2D);
  for (GLint level = 0; level < 3; ++level)
    glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 16 >> level, 8 >> level, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, nullptr);
  Mem image = Texture(GL_TEXTURE_2D, texture, 2);
  EXPECT_EQ(Info<size_t>(clGetImageInfo, cl_mem{image}, CL_IMAGE_WIDTH), 4u);
  EXPECT_EQ(Info<size_t>(clGetImageInfo, cl_mem{image}, CL_IMAGE_HEIGHT), 2u);
  EXPECT_EQ(Info<cl_uint>(clGetImageInfo, cl_mem{image}, CL_IMAGE_NUM_MIP_LEVELS), 0u);
  cl_gl_object_type type = 0;
  cl_GLuint name = 0;
  EXPECT_EQ(clGetGLObjectInfo(image, &type, &name), CL_SUCCESS);
  EXPECT_EQ(type, cl_gl_object_type{CL_GL_OBJECT_TEXTURE2D});
  EXPECT_EQ(name, texture);
  EXPECT_EQ(Info<cl_GLenum>(clGetGLTextureInfo, cl_mem{image}, CL_GL_TEXTURE_TARGET),
            cl_GLenum{GL_TEXTURE_2D});
  EXPECT_EQ(Info<cl_GLint>(clGetGLTextureInfo, cl_mem{image}, CL_GL_MIPMAP_LEVEL), 2);
  cl_GLint level = 0;
  EXPECT_EQ(clGetGLTextureInfo(image, CL_GL_MIPMAP_LEVEL, 3, &level, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetGLTextureInfo(image, CL_GL_MIPMAP_LEVEL, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetGLTextureInfo(image, CL_MEM_SIZE, 8, &level, nullptr), CL_INVALID_VALUE);
}

TEST_F(GlObjectsTest, TexturesAreChecked) {
  const GLuint good = Texture2D(4, 4);
  for (const cl_mem_flags flags : kWrongFlags)
    EXPECT_EQ(TextureError(GL_TEXTURE_2D, good, 0, flags), CL_INVALID_VALUE);
  for (const GLenum target : {GL_TEXTURE_CUBE_MAP, GL_RENDERBUFFER, GL_ARRAY_BUFFER, 0})
    EXPECT_EQ(TextureError(target, good), CL_INVALID_VALUE);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, 0), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, 12345), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(TextureError(GL_TEXTURE_BUFFER, 12345), CL_INVALID_GL_OBJECT);
  EXPECT_FALSE(glIsTexture(12345)) << "a name was made a texture";
  for (const GLenum target : {GL_TEXTURE_1D, GL_TEXTURE_3D, GL_TEXTURE_BUFFER, GL_TEXTURE_RECTANGLE,
                              GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP_POSITIVE_X})
    EXPECT_EQ(TextureError(target, good), CL_INVALID_GL_OBJECT) << "of another target";
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, MakeTexture(GL_TEXTURE_2D)), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, Texture2D(0, 4)), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, Texture2D(4, 4, GL_R3_G3_B2)),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  const GLuint bare = MakeTexture(GL_TEXTURE_BUFFER);
  EXPECT_EQ(TextureError(GL_TEXTURE_BUFFER, bare), CL_INVALID_GL_OBJECT) << "without a buffer";
}

TEST_F(GlObjectsTest, LevelsAreChecked) {
  const GLuint texture = MakeTexture(GL_TEXTURE_2D);
  for (GLint level = 0; level < 3; ++level)
    glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, 8 >> level, 8 >> level, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, nullptr);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture, 2), CL_SUCCESS);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture, 3), CL_INVALID_GL_OBJECT) << "not defined";
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture, 4), CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture, -1), CL_INVALID_MIP_LEVEL);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1);
  glFinish();
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture, 0), CL_INVALID_MIP_LEVEL) << "below the base";
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture, 1), CL_SUCCESS);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture, 2), CL_INVALID_MIP_LEVEL) << "above the highest";

  GLuint stored = MakeTexture(GL_TEXTURE_2D);
  glTexStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 8, 8);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, stored, 1), CL_SUCCESS);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, stored, 2), CL_INVALID_MIP_LEVEL);

  const GLuint rectangle = MakeTexture(GL_TEXTURE_RECTANGLE);
  glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  EXPECT_EQ(TextureError(GL_TEXTURE_RECTANGLE, rectangle, 0), CL_SUCCESS);
  EXPECT_EQ(TextureError(GL_TEXTURE_RECTANGLE, rectangle, 1), CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(TextureError(GL_TEXTURE_BUFFER, rectangle, 1), CL_INVALID_MIP_LEVEL);
}

TEST_F(GlObjectsTest, TexturesMustBeComplete) {
  const GLuint texture = Texture2D(4, 4);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
  glFinish();
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture), CL_INVALID_GL_OBJECT) << "levels 1 and 2";
  glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexImage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFinish();
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture), CL_INVALID_GL_OBJECT) << "level 2 is too large";
  glTexImage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFinish();
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture), CL_SUCCESS);

  const GLuint cube = MakeTexture(GL_TEXTURE_CUBE_MAP);
  for (GLenum face = GL_TEXTURE_CUBE_MAP_POSITIVE_X; face < GL_TEXTURE_CUBE_MAP_NEGATIVE_Z; ++face)
    glTexImage2D(face, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFinish();
  EXPECT_EQ(TextureError(GL_TEXTURE_CUBE_MAP_POSITIVE_X, cube), CL_INVALID_GL_OBJECT)
      << "a face is missing";
  glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               nullptr);
  glFinish();
  EXPECT_EQ(TextureError(GL_TEXTURE_CUBE_MAP_POSITIVE_X, cube), CL_SUCCESS);
}

TEST_F(GlObjectsTest, OlderCallsTakeFewerTargets) {
  const GLuint flat = Texture2D(4, 4), deep = MakeTexture(GL_TEXTURE_3D);
  glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  cl_int error = 1;
  Mem two = clCreateFromGLTexture2D(context, CL_MEM_READ_WRITE, GL_TEXTURE_2D, 0, flat, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  Mem three = clCreateFromGLTexture3D(context, CL_MEM_READ_WRITE, GL_TEXTURE_3D, 0, deep, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clCreateFromGLTexture2D(context, 0, GL_TEXTURE_3D, 0, deep, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateFromGLTexture3D(context, 0, GL_TEXTURE_2D, 0, flat, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(GlObjectsTest, RenderbuffersAreChecked) {
  const GLuint good = MakeRenderbuffer();
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 6, 5);
  for (const cl_mem_flags flags : kWrongFlags)
    EXPECT_EQ(RenderbufferError(good, flags), CL_INVALID_VALUE);
  EXPECT_EQ(RenderbufferError(0), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(RenderbufferError(12345), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(RenderbufferError(MakeRenderbuffer()), CL_INVALID_GL_OBJECT) << "without storage";
  const GLuint samples = MakeRenderbuffer();
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, 4, 4);
  EXPECT_EQ(RenderbufferError(samples), CL_INVALID_OPERATION);
  const GLuint stencil = MakeRenderbuffer();
  glRenderbufferStorage(GL_RENDERBUFFER, GL_STENCIL_INDEX8, 4, 4);
  EXPECT_EQ(RenderbufferError(stencil), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);

  cl_int error = 1;
  Mem image = clCreateFromGLRenderbuffer(context, CL_MEM_READ_WRITE, good, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(Info<size_t>(clGetImageInfo, cl_mem{image}, CL_IMAGE_WIDTH), 6u);
  EXPECT_EQ(Info<size_t>(clGetImageInfo, cl_mem{image}, CL_IMAGE_HEIGHT), 5u);
  cl_gl_object_type type = 0;
  cl_GLuint name = 0;
  EXPECT_EQ(clGetGLObjectInfo(image, &type, &name), CL_SUCCESS);
  EXPECT_EQ(type, cl_gl_object_type{CL_GL_OBJECT_RENDERBUFFER});
  EXPECT_EQ(name, good);
  cl_GLenum target = 0;
  EXPECT_EQ(clGetGLTextureInfo(image, CL_GL_TEXTURE_TARGET, sizeof(target), &target, nullptr),
            CL_INVALID_GL_OBJECT);
}

}  // namespace
