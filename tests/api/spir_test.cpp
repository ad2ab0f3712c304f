// SPDX-License-Identifier: Apache-2.0
// Programs from SPIR 1.2 binaries (cl_khr_spir).
#include <fstream>
#include <iterator>

#include "program_fixture.h"

namespace {

constexpr const char* kOptions = "-x spir -spir-std=1.2 -cl-kernel-arg-info";

Bytes Spir(const std::string& name = "pairs") {
  std::ifstream file(HEDDLE_SPIR_MODULES + name + ".bc", std::ios::binary);
  EXPECT_TRUE(file) << HEDDLE_SPIR_MODULES << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

class SpirTest : public ProgramFixture {
 protected:
  void CheckPairs(cl_program program) {
    Kernel kernel = MakeKernel(program, "pairs");
    Mem in = Buffer(std::vector<float>{1, 2, 3, 4, 5, 6}), out = Buffer(3 * sizeof(float));
    SetArgs(kernel, static_cast<cl_mem>(in), static_cast<cl_mem>(out));
    Run(kernel, 3);
    EXPECT_EQ(Read<float>(out, 3), (std::vector<float>{3, 7, 11}));
  }
};

TEST_F(SpirTest, DeviceTakesVersion12) {
  EXPECT_EQ(InfoString(clGetDeviceInfo, device, CL_DEVICE_SPIR_VERSIONS), "1.2");
}

TEST_F(SpirTest, Builds) {
  Program program = WithBinary(Spir());
  EXPECT_EQ(Type(program), cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_INTERMEDIATE});
  ASSERT_EQ(clBuildProgram(program, 1, &device, kOptions, nullptr, nullptr), CL_SUCCESS)
      << BuildLog(program);
  EXPECT_EQ(Type(program), cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  CheckPairs(program);
  Kernel kernel = MakeKernel(program, "pairs");
  char name[16] = "";
  EXPECT_EQ(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof(name), name, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(name, "out");
}

TEST_F(SpirTest, ReadsImages) {
  Program program = WithBinary(Spir("texels"));
  ASSERT_EQ(clBuildProgram(program, 1, &device, kOptions, nullptr, nullptr), CL_SUCCESS)
      << BuildLog(program);
  Kernel kernel = MakeKernel(program, "texels");
  float texels[] = {3, 1, 4};
  const cl_image_format format{CL_R, CL_FLOAT};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = 3;
  desc.image_height = 1;
  cl_int error = 1;
  Mem image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc,
                            texels, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_sampler sampler =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Mem out = Buffer(4 * sizeof(float));
  SetArgs(kernel, static_cast<cl_mem>(image), sampler, static_cast<cl_mem>(out));
  Run(kernel, 4);
  EXPECT_EQ(Read<float>(out, 4), (std::vector<float>{3, 1, 4, 4}));
  EXPECT_EQ(clReleaseSampler(sampler), CL_SUCCESS);
}

TEST_F(SpirTest, CompilesAndLinks) {
  Program program = WithBinary(Spir());
  EXPECT_EQ(clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_OPERATION);
  cl_program input = program;
  cl_int error = 0;
  EXPECT_EQ(clLinkProgram(context, 1, &device, "", 1, &input, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  ASSERT_EQ(clCompileProgram(program, 1, &device, kOptions, 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS)
      << BuildLog(program);
  EXPECT_EQ(Type(program), cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  Program linked = clLinkProgram(context, 1, &device, "", 1, &input, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS) << BuildLog(linked);
  CheckPairs(linked);
}

TEST_F(SpirTest, IsTakenBackUnbuilt) {
  Program program = WithBinary(Spir());
  Program again = WithBinary(BinaryOf(program));
  EXPECT_EQ(Type(again), cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_INTERMEDIATE});
  ASSERT_EQ(clBuildProgram(again, 1, &device, kOptions, nullptr, nullptr), CL_SUCCESS);
  CheckPairs(again);
}

TEST_F(SpirTest, OptionsAreChecked) {
  Program program = WithBinary(Spir());
  for (const char* options : {"-x", "-x clc", "-x spir -spir-std=9.9", "-no-such-option"}) {
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr),
              CL_INVALID_BUILD_OPTIONS)
        << options;
  }
  Program c = Source("kernel void k() {}");
  EXPECT_EQ(clBuildProgram(c, 1, &device, kOptions, nullptr, nullptr), CL_INVALID_BUILD_OPTIONS);
}

TEST_F(SpirTest, BrokenBitcodeFailsToBuild) {
  const Bytes good = Spir();
  for (size_t at = 4; at < good.size(); at += 61) {
    Bytes changed = good;
    changed[at] ^= 0x55;
    Program program = WithBinary(changed);
    const cl_int error = clBuildProgram(program, 1, &device, kOptions, nullptr, nullptr);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_BUILD_PROGRAM_FAILURE) << at << ": " << error;
  }
  Program cut = WithBinary(Bytes(good.begin(), good.begin() + 40));
  EXPECT_EQ(clBuildProgram(cut, 1, &device, kOptions, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(cut), "");
}

}  // namespace
