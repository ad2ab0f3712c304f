// SPDX-License-Identifier: Apache-2.0
// cl_intel_bfloat16_conversions, against results that are computed here.
#include <bit>
#include <cmath>

#include "intel_sub_group_fixture.h"

namespace {

class Bfloat16Test : public IntelSubGroupTest {};

cl_ushort Bfloat16(float value) {
  if (std::isnan(value)) return static_cast<cl_ushort>(std::bit_cast<cl_uint>(value) >> 16 | 0x40);
  const cl_uint bits = std::bit_cast<cl_uint>(value), rest = bits & 0xffff, high = bits >> 16;
  const bool up = rest > 0x8000 || (rest == 0x8000 && high % 2 == 1);
  return static_cast<cl_ushort>(high + up);
}

TEST_F(Bfloat16Test, Conversions) {
  constexpr size_t kCount = 48 * 40;
  std::mt19937 random(9);
  std::vector<float> in(kCount);
  for (float& value : in) value = std::bit_cast<float>(static_cast<cl_uint>(random()));
  const cl_uint special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
                             0x7f800001, 0xff80ffff, 0x7f7fffff, 0x00000001, 0x00008000,
                             0x00008001, 0x00018000, 0x3f808000, 0x3f818000, 0x3f807fff,
                             0xbf808001, 0x7f7f8000, 0x7f7f7fff};
  for (size_t i = 0; i < std::size(special); ++i) in[i] = std::bit_cast<float>(special[i]);
  std::vector<cl_ushort> narrow(kCount);
  for (cl_ushort& value : narrow) value = static_cast<cl_ushort>(random());
  for (const size_t n : {1, 2, 3, 4, 8, 16}) {
    SCOPED_TRACE(n);
    const std::string v = Numbered("", n);
    const std::string load = n == 1 ? "in[i]" : "vload" + v + "(i, in)";
    const std::string load_narrow = n == 1 ? "from[i]" : "vload" + v + "(i, from)";
    const std::string to_narrow =
        "intel_convert_bfloat16" + v + "_as_ushort" + v + "(" + load + ")";
    const std::string to_wide =
        "intel_convert_as_bfloat16" + v + "_float" + v + "(" + load_narrow + ")";
    const auto store = [&](const std::string& value, const std::string& to) {
      return n == 1 ? to + "[i] = " + value + ";\n"
                    : "vstore" + v + "(" + value + ", i, " + to + ");\n";
    };
    for (const char* options : {"", "-cl-std=CL1.2 -cl-fast-relaxed-math"}) {
      Kernel kernel = MakeKernel(
          Build("kernel void k(global ushort* out, global float* wide, global float* in, "
                "global ushort* from) {\n  size_t i = get_global_id(0);\n  " +
                    store(to_narrow, "out") + store(to_wide, "wide") + "}",
                options),
          "k");
      Mem out = Buffer(std::vector<cl_ushort>(kCount)), wide = Buffer(std::vector<float>(kCount)),
          first = Buffer(in), second = Buffer(narrow);
      SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(wide),
              static_cast<cl_mem>(first), static_cast<cl_mem>(second));
      Launch(kernel, kCount / n, 40);
      const auto found = Read<cl_ushort>(out, kCount);
      const auto bits = Read<cl_uint>(wide, kCount);
      for (size_t i = 0; i < kCount; ++i) {
        EXPECT_EQ(found[i], Bfloat16(in[i])) << std::bit_cast<cl_uint>(in[i]);
        EXPECT_EQ(bits[i], cl_uint{narrow[i]} << 16);
      }
    }
  }
}

}  // namespace
