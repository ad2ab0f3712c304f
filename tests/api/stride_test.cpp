// SPDX-License-Identifier: Apache-2.0
// Strides among the arguments: launches in which some are from -1 to 4 get code of their own, and
// the results are the same with any. How HEDDLE_SPECIALISE is set is a matter of the process, so
// this executable runs itself again.
#include <cstdlib>
#include <string>

#include "api_test.h"
#include "own_process.h"

namespace {

constexpr cl_int kItems = 200;
constexpr cl_int kRoom = 12 * kItems;  // elements of a buffer; element 0 is the one in the middle
constexpr cl_int kMiddle = kRoom / 2;

class StrideTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    program = Build(
        "kernel void axpy(global int* z, int zo, int zs, global const int* x, int xo, short xs,\n"
        "                 global const int* y, long yo, long ys, int a) {\n"
        "  int i = get_global_id(0);\n"
        "  z[zo + i * zs] = a * x[xo + i * xs] + y[yo + i * ys];\n"
        "}\n"
        "kernel void steps(global int* out, global const int* in, int n, char inc, uint row) {\n"
        "  int sum = 0, at = 0;\n"
        "  for (int i = 0; i < n; ++i) {\n"
        "    sum = sum * 3 + in[400 + at + (int)(get_global_id(0) * row)];\n"
        "    at += inc;\n"
        "  }\n"
        "  out[get_global_id(0)] = sum;\n"
        "}\n");
  }
  void TearDown() override {
    program.reset();
    ApiTest::TearDown();
  }

  static std::vector<int> Numbers(int factor) {
    std::vector<int> all(kRoom);
    for (int i = 0; i < kRoom; ++i) all[static_cast<size_t>(i)] = i * factor + i % 7;
    return all;
  }

  /// Launches `axpy` with these strides, `times` times. `same`: x lies where z does, and each
  /// work-item reads what it writes.
  void Axpy(cl_kernel kernel, cl_int zs, cl_short xs, cl_long ys, bool same = false) {
    std::vector<int> z = Numbers(5), x = same ? z : Numbers(11);
    const std::vector<int> y = Numbers(13);
    Mem out = Buffer(z), in = Buffer(x), other = Buffer(y);
    SetArgs(kernel, static_cast<cl_mem>(out), kMiddle, zs, static_cast<cl_mem>(same ? out : in),
            kMiddle, xs, static_cast<cl_mem>(other), cl_long{kMiddle}, ys, cl_int{3});
    Run(kernel, kItems, 0);
    for (int i = 0; i < kItems; ++i) {
      const auto at = [](cl_long i, cl_long stride) {
        return static_cast<size_t>(kMiddle + i * stride);
      };
      int& to = z[at(i, zs)];
      to = 3 * (same ? to : x[at(i, xs)]) + y[at(i, ys)];
    }
    EXPECT_EQ(Read<int>(out, kRoom), z) << zs << " " << xs << " " << ys << " " << same;
  }

  void AllStrides() {
    Kernel kernel = MakeKernel(program, "axpy");
    for (const cl_int zs : {-2, -1, 1, 2}) {
      for (const cl_short xs : {-1, 0, 1, 3, 4, 5}) {
        for (const cl_long ys : {-1, 0, 1, 2}) Axpy(kernel, zs, xs, ys);
      }
      Axpy(kernel, zs, static_cast<cl_short>(zs), 1, /*same=*/true);
    }
  }

  void Steps() {
    Kernel kernel = MakeKernel(program, "steps");
    const std::vector<int> numbers = Numbers(17);
    Mem in = Buffer(numbers), out = Buffer(kItems * sizeof(int));
    for (const cl_char inc : {-2, -1, 0, 1, 2}) {
      for (const cl_uint row : {0u, 1u, 0xffffffffu}) {
        SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(in), cl_int{50}, inc, row);
        Run(kernel, kItems, 0);
        std::vector<int> expected(kItems);
        for (int item = 0; item < kItems; ++item) {
          unsigned sum = 0;
          for (int i = 0; i < 50; ++i) {
            const int from = 400 + i * inc + static_cast<int>(static_cast<cl_uint>(item) * row);
            sum = sum * 3 + static_cast<unsigned>(numbers[static_cast<size_t>(from)]);
          }
          expected[static_cast<size_t>(item)] = static_cast<int>(sum);
        }
        EXPECT_EQ(Read<int>(out, kItems), expected) << int{inc} << " " << row;
      }
    }
  }

  Program program;
};

TEST_F(StrideTest, DISABLED_Child) {
  AllStrides();
  Steps();
}

TEST_F(StrideTest, DISABLED_Reported) {
  Kernel kernel = MakeKernel(program, "axpy");
  Axpy(kernel, 1, -1, 0);
  Axpy(kernel, 5, 5, -2);
}

/// Runs a test of this file, and returns what it writes to stderr.
Said SaidWith(const char* test, const char* mode) {
  return SaidInOwnProcess(test, [&] {
    ::setenv("HEDDLE_SPECIALISE", mode, 1);
    ::setenv("HEDDLE_CACHE", "off", 1);
    ::setenv("HEDDLE_REPORT", "1", 1);
  });
}

TEST(StrideProcessTest, ResultsAreTheSame) {
  for (const char* mode : {"wait", "background", "off"}) {
    const Said said = SaidWith("StrideTest.DISABLED_Child", mode);
    EXPECT_EQ(said.code, 0) << mode << said.text;
  }
}

TEST(StrideProcessTest, LaunchesWithSimpleStridesHaveCodeOfTheirOwn) {
  const auto [code, said] = SaidWith("StrideTest.DISABLED_Reported", "wait");
  EXPECT_EQ(code, 0);
  const size_t made = said.find("for launches with arguments 2 = 1, 5 = -1, 8 = 0");
  ASSERT_NE(made, std::string::npos) << said;
  EXPECT_EQ(said.find("for launches with", made + 1), std::string::npos) << said;
  EXPECT_EQ(SaidWith("StrideTest.DISABLED_Reported", "off").text.find("for launches with"),
            std::string::npos);
}

}  // namespace
