// SPDX-License-Identifier: Apache-2.0
// What is told of a kernel's sizes before there is code for it holds for all of its launches
// (§5.9.4).
#include <numeric>
#include <string>

#include "image_fixture.h"

namespace {

class KernelSizesTest : public ImageFixture {
 protected:
  struct Sizes {
    size_t most, multiple;
    cl_ulong local, private_bytes;
    bool operator==(const Sizes&) const = default;
  };

  Sizes Ask(cl_kernel kernel) {
    Sizes sizes{};
    const auto ask = [&](cl_kernel_work_group_info what, size_t size, void* value) {
      EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, what, size, value, nullptr), CL_SUCCESS);
    };
    ask(CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t), &sizes.most);
    ask(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t), &sizes.multiple);
    ask(CL_KERNEL_LOCAL_MEM_SIZE, sizeof(cl_ulong), &sizes.local);
    ask(CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(cl_ulong), &sizes.private_bytes);
    return sizes;
  }

  size_t BinarySize(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    return size;
  }
};

/// Each work-item writes what the one at the other end of its group has read from the image.
constexpr const char* kTurned =
    "kernel void turned(read_only image2d_t image, global float* out, local float* line) {\n"
    "  local float before[1];\n"
    "  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
    "  const int l = get_local_id(0), n = get_local_size(0), g = get_group_id(0);\n"
    "  if (l == 0) before[0] = 1;\n"
    "  line[l] = read_imagef(image, s, (int2)(l, g)).x;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[get_global_id(0)] = line[n - 1 - l] + before[0];\n"
    "}\n";

TEST_F(KernelSizesTest, LargestGroupsOfAnyFormat) {
  Program program = Build(kTurned);
  Kernel kernel = MakeKernel(program, "turned");
  const Sizes before = Ask(kernel);
  ASSERT_GE(before.most, 64u);
  constexpr size_t kGroups = 2;
  const size_t width = before.most, count = kGroups * width;
  Mem out = Buffer(count * sizeof(float));
  SetArg<cl_mem>(kernel, 1, out);
  ASSERT_EQ(clSetKernelArg(kernel, 2, width * sizeof(float), nullptr), CL_SUCCESS);
  const Sizes with_argument = Ask(kernel);
  EXPECT_GE(with_argument.local, width * sizeof(float) + sizeof(float));
  for (const cl_channel_type type : {CL_FLOAT, CL_UNORM_INT8, CL_UNORM_INT16}) {
    const cl_image_format format{CL_R, type};
    Mem image = Image(Desc2D(width, kGroups), format);
    const float color[4] = {1, 1, 1, 1};
    const size_t origin[3] = {}, all[3] = {width, kGroups, 1}, first[3] = {width - 3, 1, 1};
    const float black[4] = {};
    ASSERT_EQ(clEnqueueFillImage(queue, image, color, origin, all, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueFillImage(queue, image, black, origin, first, 0, nullptr, nullptr),
              CL_SUCCESS);
    SetArg<cl_mem>(kernel, 0, image);
    Run(kernel, count, width);
    std::vector<float> expected(count, 2.0f);
    std::fill(expected.begin() + 3, expected.begin() + static_cast<ptrdiff_t>(width), 1.0f);
    EXPECT_EQ(Read<float>(out, count), expected) << "type " << type;
    EXPECT_EQ(Ask(kernel), with_argument) << "type " << type;
  }
}

/// Twenty kernels: more than a build generates code for.
std::string ManyKernels() {
  std::string source;
  for (int i = 0; i < 20; ++i) {
    source += "kernel void k" + std::to_string(i) +
              "(global int* out, local int* t) {\n"
              "  local int own[3];\n"
              "  const int l = get_local_id(0), n = get_local_size(0);\n"
              "  if (l < 3) own[l] = l + 1;\n"
              "  t[l] = l * " +
              std::to_string(i + 2) +
              ";\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
              "  out[get_global_id(0)] = t[(l + 1) % n] + own[l % 3];\n}\n";
  }
  return source;
}

TEST_F(KernelSizesTest, ManyKernelsKeepTheirSizes) {
  Program program = Build(ManyKernels());
  constexpr size_t kItems = 48, kLocal = 24;
  for (const int i : {0, 7, 19}) {
    Kernel kernel = MakeKernel(program, ("k" + std::to_string(i)).c_str());
    Mem out = Buffer(kItems * sizeof(cl_int));
    SetArg<cl_mem>(kernel, 0, out);
    ASSERT_EQ(clSetKernelArg(kernel, 1, kLocal * sizeof(cl_int), nullptr), CL_SUCCESS);
    const Sizes before = Ask(kernel);
    Run(kernel, kItems, kLocal);
    std::vector<cl_int> expected(kItems);
    for (int g = 0; g < int{kItems}; ++g) {
      const int l = g % int{kLocal};
      expected[static_cast<size_t>(g)] = (l + 1) % int{kLocal} * (i + 2) + l % 3 + 1;
    }
    EXPECT_EQ(Read<cl_int>(out, kItems), expected);
    EXPECT_EQ(Ask(kernel), before);
  }
}

TEST_F(KernelSizesTest, QuestionsMakeNoCode) {
  const std::string sources[] = {kTurned, ManyKernels()};
  for (const std::string& source : sources) {
    Program untouched = Build(source + "// one\n"), asked = Build(source + "// two\n");
    cl_uint count = 0;
    ASSERT_EQ(clCreateKernelsInProgram(asked, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_kernel> kernels(count);
    ASSERT_EQ(clCreateKernelsInProgram(asked, count, kernels.data(), nullptr), CL_SUCCESS);
    for (cl_kernel kernel : kernels) Ask(kernel);
    EXPECT_EQ(BinarySize(asked), BinarySize(untouched));
    for (cl_kernel kernel : kernels) clReleaseKernel(kernel);
  }
}

}  // namespace
