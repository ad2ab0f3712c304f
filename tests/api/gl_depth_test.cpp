// SPDX-License-Identifier: Apache-2.0
// Depth and depth-stencil textures of OpenGL ([EX17]).
#include <cmath>

#include "gl_fixture.h"

namespace {

using namespace gl_test;

constexpr size_t kWidth = 37, kHeight = 5, kLayers = 3;

/// A kernel's view of a depth texture, and what it has to see.
struct Depths {
  GLenum internal, format, type;
  cl_channel_order order;
  cl_channel_type data_type;
  size_t element;
  /// The element of this depth.
  void (*store)(unsigned char* element, double depth);
  float tolerance;
};

void Store16(unsigned char* element, double depth) {
  const auto bits = static_cast<cl_ushort>(std::lround(depth * 65535));
  std::memcpy(element, &bits, sizeof(bits));
}
void StoreFloat(unsigned char* element, double depth) {
  const auto value = static_cast<float>(depth);
  std::memcpy(element, &value, sizeof(value));
}
void Store24(unsigned char* element, double depth) {
  const cl_uint bits = static_cast<cl_uint>(std::lround(depth * 16777215)) << 8 | 0xa5;
  std::memcpy(element, &bits, sizeof(bits));
}
void StoreFloatStencil(unsigned char* element, double depth) {
  StoreFloat(element, depth);
  const cl_uint stencil = 0x5a;
  std::memcpy(element + 4, &stencil, sizeof(stencil));
}

const Depths kDepths[] = {
    {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, CL_DEPTH, CL_UNORM_INT16, 2,
     Store16, 0.6f / 65535},
    {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, CL_DEPTH, CL_FLOAT, 4, StoreFloat, 0},
    {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, CL_DEPTH_STENCIL, CL_UNORM_INT24,
     4, Store24, 0.6f / 16777215 + 1e-7f},
    {GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, CL_DEPTH_STENCIL,
     CL_FLOAT, 8, StoreFloatStencil, 0},
};

class GlDepthTest : public GlTest {
 protected:
  static double DepthAt(size_t i) { return static_cast<double>(i * 7919 % 1000) / 999; }
  static GLuint DepthTexture(const Depths& depths, bool array) {
    const size_t count = kWidth * kHeight * kLayers;
    Bytes bytes(count * depths.element);
    for (size_t i = 0; i < count; ++i) depths.store(&bytes[i * depths.element], DepthAt(i));
    const GLenum target = array ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
    const GLuint texture = MakeTexture(target);
    if (array)
      glTexImage3D(target, 0, static_cast<GLint>(depths.internal), kWidth, kHeight, kLayers, 0,
                   depths.format, depths.type, bytes.data());
    else
      glTexImage2D(target, 0, static_cast<GLint>(depths.internal), kWidth, kHeight, 0,
                   depths.format, depths.type, bytes.data());
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    return texture;
  }
  Mem StencilImage() {
    return Texture(GL_TEXTURE_2D, DepthTexture(kDepths[2], false), 0, CL_MEM_READ_ONLY);
  }
};

TEST_F(GlDepthTest, IsListed) {
  const std::string names = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  EXPECT_NE((" " + names + " ").find(" cl_khr_gl_depth_images "), std::string::npos);
}

TEST_F(GlDepthTest, KernelsReadDepths) {
  Program program = Build(
      "kernel void flat(read_only image2d_depth_t image, global float* to) {"
      "  int i = get_global_id(0), w = get_image_width(image);"
      "  to[i] = read_imagef(image, (int2)(i % w, i / w));"
      "}"
      "kernel void deep(read_only image2d_array_depth_t image, global float* to) {"
      "  int i = get_global_id(0), w = get_image_width(image), h = get_image_height(image);"
      "  to[i] = read_imagef(image, (int4)(i % w, i / w % h, i / w / h, 0));"
      "}");
  Kernel flat = MakeKernel(program, "flat"), deep = MakeKernel(program, "deep");
  for (const Depths& depths : kDepths) {
    for (bool array : {false, true}) {
      SCOPED_TRACE(testing::Message() << "0x" << std::hex << depths.internal << " " << array);
      const size_t count = kWidth * kHeight * (array ? kLayers : 1);
      Mem image = Texture(array ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D, DepthTexture(depths, array),
                          0, CL_MEM_READ_ONLY);
      const auto format = Info<cl_image_format>(clGetImageInfo, cl_mem{image}, CL_IMAGE_FORMAT);
      EXPECT_EQ(format.image_channel_order, depths.order);
      EXPECT_EQ(format.image_channel_data_type, depths.data_type);
      EXPECT_EQ(Info<size_t>(clGetImageInfo, cl_mem{image}, CL_IMAGE_ELEMENT_SIZE), depths.element);
      Mem result = Buffer(count * sizeof(float));
      const cl_kernel kernel = array ? deep : flat;
      SetArgs(kernel, cl_mem{image}, cl_mem{result});
      EXPECT_EQ(Acquire(image), CL_SUCCESS);
      Run(kernel, count);
      Release(image);
      const auto values = Read<float>(result, count);
      for (size_t i = 0; i < count; ++i)
        ASSERT_NEAR(values[i], static_cast<float>(DepthAt(i)), depths.tolerance) << i;
    }
  }
}

TEST_F(GlDepthTest, KernelsWriteDepthsWithoutStencil) {
  Program program = Build(
      "kernel void f(write_only image2d_depth_t image) {"
      "  int i = get_global_id(0), w = get_image_width(image);"
      "  write_imagef(image, (int2)(i % w, i / w), i / 184.0f);"
      "}");
  Kernel kernel = MakeKernel(program, "f");
  for (const Depths& depths : kDepths) {
    if (depths.order == CL_DEPTH_STENCIL) continue;
    const GLuint texture = DepthTexture(depths, false);
    Mem image = Texture(GL_TEXTURE_2D, texture, 0, CL_MEM_WRITE_ONLY);
    SetArgs(kernel, cl_mem{image});
    EXPECT_EQ(Acquire(image), CL_SUCCESS);
    Run(kernel, kWidth * kHeight);
    Release(image);
    std::vector<float> values(kWidth * kHeight);
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, values.data());
    for (size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], static_cast<float>(i) / 184, depths.tolerance + 1e-7f) << i;
  }
}

