// SPDX-License-Identifier: Apache-2.0
// cl_khr_select_fprounding_mode ([EX9]), against the host's own arithmetic in each mode.
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "api_test.h"

namespace {

struct Mode {
  const char* name;
  int host;
};
constexpr Mode kModes[] = {
    {"rte", FE_TONEAREST}, {"rtz", FE_TOWARDZERO}, {"rtp", FE_UPWARD}, {"rtn", FE_DOWNWARD}};
constexpr const char* kOptions[] = {"", "-cl-opt-disable", "-cl-std=CL2.0 -cl-mad-enable",
                                    "-cl-std=CLC++"};

std::string Pragma(const char* mode) {
  return std::string("\n#pragma OPENCL SELECT_ROUNDING_MODE ") + mode + "\n";
}

/// What `compute` does in a mode of the host's. Operands and results are volatile: they are there
/// before and after it, and nothing is known at compile time.
template <class T, class Compute>
T InMode(const Mode& mode, const Compute& compute) {
  std::fesetround(mode.host);
  volatile T result = compute();
  std::fesetround(FE_TONEAREST);
  return result;
}

/// A half, as a double: all of them are.
struct Half {
  cl_ushort bits;

  static double Value(cl_ushort bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 31  ? (fraction ? NAN : INFINITY)
                        : exponent == 0 ? std::ldexp(fraction, -24)
                                        : std::ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -size : size;
  }
  /// The nearest one in the mode's direction. A direction that is taken twice is that direction, so
  /// that `x` may have been rounded so itself.
  static cl_ushort From(double x, const Mode& mode) {
    if (std::isnan(x)) return 0x7e00;
    const cl_ushort sign = std::signbit(x) ? 0x8000 : 0;
    const double size = std::fabs(x);
    if (std::isinf(x)) return sign | 0x7c00;
    const bool outwards = mode.host == (sign ? FE_DOWNWARD : FE_UPWARD);
    // The one below, by halves' own order.
    cl_ushort low = 0, high = 0x7c00;
    while (high - low > 1) {
      const auto middle = static_cast<cl_ushort>((low + high) / 2);
      (Value(middle) <= size ? low : high) = middle;
    }
    if (Value(low) == size) return sign | low;
    if (mode.host != FE_TONEAREST) return sign | (outwards ? high : low);
    const double limit = high == 0x7c00 ? 65536 : Value(high);
    const double to_low = size - Value(low), to_high = limit - size;
    const bool up = to_high < to_low || (to_high == to_low && (low & 1));
    return sign | (up ? high : low);
  }
};

class RoundingTest : public ApiTest {
 protected:
  /// Numbers of all sizes, those near each other and those that stand apart.
  template <class T, class Bits>
  static std::vector<T> Numbers(size_t count, unsigned seed) {
    std::mt19937_64 random(seed);
    const T special[] = {T(0),
                         -T(0),
                         T(1),
                         T(-1),
                         T(3),
                         std::numeric_limits<T>::max(),
                         -std::numeric_limits<T>::max(),
                         std::numeric_limits<T>::min(),
                         std::numeric_limits<T>::denorm_min(),
                         -std::numeric_limits<T>::denorm_min(),
                         std::numeric_limits<T>::infinity(),
                         -std::numeric_limits<T>::infinity(),
                         std::numeric_limits<T>::quiet_NaN()};
    std::vector<T> numbers(count);
    for (T& number : numbers) {
      switch (random() % 4) {
        case 0:
          number = special[random() % std::size(special)];
          break;
        case 1:
          number = std::bit_cast<T>(static_cast<Bits>(random()));
          break;
        default:
          number = std::ldexp(T(1) + T(random() % 1000003) / T(1000003),
                              static_cast<int>(random() % 60) - 30);
          if (random() % 2) number = -number;
      }
    }
    return numbers;
  }

  template <class T>
  static bool Same(T a, T b) {
    return std::isnan(a) ? std::isnan(b) : std::memcmp(&a, &b, sizeof(T)) == 0;
  }

