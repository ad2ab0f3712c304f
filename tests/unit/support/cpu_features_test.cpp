// SPDX-License-Identifier: Apache-2.0
#include "support/cpu_features.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr char kModern[] =
    "+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16,+gfni,+movbe,+lzcnt,+bmi,+bmi2,+avx,+f16c,+fma,+"
    "avx2,"
    "+avx512f,+avx512cd,+avx512dq,+avx512bw,+avx512vl,+avx512vnni,+avx512bf16";

TEST(CpuFeatures, HostIsCanonical) {
  const std::string host = host_cpu_features();
  EXPECT_EQ(restrict_cpu_features(host, ""),
            host);  // each name known, in the table's order, nothing lacking
  // The compiler's own test of the same bits, for those that it can answer.
  EXPECT_EQ(has_cpu_feature(host, "sse4.2"), !!__builtin_cpu_supports("sse4.2"));
  EXPECT_EQ(has_cpu_feature(host, "popcnt"), !!__builtin_cpu_supports("popcnt"));
  EXPECT_EQ(has_cpu_feature(host, "avx2"), !!__builtin_cpu_supports("avx2"));
  EXPECT_EQ(has_cpu_feature(host, "fma"), !!__builtin_cpu_supports("fma"));
  EXPECT_EQ(has_cpu_feature(host, "bmi2"), !!__builtin_cpu_supports("bmi2"));
  EXPECT_EQ(has_cpu_feature(host, "avx512f"), !!__builtin_cpu_supports("avx512f"));
  EXPECT_EQ(has_cpu_feature(host, "avx512dq"), !!__builtin_cpu_supports("avx512dq"));
  EXPECT_EQ(has_cpu_feature(host, "avx512vbmi2"), !!__builtin_cpu_supports("avx512vbmi2"));
  EXPECT_EQ(has_cpu_feature(host, "avx512vpopcntdq"), !!__builtin_cpu_supports("avx512vpopcntdq"));
  EXPECT_EQ(has_cpu_feature(host, "avx512bf16"), !!__builtin_cpu_supports("avx512bf16"));
  EXPECT_EQ(has_cpu_feature(host, "gfni"), !!__builtin_cpu_supports("gfni"));
  EXPECT_EQ(has_cpu_feature(host, "vpclmulqdq"), !!__builtin_cpu_supports("vpclmulqdq"));
}

TEST(CpuFeatures, Levels) {
  EXPECT_EQ(restrict_cpu_features(kModern, "sse4.2"), "+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16");
  EXPECT_EQ(
      restrict_cpu_features(kModern, "avx2"),
      "+sse3,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16,+movbe,+lzcnt,+bmi,+bmi2,+avx,+f16c,+fma,+avx2");
  EXPECT_FALSE(has_cpu_feature(restrict_cpu_features(kModern, "avx512"), "avx512vnni"));
  EXPECT_TRUE(has_cpu_feature(restrict_cpu_features(kModern, "avx512"), "avx512vl"));
}

TEST(CpuFeatures, NamesAddWhatTheyNeed) {
  EXPECT_EQ(restrict_cpu_features(kModern, "fma"), "+sse3,+ssse3,+sse4.1,+sse4.2,+avx,+fma");
  EXPECT_TRUE(has_cpu_feature(restrict_cpu_features(kModern, "avx2,gfni"), "gfni"));
}

TEST(CpuFeatures, RemovalTakesDependentsAway) {
  const std::string no_avx512 = restrict_cpu_features(kModern, "-avx512f");
  EXPECT_EQ(no_avx512.find("avx512"), std::string::npos);
  EXPECT_TRUE(has_cpu_feature(no_avx512, "avx2"));
  const std::string no_avx = restrict_cpu_features(kModern, "-avx");
  EXPECT_EQ(no_avx.find("avx"), std::string::npos);
  EXPECT_FALSE(has_cpu_feature(no_avx, "fma"));
  EXPECT_TRUE(has_cpu_feature(no_avx, "sse4.2"));
}

TEST(CpuFeatures, WhatTheHostLacksIsIgnored) {
  EXPECT_EQ(restrict_cpu_features("+sse3,+ssse3", "avx512"), "+sse3,+ssse3");
  EXPECT_EQ(restrict_cpu_features("+sse3", "no-such-thing"), "");
  EXPECT_EQ(restrict_cpu_features("+sse3", ",,"), "");
}

TEST(CpuFeatures, NamesAreNotPrefixes) {
  EXPECT_FALSE(has_cpu_feature("+avx512f", "avx"));
  EXPECT_FALSE(has_cpu_feature("+avx2", "avx"));
  EXPECT_FALSE(has_cpu_feature("", "avx"));
}

TEST(CpuFeatures, VectorWidths) {
  EXPECT_EQ(vector_bytes(kModern).integers, 64u);
  EXPECT_EQ(vector_bytes(restrict_cpu_features(kModern, "avx2")).floats, 32u);
  EXPECT_EQ(vector_bytes("+avx").integers, 16u);
  EXPECT_EQ(vector_bytes("+avx").floats, 32u);
  EXPECT_EQ(vector_bytes("").floats, 16u);
}

TEST(CpuFeatures, Vendor) {
  EXPECT_FALSE(cpu_vendor().name.empty());
}

}  // namespace
}  // namespace heddle
