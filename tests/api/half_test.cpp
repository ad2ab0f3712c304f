// SPDX-License-Identifier: Apache-2.0
// cl_khr_fp16 as an application meets it: the extension and its queries, what OpenCL C defines with
// it, half arguments, images read and written as halves, printf.
#include "image_fixture.h"

namespace {

constexpr cl_half kOne = 0x3c00, kTwo = 0x4000, kMinusHalf = 0xb800;

class HalfTest : public ImageFixture {
 protected:
  Program BuildHalf(const std::string& source, const char* options = "-cl-std=CL2.0") {
    return Build("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + source, options);
  }
};

TEST_F(HalfTest, DeviceSaysWhatItDoes) {
  const std::string names = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  EXPECT_NE((" " + names + " ").find(" cl_khr_fp16 "), std::string::npos);
  constexpr cl_device_fp_config needed = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  EXPECT_EQ(Info<cl_device_fp_config>(clGetDeviceInfo, device, CL_DEVICE_HALF_FP_CONFIG) & needed,
            needed);
  CheckQueryProtocol(clGetDeviceInfo, device, CL_DEVICE_HALF_FP_CONFIG);
}

TEST_F(HalfTest, MacrosAndLiterals) {
  for (const char* options : {"-cl-std=CL1.2", "-cl-std=CL2.0"}) {
    Program program = BuildHalf(R"(
#ifndef cl_khr_fp16
#error not defined
#endif
#if HALF_DIG != 3 || HALF_MANT_DIG != 11 || HALF_MAX_10_EXP != 4 || HALF_MAX_EXP != 16
#error wrong
#endif
#if HALF_MIN_10_EXP != -4 || HALF_MIN_EXP != -13 || HALF_RADIX != 2
#error wrong
#endif
kernel void k(global half* out) {
  out[0] = HALF_MAX; out[1] = HALF_MIN; out[2] = HALF_EPSILON; out[3] = M_PI_H; out[4] = -0.5h;
  out[5] = 1.5H + (half)0x1p-1h; out[6] = (half)sizeof(half3); out[7] = M_SQRT1_2_H;
})",
                                options);
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(16);
    SetArg(kernel, 0, out);
    Run(kernel, 1);
    EXPECT_EQ(Read<cl_half>(out, 8), (std::vector<cl_half>{0x7bff, 0x0400, 0x1400, 0x4248,
                                                           kMinusHalf, kTwo, 0x4800, 0x39a8}));
  }
}

TEST_F(HalfTest, WithoutThePragmaThereIsNoArithmetic) {
  cl_int error = 0;
  const char* source = "kernel void k(global half* out, half x) { out[0] = x + x; }";
  Program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
}

TEST_F(HalfTest, Arguments) {
  Program program = BuildHalf(
      "typedef struct { half a; char b; half4 c; } Mixed;\n"
      "kernel void k(global half* out, half one, half3 three, Mixed mixed, half16 all,\n"
      "              constant half* table) {\n"
      "  out[0] = one; out[1] = three.z; out[2] = mixed.a + mixed.c.w; out[3] = all.sf;\n"
      "  out[4] = table[1] * mixed.b;\n"
      "}");
  Kernel kernel = MakeKernel(program, "k");
  struct alignas(8) Mixed {
    cl_half a;
    cl_char b;
    alignas(8) cl_half c[4];
  };
  cl_half16 all{};
  all.s[15] = kTwo;
  Mem out = Buffer(10), table = Buffer(std::vector<cl_half>{kOne, kMinusHalf});
  SetArg(kernel, 0, out);
  SetArg(kernel, 1, kMinusHalf);
  SetArg(kernel, 2, cl_half4{{kOne, kOne, kTwo, kOne}});
  SetArg(kernel, 3, Mixed{kOne, 4, {0, 0, 0, kOne}});
  SetArg(kernel, 4, all);
  SetArg(kernel, 5, table);
  const cl_double wide = 1;
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof wide, &wide), CL_INVALID_ARG_SIZE);
  Run(kernel, 1);
  EXPECT_EQ(Read<cl_half>(out, 5), (std::vector<cl_half>{kMinusHalf, kTwo, kTwo, kTwo, 0xc000}));
}

TEST_F(HalfTest, ImagesAreReadAndWrittenAsHalves) {
  const cl_image_desc desc = Desc2D(4, 2);
  Mem from = Image(desc, {CL_RGBA, CL_UNORM_INT8}), to = Image(desc, {CL_RGBA, CL_HALF_FLOAT});
  constexpr size_t origin[3] = {0, 0, 0}, region[3] = {4, 2, 1};
  std::vector<unsigned char> pixels(32, 255);
  pixels[4] = 0, pixels[5] = 51;
  EXPECT_EQ(Write(from, origin, region, pixels.data()), CL_SUCCESS);
  Program program = BuildHalf(
      "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;\n"
      "kernel void k(read_only image2d_t from, write_only image2d_t to) {\n"
      "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
      "  half4 color = at.x < 2 ? read_imageh(from, at) : read_imageh(from, s, at);\n"
      "  write_imageh(to, at, color * (half)2 - (half)1.5h);\n"
      "}");
  Kernel kernel = MakeKernel(program, "k");
  SetArg(kernel, 0, from);
  SetArg(kernel, 1, to);
  constexpr size_t global[2] = {4, 2};
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  cl_half result[4 * 4 * 2];
  EXPECT_EQ(ReadInto(to, origin, region, result), CL_SUCCESS);
  EXPECT_EQ(result[0], 0x3800);
  EXPECT_EQ(result[4], 0xbe00);
  EXPECT_EQ(result[5], 0xbc66);  // 0.2 as half, twice, less 1.5
  EXPECT_EQ(result[31], 0x3800);
}

TEST_F(HalfTest, PrintsHalves) {
  Program program = BuildHalf(
      "kernel void k(half a, half4 b) {\n"
      "  printf(\"%f %.1e|%v4hf|%.2v3hg\\n\", a, a * (half)3, b, b.wzy);\n"
      "}");
  Kernel kernel = MakeKernel(program, "k");
  SetArg(kernel, 0, kMinusHalf);
  SetArg(kernel, 1, cl_half4{{kOne, kTwo, 0x7c00, 0x3555}});
  testing::internal::CaptureStdout();
  Run(kernel, 1);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "-0.500000 -1.5e+00|1.000000,2.000000,inf,0.333252|0.33,inf,2\n");
}

TEST_F(HalfTest, ReportsItsTypes) {
  Program program = BuildHalf("kernel void k(global half* a, half3 b) { a[0] = b.x; }",
                              "-cl-std=CL2.0 -cl-kernel-arg-info");
  Kernel kernel = MakeKernel(program, "k");
  const auto type = [&](cl_uint index) {
    char text[32] = {};
    EXPECT_EQ(
        clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, nullptr),
        CL_SUCCESS);
    return std::string(text);
  };
  EXPECT_EQ(type(0), "half*");
  EXPECT_EQ(type(1), "half3");
}

}  // namespace
