// SPDX-License-Identifier: Apache-2.0
// What is kept of a kernel's code is found again for the same variant, and for no other one.
#include "runtime/code/kernel_source.h"

#include "../fake/fixture.h"

namespace heddle::test {
namespace {

class KernelSourceTest : public FakeCompilerTest {};

TEST_F(KernelSourceTest, EachVariantHasCodeOfItsOwn) {
  cl_program program = built("kernel source_of_code kernel other_source");
  cl_int error = -1;
  cl_kernel kernel = ::clCreateKernel(program, "source_of_code", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const ProgramRecord& record =
      static_cast<Kernel*>(kernel)->on(*static_cast<Device*>(device))->program_record();
  const std::string id = KernelSource::id_of(record);

  hd_argument_facts image{};
  image.kind = HD_FACTS_IMAGE;
  hd_argument_facts near = image;
  near.is_near = 1;
  const VariantKey variants[] = {
      {},
      {.local_size = {8, 0, 0}},
      {.local_size = {0, 8, 0}},
      {.local_size = {0, 0, 8}},
      {.wide_ids = true},
      {.linear_lanes = true},
      {.sub_group_size = 1},
      {.sub_group_size = 2},
      {.sizes_only = true},
      {.arguments = {image}},
      {.arguments = {near}},
      {.arguments = {image, image}},
  };
  for (const VariantKey& made : variants) {
    const size_t index = &made - variants;
    EXPECT_FALSE(KernelSource(record, 0, made, id).find()) << index;
    EXPECT_TRUE(KernelSource(record, 0, made, id).generate()) << index;
    EXPECT_TRUE(KernelSource(record, 0, made, id).find()) << index;
    EXPECT_FALSE(KernelSource(record, 1, made, id).find()) << index;
    EXPECT_FALSE(KernelSource(record, 0, made, id + "1").find()) << index;
  }
  EXPECT_EQ(::clReleaseKernel(kernel), CL_SUCCESS);
  EXPECT_EQ(::clReleaseProgram(program), CL_SUCCESS);
}

}  // namespace
}  // namespace heddle::test