  /// The kernel `f` over buffers, and what it has left in the last one.
  template <class T, class... Buffers>
  std::vector<T> Results(cl_program program, size_t items, size_t each, const Buffers&... from) {
    Kernel kernel = MakeKernel(program, "f");
    Mem to = Buffer(items * each * sizeof(T));
    SetArgs(kernel, cl_mem{from}..., cl_mem{to});
    Run(kernel, items);
    return Read<T>(to, items * each);
  }

  static constexpr size_t kCount = 4000;
};

const std::string kArithmetic =
    "kernel void f(global const T* a, global const T* b, global T* to) {"
    "  size_t i = get_global_id(0);"
    "  to[5 * i] = a[i] + b[i]; to[5 * i + 1] = a[i] - b[i]; to[5 * i + 2] = a[i] * b[i];"
    "  to[5 * i + 3] = a[i] / b[i]; T c = a[i]; c += b[i]; to[5 * i + 4] = c; }";

template <class T>
std::array<T, 5> OnHost(const Mode& mode, T x, T y) {
  const volatile T a = x, b = y;
  return {InMode<T>(mode, [&] { return a + b; }), InMode<T>(mode, [&] { return a - b; }),
          InMode<T>(mode, [&] { return a * b; }), InMode<T>(mode, [&] { return a / b; }),
          InMode<T>(mode, [&] { return a + b; })};
}

TEST_F(RoundingTest, Floats) {
  const auto a = Numbers<float, uint32_t>(kCount, 1), b = Numbers<float, uint32_t>(kCount, 2);
  Mem first = Buffer(a), second = Buffer(b);
  for (const char* options : kOptions)
    for (const Mode& mode : kModes) {
      const std::string correct =
          std::string(options) + " -cl-fp32-correctly-rounded-divide-sqrt -DT=float";
      Program program = Build(Pragma(mode.name) + kArithmetic, correct.c_str());
      const auto got = Results<float>(program, kCount, 5, first, second);
      for (size_t i = 0; i < kCount; ++i) {
        const auto want = OnHost<float>(mode, a[i], b[i]);
        for (size_t k = 0; k < 5; ++k)
          ASSERT_TRUE(Same(got[5 * i + k], want[k]))
              << options << mode.name << k << std::hexfloat << " " << a[i] << " " << b[i] << ": "
              << got[5 * i + k] << ", not " << want[k];
      }
    }
}

TEST_F(RoundingTest, Doubles) {
  const auto a = Numbers<double, uint64_t>(kCount, 3), b = Numbers<double, uint64_t>(kCount, 4);
  Mem first = Buffer(a), second = Buffer(b);
  for (const char* options : kOptions)
    for (const Mode& mode : kModes) {
      Program program =
          Build(Pragma(mode.name) + kArithmetic, (std::string(options) + " -DT=double").c_str());
      const auto got = Results<double>(program, kCount, 5, first, second);
      for (size_t i = 0; i < kCount; ++i) {
        const auto want = OnHost<double>(mode, a[i], b[i]);
        for (size_t k = 0; k < 5; ++k)
          ASSERT_TRUE(Same(got[5 * i + k], want[k]))
              << options << mode.name << k << std::hexfloat << " " << a[i] << " " << b[i] << ": "
              << got[5 * i + k] << ", not " << want[k];
      }
    }
}

TEST_F(RoundingTest, Halves) {
  std::mt19937 random(5);
  std::vector<cl_ushort> a(kCount), b(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    a[i] = static_cast<cl_ushort>(random());
    b[i] = static_cast<cl_ushort>(random() % 2 ? random() : (a[i] & 0x7c00u) | random() % 1024);
  }
  Mem first = Buffer(a), second = Buffer(b);
  for (const char* options : kOptions)
    for (const Mode& mode : kModes) {
      Program program =
          Build("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + Pragma(mode.name) + kArithmetic,
                (std::string(options) + " -DT=half").c_str());
      const auto got = Results<cl_ushort>(program, kCount, 5, first, second);
      for (size_t i = 0; i < kCount; ++i) {
        const auto want = OnHost<double>(mode, Half::Value(a[i]), Half::Value(b[i]));
        for (size_t k = 0; k < 5; ++k) {
          // Nearest is not a direction: a quotient that double has rounded is not rounded again.
          if (k == 3 && mode.host == FE_TONEAREST) continue;
          const double wanted = Half::Value(Half::From(want[k], mode));
          ASSERT_TRUE(Same(Half::Value(got[5 * i + k]), wanted))
              << options << mode.name << k << " " << std::hex << a[i] << " " << b[i] << ": "
              << got[5 * i + k];
        }
      }
    }
}

TEST_F(RoundingTest, Vectors) {
  const auto a = Numbers<float, uint32_t>(kCount, 6), b = Numbers<float, uint32_t>(kCount, 7);
  Mem first = Buffer(a), second = Buffer(b);
  for (const Mode& mode : kModes) {
    Program program = Build(
        "kernel void f(global const float4* a, global const float4* b, global float4* to) {" +
            Pragma(mode.name) +
            "  size_t i = get_global_id(0);"
            "  to[5 * i] = a[i] + b[i]; to[5 * i + 1] = a[i] - b[i]; to[5 * i + 2] = a[i] * b[i];"
            "  to[5 * i + 3] = a[i] / b[i]; float4 c = a[i]; c += b[i]; to[5 * i + 4] = c; }",
        "-cl-fp32-correctly-rounded-divide-sqrt");
    const auto got = Results<float>(program, kCount / 4, 20, first, second);
    for (size_t i = 0; i < kCount; ++i) {
      const auto want = OnHost<float>(mode, a[i], b[i]);
      for (size_t k = 0; k < 5; ++k)
        ASSERT_TRUE(Same(got[i / 4 * 20 + k * 4 + i % 4], want[k])) << mode.name << k << " " << i;
    }
  }
}

TEST_F(RoundingTest, Conversions) {
  std::mt19937_64 random(8);
  std::vector<cl_long> longs(kCount);
  for (auto& each : longs) each = static_cast<cl_long>(random() >> random() % 63);
  const auto doubles = Numbers<double, uint64_t>(kCount, 9);
  Mem first = Buffer(longs), second = Buffer(doubles);
  for (const char* options : kOptions)
    for (const Mode& mode : kModes) {
      Program program = Build(
          "kernel void f(global const long* a, global const double* b, global float* to) {" +
              Pragma(mode.name) +
              "  size_t i = get_global_id(0); long n = a[i]; ulong u = (ulong)n; double d = b[i];"
              "  to += 9 * i;"
              "  to[0] = n; to[1] = u; to[2] = (float)d; to[3] = convert_float(n);"
              "  to[4] = convert_float4((long4)(n)).z; to[5] = convert_float(d);"
              "  to[6] = convert_float_rte(d); to[7] = (int)b[i] == (int)trunc(b[i]);"
              "  to[8] = (int)n; }",
          options);
      const auto got = Results<float>(program, kCount, 9, first, second);
      for (size_t i = 0; i < kCount; ++i) {
        const volatile cl_long n = longs[i];
        const volatile cl_ulong u = static_cast<cl_ulong>(longs[i]);
        const volatile double d = doubles[i];
        const volatile cl_int word = static_cast<cl_int>(longs[i]);
        const auto in = [&](const auto& compute) { return InMode<float>(mode, compute); };
        const float signed_one = in([&] { return static_cast<float>(n); });
        const float want[] = {signed_one,
                              in([&] { return static_cast<float>(u); }),
                              in([&] { return static_cast<float>(d); }),
                              signed_one,
                              signed_one,
                              in([&] { return static_cast<float>(d); }),
                              static_cast<float>(doubles[i]),
                              1,
                              in([&] { return static_cast<float>(word); })};
        for (size_t k = 0; k < 9; ++k)
          ASSERT_TRUE(Same(got[9 * i + k], want[k]))
              << options << mode.name << k << std::hexfloat << " " << longs[i] << " " << doubles[i]
              << ": " << got[9 * i + k] << ", not " << want[k];
      }
    }
}

TEST_F(RoundingTest, HalvesAreStoredInTheMode) {
  const auto numbers = Numbers<float, uint32_t>(kCount, 10);
  Mem from = Buffer(numbers);
  for (const Mode& mode : kModes) {
    Program program =
        Build("kernel void f(global const float* from, global half* to) {" + Pragma(mode.name) +
              "  size_t i = get_global_id(0);"
              "  vstore_half(from[i], 4 * i, to);"
              "  vstorea_half2((float2)(1, from[i]), 2 * i + 1, to); }");
    const auto got = Results<cl_ushort>(program, kCount, 4, from);
    for (size_t i = 0; i < kCount; ++i) {
      const double want = Half::Value(Half::From(numbers[i], mode));
      for (const size_t at : {4 * i, 4 * i + 3})
        ASSERT_TRUE(Same(Half::Value(got[at]), want)) << mode.name << " " << numbers[i];
    }
  }
}

// ---- Where a mode holds. NOTE(i) writes the number of the mode that 1 / 3 is rounded in.

class RoundingScopeTest : public RoundingTest {
 protected:
  enum Is { kRtz = 0, kRtp = 1, kRtn = 2, kRte = 3 };

