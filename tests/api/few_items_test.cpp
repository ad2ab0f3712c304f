// SPDX-License-Identifier: Apache-2.0
// Launches of fewer work-items than the kernel's vectors have lanes run in narrower ones. Whether
// variants are made is a matter of the process, so this executable runs itself again.
#include <cstdlib>
#include <string>
#include <vector>

#include "api_test.h"
#include "own_process.h"

namespace {

class FewItemsTest : public ApiTest {};

/// Sums by as many work-items as a program that knows the CPU starts, and by many.
TEST_F(FewItemsTest, DISABLED_Sums) {
  Program program = Build(
      "kernel void sums(global uint* out, global const uint* in, int n) {\n"
      "  uint sum = 0;\n"
      "  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum = sum * 3 + in[i];\n"
      "  out[get_global_id(0)] = sum;\n"
      "}\n",
      "");
  constexpr cl_int kCount = 10'000;
  std::vector<cl_uint> numbers(kCount);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<cl_uint>(i * 2654435761U);
  Mem in = Buffer(numbers);
  Kernel kernel = MakeKernel(program, "sums");
  for (const size_t items : {size_t{1}, size_t{5}, size_t{40}, size_t{100}, size_t{3000}}) {
    std::vector<cl_uint> expected(items, 0);
    for (size_t i = 0; i < numbers.size(); ++i)
      expected[i % items] = expected[i % items] * 3 + numbers[i];
    for (int turn = 0; turn < 3; ++turn) {
      Mem out = Buffer(std::vector<cl_uint>(items, 7));
      SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(in), kCount);
      Run(kernel, items);
      EXPECT_EQ(Read<cl_uint>(out, items), expected) << items;
    }
  }
}

/// Returns what the sums say of the kernels that they compile.
std::string SaidWith(const char* specialise) {
  const Said said = SaidInOwnProcess("FewItemsTest.DISABLED_Sums", [&] {
    ::setenv("HEDDLE_SPECIALISE", specialise, 1);
    ::setenv("HEDDLE_MEASURE", "off", 1);
    ::setenv("HEDDLE_WORKERS", "1", 1);
    ::setenv("HEDDLE_CACHE", "off", 1);
    ::setenv("HEDDLE_REPORT", "1", 1);
  });
  EXPECT_EQ(said.code, 0) << said.text;
  return said.text;
}

TEST(FewItemsProcessTest, HaveNarrowVectors) {
  const std::string narrow = "width 16 along", general = SaidWith("off");
  bool is_wide = false;
  for (const char* width : {"width 64 ", "width 128 ", "width 256 "})
    is_wide |= general.find(width) != std::string::npos;
  if (!is_wide) GTEST_SKIP() << "no wide vectors on this machine";
  EXPECT_EQ(general.find(narrow), std::string::npos);
  EXPECT_NE(SaidWith("wait").find(narrow), std::string::npos);
}

}  // namespace
