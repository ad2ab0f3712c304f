// SPDX-License-Identifier: Apache-2.0
// Images and samplers as arguments of kernels (§5.9.2, 5.10).
#include "image_fixture.h"

namespace {

class ImageArgTest : public ImageFixture {
 protected:
  void SetUp() override {
    ImageFixture::SetUp();
    program = Build(R"(
      kernel void copy(read_only image2d_t from, write_only image2d_t to, sampler_t s) {
        const int2 at = (int2)(get_global_id(0), get_global_id(1));
        write_imageui(to, at, read_imageui(from, s, at));
      }
      kernel void both(read_write image2d_t image, read_only image2d_t other) {
        const int2 at = (int2)(get_global_id(0), get_global_id(1));
        write_imageui(image, at, read_imageui(image, at) + read_imageui(other, at));
      }
      kernel void types(read_only image1d_t a, read_only image1d_array_t b,
                        read_only image1d_buffer_t c, read_only image2d_array_t d,
                        read_only image3d_t e, read_only image2d_depth_t f,
                        read_only image2d_array_depth_t g, global int* out) {
        out[0] = get_image_width(a) + get_image_width(b) + get_image_width(c) +
                 get_image_width(d) + get_image_width(e) + get_image_width(f) +
                 get_image_width(g);
      })",
                    "-cl-std=CL2.0");
    ASSERT_TRUE(program);
  }
  void TearDown() override {
    program.reset();
    ImageFixture::TearDown();
  }
  static cl_int Set(cl_kernel kernel, cl_uint index, const void* value,
                    size_t size = sizeof(void*)) {
    return clSetKernelArg(kernel, index, size, value);
  }
  static cl_int Set(cl_kernel kernel, cl_uint index, const Mem& mem) {
    const cl_mem handle = mem;
    return Set(kernel, index, &handle);
  }
  cl_int Enqueue(cl_kernel kernel, const std::vector<cl_event>& waits = {}) {
    const size_t global[2] = {4, 4};
    return clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr,
                                  static_cast<cl_uint>(waits.size()),
                                  waits.empty() ? nullptr : waits.data(), nullptr);
  }

  Program program;
};

TEST_F(ImageArgTest, ArgumentsLiveAsLongAsTheirCommand) {
  Kernel kernel = MakeKernel(program, "copy");
  auto data = Bytes(64);
  Mem to = Image(Desc2D(4, 4));
  Event gate = UserEvent();
  {
    Mem from = Image(Desc2D(4, 4), kRgba8, CL_MEM_COPY_HOST_PTR, data.data());
    cl_int error = -1;
    Sampler sampler =
        clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error);
    SetArgs(kernel, cl_mem{from}, cl_mem{to}, cl_sampler{sampler});
    EXPECT_EQ(Enqueue(kernel, {gate}), CL_SUCCESS);
  }
  Open(gate);
  EXPECT_EQ(ReadAll(to, Origin{}, Origin{4, 4, 1}), data);
  EXPECT_EQ(Enqueue(kernel), CL_INVALID_KERNEL_ARGS);  // now they are gone
}

