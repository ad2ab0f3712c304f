// SPDX-License-Identifier: Apache-2.0
// Which kernels' work-groups may run in any order.
#include "../compiler_fixture.h"

namespace heddle::compiler {
namespace {

class AnyOrder : public CompilerTest {
 protected:
  bool may(std::string_view source, const char* options = "-cl-std=CL2.0") {
    const auto output = link({compile(source, options)});
    EXPECT_EQ(output.status, HDC_SUCCESS) << output.log;
    const auto record = output.record();
    return record.kernels.size() == 1 && record.kernels[0].any_order;
  }
};

TEST_F(AnyOrder, OfKernelsThatOnlyReadAndWrite) {
  EXPECT_TRUE(may("kernel void k(global float* p) { p[get_global_id(0)] *= 2; }"));
  EXPECT_TRUE(
      may("kernel void k(global float* p, global float* q) {\n"
          "  local float rows[64];\n"
          "  rows[get_local_id(0)] = p[get_global_id(0)];\n"
          "  barrier(CLK_LOCAL_MEM_FENCE);\n"
          "  q[get_global_id(0)] = sin(rows[63 - get_local_id(0)]);\n"
          "}"));
}

TEST_F(AnyOrder, NotIfGroupsCanHearOfEachOther) {
  EXPECT_FALSE(may("kernel void k(global int* p) { while (atomic_add(p, 0) == 0) {} }"));
  EXPECT_FALSE(may("kernel void k(volatile global int* p) { while (p[get_group_id(0)] == 0) {} }"));
  EXPECT_FALSE(
      may("kernel void k(global int* p) {\n"
          "  while (p[get_group_id(0)] == 0) mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
          "}"));
}

TEST_F(AnyOrder, NotIfSomebodyWatches) {
  EXPECT_FALSE(may("kernel void k() { printf(\"%d\", (int)get_global_id(0)); }"));
  EXPECT_FALSE(
      may("kernel void k(global float* p) { p[get_global_id(0)] *= 2; }", "-cl-opt-disable"));
}

}  // namespace
}  // namespace heddle::compiler
