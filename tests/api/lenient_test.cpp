// SPDX-License-Identifier: Apache-2.0
// What is undefined, but programs rely on: infinities under -cl-fast-relaxed-math (§5.8.6.3),
// vectors that are aligned as their elements are (§6.1.5 of the C specification).
#include <cmath>

#include "api_test.h"

namespace {

using LenientTest = ApiTest;

constexpr size_t kItems = 67;  // vectors, and a rest

TEST_F(LenientTest, InfinitiesOfRelaxedMath) {
  Program program = Build(R"(
    kernel void sigmoid(global float* x) {
      size_t i = get_global_id(0);
      x[i] = 1.0f / (1.0f + exp(-x[i]));
    }
    kernel void weighted(global float* x) {  // by exp(x), as if in one pass: softmax
      size_t i = get_global_id(0);
      float most = -INFINITY, sum = 0, weights = 0;
      for (int k = 0; k < 3; ++k) {
        float next = x[i] - k, larger = max(most, next);
        float old = exp(most - larger), weight = exp(next - larger);
        sum = sum * old + weight * next, weights = weights * old + weight, most = larger;
      }
      x[i] = sum / weights;
    }
    kernel void folded(global float* x) { x[get_global_id(0)] += exp(-INFINITY - x[0]); }
    kernel void reciprocal(global float* x) { x[get_global_id(0)] = 7.0f / x[get_global_id(0)]; }
  )",
                          "-cl-fast-relaxed-math");
  const auto run = [&](const char* name, const std::vector<float>& values) {
    std::vector<float> all(kItems);
    for (size_t i = 0; i < kItems; ++i) all[i] = values[i % values.size()];
    Kernel kernel = MakeKernel(program, name);
    Mem buffer = Buffer(all);
    SetArg(kernel, 0, buffer);
    Run(kernel, kItems);
    return Read<float>(buffer, kItems);
  };
  const std::vector<float> values = {-1000, -200, -80, -1, 0, 3, 90, 1000};
  const auto sigmoid = run("sigmoid", values), weighted = run("weighted", values),
             folded = run("folded", values);
  const double mean = (std::exp(-1.0) + 2 * std::exp(-2.0)) / (1 + std::exp(-1.0) + std::exp(-2.0));
  for (size_t i = 0; i < kItems; ++i) {
    const float x = values[i % values.size()];
    EXPECT_NEAR(sigmoid[i], 1 / (1 + std::exp(-double{x})), 1e-6) << x;
    EXPECT_NEAR(weighted[i], x - mean, 1e-6 * (10 + std::fabs(x))) << x;
    EXPECT_EQ(folded[i], x);
  }
  const float most = std::numeric_limits<float>::infinity();
  const std::vector<float> divisors = {0.0f, -0.0f, most, -most, 1e-40f, -1e-40f, 2, -1e30f, 7};
  const auto quotients = run("reciprocal", divisors);
  for (size_t i = 0; i < kItems; ++i) {
    const float expected = 7.0f / divisors[i % divisors.size()];
    if (std::isinf(expected)) {
      EXPECT_EQ(quotients[i], expected) << i;
    } else {
      EXPECT_NEAR(quotients[i], expected, 1e-6f * std::fabs(expected)) << i;
    }
  }
}

TEST_F(LenientTest, VectorsAlignedAsTheirElements) {
  Program program = Build(R"(
    typedef struct { float4 a; int b[4]; } Item;
    kernel void wide(global float16* in, global float16* out) {
      size_t i = get_global_id(0);
      out[i] = in[i];
    }
    kernel void rows(global const char* in, global char* out, int items) {
      global const float4* from = (global const float4*)(in + get_global_id(0) * 64);
      float4 sum = 0;
      for (int k = 0; k < items; ++k) sum += from[k] * from[k];
      *(global float4*)(out + get_global_id(0) * 16) = sum;
    }
    kernel void structures(global Item* in, global Item* out) {
      Item item = in[get_global_id(0)];
      item.b[1] += 1;
      out[get_global_id(0)] = item;
    }
  )");
  alignas(64) static float in[1024 + 16], out[1024 + 16];
  for (size_t i = 0; i < std::size(in); ++i) in[i] = static_cast<float>(i % 37);
  for (const size_t shift : {1, 2, 4}) {
    for (const size_t items : {1, 16}) {
      cl_int error = -1;
      Mem from = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4096, in + shift, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      Mem to = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4096, out + shift, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      Kernel wide = MakeKernel(program, "wide"), rows = MakeKernel(program, "rows"),
             structures = MakeKernel(program, "structures");
      SetArgs(wide, static_cast<cl_mem>(from), static_cast<cl_mem>(to));
      Run(wide, items);
      auto read = Read<float>(to, items * 16);
      for (size_t i = 0; i < read.size(); ++i) ASSERT_EQ(read[i], in[shift + i]);
      SetArgs(structures, static_cast<cl_mem>(from), static_cast<cl_mem>(to));
      Run(structures, items);
      read = Read<float>(to, items * 8);
      for (size_t i = 0; i < read.size(); ++i) {
        if (i % 8 != 5) ASSERT_EQ(read[i], in[shift + i]);
      }
      SetArgs(rows, static_cast<cl_mem>(from), static_cast<cl_mem>(to), cl_int{4});
      Run(rows, items);
      read = Read<float>(to, items * 4);
      for (size_t i = 0; i < read.size(); ++i) {
        float sum = 0;
        for (size_t k = 0; k < 4; ++k) {
          const float x = in[shift + i / 4 * 16 + i % 4 + k * 4];
          sum += x * x;
        }
        ASSERT_EQ(read[i], sum);
      }
    }
  }
}

}  // namespace