  const std::string note =
      "#define NOTE(i) do { float p = a / b, q = -a / b; "
      "out[i] = (p == high) + 2 * (q == -high); } while (0)\n"
      "#define ARGS global int* out, float a, float b, float high\n";

  std::vector<int> Modes(const std::string& source, size_t count, const char* options = "") {
    Program program = Build(note + source, options);
    Kernel kernel = MakeKernel(program, "f");
    Mem out = Buffer(count * sizeof(int));
    SetArgs(kernel, cl_mem{out}, 1.0f, 3.0f, 0x1.555556p-2f);
    Run(kernel, 1);
    return Read<int>(out, count);
  }
};

TEST_F(RoundingScopeTest, ItHoldsToTheEndOfTheCompoundStatement) {
  for (const char* options : kOptions)
    EXPECT_EQ(Modes("void before(ARGS) { NOTE(0); }" + Pragma("rtp") +
                        "void after(ARGS) { NOTE(1);" + Pragma("rtz") + "NOTE(2); }\n" +
                        "kernel void f(ARGS) {\n"
                        "  before(out, a, b, high); after(out, a, b, high);\n"
                        "  NOTE(3);\n"
                        "  { NOTE(4);" +
                        Pragma("rtn") + "    NOTE(5); if (a > 0) {" + Pragma("rtz") +
                        "      float x = a; NOTE(6);" + Pragma("rte") +
                        "      NOTE(7); out[16] = x == a; }" + Pragma("rtp") +
                        "    NOTE(8); }\n"
                        "  NOTE(9);\n"
                        "  for (int i = 0; i < 1; ++i) {" +
                        Pragma("rtz") +
                        "    NOTE(10); }\n"
                        "  switch ((int)b) { case 3:" +
                        Pragma("rtn") +
                        "    NOTE(11); break; default: NOTE(12); }\n"
                        "  NOTE(13);" +
                        Pragma("rtn") +
                        "  local float shared[4]; shared[0] = b; NOTE(14);"
                        "  out[15] = shared[0] == b;"
                        "}" +
                        Pragma("rtz"),
                    17, options),
              (std::vector<int>{kRte, kRtp, kRtz, kRtp, kRtp, kRtn, kRtz, kRte, kRtp, kRtp, kRtz,
                                kRtn, 0, kRtp, kRtn, 1, 1}))
        << options;
}

// Also those that are parsed and called where other modes hold.
TEST_F(RoundingScopeTest, ItHoldsInBlocks) {
  for (const char* options : {"-cl-std=CL2.0", "-cl-std=CL2.0 -cl-opt-disable"})
    EXPECT_EQ(Modes("kernel void f(ARGS) {\n"
                    "  void (^before)(void) = ^{ NOTE(0); };\n" +
                        Pragma("rtz") +
                        "  before();\n"
                        "  void (^changes)(void) = ^{ NOTE(1);" +
                        Pragma("rtp") + "{ NOTE(2);" + Pragma("rtn") +
                        "    NOTE(3); } NOTE(4); };\n"
                        "  NOTE(5);" +
                        Pragma("rte") +
                        "  changes();\n"
                        "  void (^nested)(void) = ^{" +
                        Pragma("rtn") + "    void (^inner)(void) = ^{ NOTE(6); };" + Pragma("rtp") +
                        "    inner(); NOTE(7); };\n"
                        "  nested(); NOTE(8); }",
                    9, options),
              (std::vector<int>{kRte, kRtz, kRtp, kRtn, kRtp, kRtz, kRtn, kRtp, kRte}))
        << options;
}

TEST_F(RoundingScopeTest, TheMacroNamesIt) {
  EXPECT_EQ(Modes("enum { is_rtz = 0, is_rtp = 1, is_rtn = 2, is_rte = 3 };\n"
                  "#define JOIN_(x, y) x##y\n"
                  "#define JOIN(x, y) JOIN_(x, y)\n"
                  "#define MODE JOIN(is_, __ROUNDING_MODE__)\n"
                  "kernel void f(ARGS) {\n out[0] = MODE; {" +
                      Pragma("rtz") + "out[1] = MODE;" + Pragma("rtn") +
                      "out[2] = MODE; } out[3] = MODE;" + Pragma("rtp") + "out[4] = MODE; }",
                  5),
            (std::vector<int>{kRte, kRtz, kRtn, kRte, kRtp}));
}

TEST_F(RoundingScopeTest, APragmaMayBeAnOperator) {
  EXPECT_EQ(Modes("#define DOWN _Pragma(\"OPENCL SELECT_ROUNDING_MODE rtn\")\n"
                  "kernel void f(ARGS) { NOTE(0); DOWN NOTE(1); { NOTE(2); } }",
                  3),
            (std::vector<int>{kRte, kRtn, kRtn}));
}

TEST_F(RoundingScopeTest, WhatIsComputedAtCompileTime) {
  EXPECT_EQ(Modes(Pragma("rtn") + "constant float third = 1.0f / 3.0f;\n" + Pragma("rtp") +
                      "kernel void f(ARGS) {\n"
                      "  out[0] = third < high; out[1] = 1.0f / 3.0f == high;" +
                      Pragma("rtz") + "out[2] = 1.0f / 3.0f < high; }",
                  3),
            (std::vector<int>{1, 1, 1}));
}

// Built-in math functions round to nearest, whatever the mode.
TEST_F(RoundingScopeTest, MathFunctionsDoNot) {
  EXPECT_EQ(
      Modes(Pragma("rtp") + "kernel void f(ARGS) {\n"
                            "  out[0] = fma(a, high, 0x1p-60f) == high; out[1] = sqrt(a + a) == "
                            "0x1.6a09e6p+0f; out[2] = native_recip(b) <= high; }",
            3),
      (std::vector<int>{1, 1, 1}));
}

TEST_F(RoundingScopeTest, ModesLink) {
  Program caller = Source("void g(global int* out, float a, float b, float high);\n" + note +
                          "kernel void f(ARGS) { NOTE(0); g(out, a, b, high); }");
  Program callee = Source(note + Pragma("rtn") + "void g(ARGS) { NOTE(1); }");
  for (cl_program each : {cl_program{caller}, cl_program{callee}})
    ASSERT_EQ(clCompileProgram(each, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
  const cl_program both[] = {caller, callee};
  cl_int error = 1;
  Program linked = clLinkProgram(context, 1, &device, "", 2, both, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Kernel kernel = MakeKernel(linked, "f");
  Mem out = Buffer(2 * sizeof(int));
  SetArgs(kernel, cl_mem{out}, 1.0f, 3.0f, 0x1.555556p-2f);
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 2), (std::vector<int>{kRte, kRtn}));
}

TEST_F(RoundingScopeTest, OtherModesAreErrors) {
  for (const char* mode : {"up", "", "rtz_sat", "1"}) {
    Program program = Source(Pragma(mode) + "kernel void f(global int* out) {}");
    EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(BuildLog(program).find("rounding modes are rte, rtz, rtp and rtn"),
              std::string::npos);
  }
}

}  // namespace