TEST_F(GlDepthTest, StencilIsForKernelsThatRead) {
  Mem image = StencilImage(), plain = Buffer(size_t{1} << 12);
  ExpectForKernelsOnly(image, plain);

  Program program = Build("kernel void f(write_only image2d_depth_t image) {}");
  Kernel kernel = MakeKernel(program, "f");
  const cl_mem object = image;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(object), &object), CL_INVALID_ARG_VALUE);
  const GLuint texture = DepthTexture(kDepths[3], false);
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY})
    EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture, 0, flags), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_F(GlDepthTest, ReleasesLeaveTheStencil) {
  const GLuint texture = DepthTexture(kDepths[2], false);
  Bytes before(kWidth * kHeight * 4), after(before.size());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, before.data());
  Mem image = Texture(GL_TEXTURE_2D, texture, 0, CL_MEM_READ_ONLY);
  EXPECT_EQ(Acquire(image), CL_SUCCESS);
  Release(image);
  glBindTexture(GL_TEXTURE_2D, texture);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, after.data());
  EXPECT_EQ(after, before);
}

TEST_F(GlDepthTest, FormatsAreThereForTexturesOnly) {
  const auto has_stencil = [&](cl_context of, cl_mem_flags flags, cl_mem_object_type type) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(of, flags, type, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_image_format> formats(count);
    EXPECT_EQ(clGetSupportedImageFormats(of, flags, type, count, formats.data(), nullptr),
              CL_SUCCESS);
    int found = 0;
    for (const cl_image_format& each : formats)
      found += each.image_channel_order == CL_DEPTH_STENCIL;
    return found;
  };
  EXPECT_EQ(has_stencil(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D), 2);
  EXPECT_EQ(has_stencil(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D_ARRAY), 2);
  EXPECT_EQ(has_stencil(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE3D), 0);
  EXPECT_EQ(has_stencil(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D), 0);
  cl_int error = 1;
  Context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  EXPECT_EQ(has_stencil(other, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D), 0);
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  for (const cl_image_format format : {cl_image_format{CL_DEPTH_STENCIL, CL_UNORM_INT24},
                                       cl_image_format{CL_DEPTH_STENCIL, CL_FLOAT}}) {
    EXPECT_EQ(clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
}

}  // namespace