TEST_F(ImageArgTest, WrongImages) {
  Kernel kernel = MakeKernel(program, "copy");
  Mem image = Image(Desc2D(4, 4));
  EXPECT_EQ(Set(kernel, 0, nullptr), CL_INVALID_MEM_OBJECT);
  const cl_mem null = nullptr;
  EXPECT_EQ(Set(kernel, 0, &null), CL_INVALID_MEM_OBJECT);
  const cl_mem handle = image;
  EXPECT_EQ(Set(kernel, 0, &handle, 4), CL_INVALID_ARG_SIZE);
  Mem buffer = Buffer(64);
  EXPECT_EQ(Set(kernel, 0, buffer), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(Set(kernel, 0, Image(Desc(CL_MEM_OBJECT_IMAGE3D, 4, 4, 4))), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(Set(kernel, 0, Image(Desc2D(4, 4), {CL_DEPTH, CL_FLOAT})), CL_INVALID_MEM_OBJECT);
  Mem write_only = Image(Desc2D(4, 4), kRgba8, CL_MEM_WRITE_ONLY);
  EXPECT_EQ(Set(kernel, 0, write_only), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(Set(kernel, 1, write_only), CL_SUCCESS);
  Mem read_only = Image(Desc2D(4, 4), kRgba8, CL_MEM_READ_ONLY);
  EXPECT_EQ(Set(kernel, 0, read_only), CL_SUCCESS);
  EXPECT_EQ(Set(kernel, 1, read_only), CL_INVALID_ARG_VALUE);
  Kernel both = MakeKernel(program, "both");
  EXPECT_EQ(Set(both, 0, read_only), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(Set(both, 0, write_only), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(Set(both, 0, image), CL_SUCCESS);
}

TEST_F(ImageArgTest, TypesHaveToAgree) {
  Kernel kernel = MakeKernel(program, "types");
  Mem buffer = Buffer(64), out = Buffer(4);
  cl_image_desc from_buffer = Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 4);
  from_buffer.mem_object = buffer;
  const cl_image_format depth{CL_DEPTH, CL_FLOAT};
  std::vector<Mem> images;
  images.push_back(Image(Desc(CL_MEM_OBJECT_IMAGE1D, 1)));
  images.push_back(Image(Desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 2, 0, 2)));
  images.push_back(Image(from_buffer));
  images.push_back(Image(Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 1, 2)));
  images.push_back(Image(Desc(CL_MEM_OBJECT_IMAGE3D, 16, 2, 2)));
  images.push_back(Image(Desc2D(32, 2), depth));
  images.push_back(Image(Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 64, 1, 2), depth));
  for (cl_uint i = 0; i < images.size(); ++i) {
    for (cl_uint j = 0; j < images.size(); ++j) {
      EXPECT_EQ(Set(kernel, i, images[j]), i == j ? CL_SUCCESS : CL_INVALID_MEM_OBJECT) << i << j;
    }
  }
  SetArg(kernel, 7, cl_mem{out});
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 127);
}

TEST_F(ImageArgTest, WrongSamplers) {
  Kernel kernel = MakeKernel(program, "copy");
  EXPECT_EQ(Set(kernel, 2, nullptr), CL_INVALID_SAMPLER);
  for (cl_sampler bad : BadHandles<cl_sampler>()) {
    EXPECT_EQ(Set(kernel, 2, &bad), CL_INVALID_SAMPLER);
  }
  cl_int error = -1;
  Sampler sampler = clCreateSamplerWithProperties(context, nullptr, &error);
  const cl_sampler handle = sampler;
  EXPECT_EQ(Set(kernel, 2, &handle, 4), CL_INVALID_ARG_SIZE);
  Context other = NewContext();
  Sampler foreign = clCreateSamplerWithProperties(other, nullptr, &error);
  const cl_sampler foreign_handle = foreign;
  EXPECT_EQ(Set(kernel, 2, &foreign_handle), CL_INVALID_SAMPLER);
}

// §5.3.2, below Table 18.
TEST_F(ImageArgTest, OneImageInTwoWays) {
  Kernel kernel = MakeKernel(program, "both");
  auto data = std::vector<unsigned char>(64, 3);
  Mem image = Image(Desc2D(4, 4), kRgba8, CL_MEM_COPY_HOST_PTR, data.data());
  Mem other = Image(Desc2D(4, 4), kRgba8, CL_MEM_COPY_HOST_PTR, data.data());
  SetArgs(kernel, cl_mem{image}, cl_mem{image});
  EXPECT_EQ(Enqueue(kernel), CL_INVALID_KERNEL_ARGS);
  SetArg(kernel, 1, cl_mem{other});
  EXPECT_EQ(Enqueue(kernel), CL_SUCCESS);
  EXPECT_EQ(ReadAll(image, Origin{}, Origin{4, 4, 1}), std::vector<unsigned char>(64, 6));
}

}  // namespace
