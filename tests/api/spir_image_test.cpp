// SPDX-License-Identifier: Apache-2.0
// Images, samplers and shifts of SPIR 1.2 binaries (cl_khr_spir), which differ from those of
// SPIR-V.
#include <fstream>
#include <iterator>

#include "image_fixture.h"

namespace {

constexpr cl_image_format kFloats{CL_R, CL_FLOAT};

class SpirImageTest : public ImageFixture {
 protected:
  void SetUp() override {
    ImageFixture::SetUp();
    std::ifstream file(HEDDLE_SPIR_MODULES "images.bc", std::ios::binary);
    ASSERT_TRUE(file) << HEDDLE_SPIR_MODULES;
    const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(file), {}};
    const unsigned char* at = bytes.data();
    const size_t size = bytes.size();
    program_ = clCreateProgramWithBinary(context, 1, &device, &size, &at, nullptr, nullptr);
    ASSERT_TRUE(program_);
    ASSERT_EQ(clBuildProgram(program_, 1, &device, "-x spir -spir-std=1.2 -cl-kernel-arg-info",
                             nullptr, nullptr),
              CL_SUCCESS)
        << BuildLog(program_);
  }
  Kernel Named(const char* name) { return MakeKernel(program_, name); }

  /// One row with the elements `first`, `first + 1`, ...
  Mem Row(cl_image_desc desc, float first) {
    std::vector<float> row(desc.image_width);
    std::iota(row.begin(), row.end(), first);
    return Image(desc, kFloats, CL_MEM_COPY_HOST_PTR, row.data());
  }

 private:
  Program program_;
};

TEST_F(SpirImageTest, SamplersAreArguments) {
  Kernel kernel = Named("sampled");
  cl_kernel_arg_access_qualifier access = 0;
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(access), &access,
                               nullptr),
            CL_SUCCESS);
  EXPECT_EQ(access, cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_READ_ONLY});
  char type[16] = "";
  EXPECT_EQ(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof(type), type, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(type, "sampler_t");
  Mem in = Row(Desc2D(3, 1), 5), out = Buffer(5 * sizeof(float));
  cl_int error = 0;
  Sampler edge =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error);
  Sampler border = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
  SetArgs(kernel, static_cast<cl_mem>(in), static_cast<cl_sampler>(edge), static_cast<cl_mem>(out));
  Run(kernel, 5);
  EXPECT_EQ(Read<float>(out, 5), (std::vector<float>{5, 6, 7, 7, 7}));
  SetArgs(kernel, static_cast<cl_mem>(in), static_cast<cl_sampler>(border),
          static_cast<cl_mem>(out));
  Run(kernel, 5);
  EXPECT_EQ(Read<float>(out, 5), (std::vector<float>{5, 6, 7, 0, 0}));
}

TEST_F(SpirImageTest, AKernelIsCalledWithASampler) {
  Kernel kernel = Named("calls");
  Mem in = Row(Desc2D(3, 1), 5), out = Buffer(5 * sizeof(float));
  SetArgs(kernel, static_cast<cl_mem>(in), static_cast<cl_mem>(out));
  Run(kernel, 5);
  EXPECT_EQ(Read<float>(out, 5), (std::vector<float>{5, 6, 7, 7, 7}));
}

TEST_F(SpirImageTest, ImagesOfAllKinds) {
  Kernel kernel = Named("kinds");
  Mem a = Row(Desc(CL_MEM_OBJECT_IMAGE1D, 3), 10);
  Mem b = Row(Desc(CL_MEM_OBJECT_IMAGE1D_ARRAY, 3, 0, 1), 20);
  std::vector<float> elements{30, 31, 32};
  Mem memory = Buffer(elements);
  cl_image_desc buffer_desc = Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER, 3);
  buffer_desc.buffer = memory;
  Mem c = Image(buffer_desc, kFloats);
  Mem d = Row(Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 3, 1, 1), 40);
  Mem e = Row(Desc(CL_MEM_OBJECT_IMAGE3D, 3, 1, 1), 50);
  Mem out = Row(Desc2D(5, 1), 0);
  SetArgs(kernel, static_cast<cl_mem>(a), static_cast<cl_mem>(b), static_cast<cl_mem>(c),
          static_cast<cl_mem>(d), static_cast<cl_mem>(e), static_cast<cl_mem>(out));
  Run(kernel, 1);
  std::vector<float> written(5);
  ASSERT_EQ(ReadInto(out, Origin{0, 0, 0}, Origin{5, 1, 1}, written.data()), CL_SUCCESS);
  EXPECT_EQ(written, (std::vector<float>{11, 21, 31, 41, 51}));
}

TEST_F(SpirImageTest, ShiftCountsAreTakenModuloTheWidth) {
  Kernel kernel = Named("shifts");
  Mem shifted = Buffer(3 * sizeof(cl_int)), wide = Buffer(sizeof(cl_ulong));
  SetArgs(kernel, cl_uint{67}, static_cast<cl_mem>(shifted), static_cast<cl_mem>(wide));
  Run(kernel, 1);
  EXPECT_EQ(Read<cl_int>(shifted, 3),
            (std::vector<cl_int>{67 << 3, -67 >> 3, static_cast<cl_int>(-67u >> 3)}));
  EXPECT_EQ(Read<cl_ulong>(wide, 1), (std::vector<cl_ulong>{67 << 3}));
}

/// §5.9.3: whether the compiler that wrote the module says so or not.
TEST_F(SpirImageTest, ConstantMemoryIsConst) {
  Kernel kernel = Named("lookup");
  for (cl_uint i = 0; i < 2; ++i) {
    cl_kernel_arg_type_qualifier qualifier = 77;
    EXPECT_EQ(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(qualifier),
                                 &qualifier, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(qualifier, i == 0 ? CL_KERNEL_ARG_TYPE_CONST : CL_KERNEL_ARG_TYPE_NONE) << i;
  }
  Mem table = Buffer(std::vector<float>{3, 4}), out = Buffer(sizeof(float));
  SetArgs(kernel, static_cast<cl_mem>(table), static_cast<cl_mem>(out));
  Run(kernel, 1);
  EXPECT_EQ(Read<float>(out, 1), std::vector<float>{4});
}

}  // namespace
