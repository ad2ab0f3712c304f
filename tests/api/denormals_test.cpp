// SPDX-License-Identifier: Apache-2.0
// -cl-denorms-are-zero (§5.8.6.2), and what includes it, is for the program's kernels alone.
#include <limits>

#include "command_test.h"

namespace {

using DenormalsTest = CommandTest;

constexpr size_t kItems = 10000;

constexpr const char* kSource = R"(
kernel void halve(global float* x, global double* y) {
  const size_t i = get_global_id(0);
  x[i] *= 0.5f;
  y[i] = y[i] * 0.5 + y[i];
})";

struct Numbers {
  std::vector<float> floats;
  std::vector<double> doubles;
};

TEST_F(DenormalsTest, AreZerosWhereTheProgramAsksForIt) {
  for (const std::string options :
       {"", "-cl-mad-enable -cl-finite-math-only", "-cl-denorms-are-zero",
        "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"}) {
    const bool are_zeros = !options.empty() && !options.starts_with("-cl-mad");
    Program program = Build(kSource, options.c_str());
    Kernel kernel = MakeKernel(program, "halve");
    Numbers numbers{std::vector<float>(kItems, std::numeric_limits<float>::min()),
                    std::vector<double>(kItems, std::numeric_limits<double>::denorm_min())};
    Mem floats = Buffer(numbers.floats), doubles = Buffer(numbers.doubles);
    SetArg(kernel, 0, floats);
    SetArg(kernel, 1, doubles);
    Run(kernel, kItems);
    numbers = {Read<float>(floats, kItems), Read<double>(doubles, kItems)};
    for (size_t i = 0; i < kItems; ++i) {
      ASSERT_EQ(numbers.floats[i], are_zeros ? 0 : std::numeric_limits<float>::min() / 2);
      ASSERT_EQ(numbers.doubles[i] == 0, are_zeros);
    }
  }
}

// The threads that ran the kernel compute as before behind it.
TEST_F(DenormalsTest, OtherCodeHasThem) {
  Program program = Build(kSource, "-cl-denorms-are-zero");
  Kernel kernel = MakeKernel(program, "halve");
  Mem floats = Buffer(kItems * sizeof(float)), doubles = Buffer(kItems * sizeof(double));
  SetArg(kernel, 0, floats);
  SetArg(kernel, 1, doubles);
  static std::atomic<int> zeros{0};
  zeros = 0;
  const auto halve = [](void*) {
    volatile float number = std::numeric_limits<float>::min();
    number = number * 0.5F;
    if (number == 0) ++zeros;
  };
  for (int round = 0; round < 20; ++round) {
    Run(kernel, kItems);
    EXPECT_EQ(
        clEnqueueNativeKernel(queue, halve, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(zeros, 0);
  volatile float number = std::numeric_limits<float>::min();
  number = number * 0.5F;
  EXPECT_GT(number, 0);
}

}  // namespace
