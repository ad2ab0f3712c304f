// SPDX-License-Identifier: Apache-2.0
// Functions of a program that have the names of built-in functions: overloads of them, or their
// replacements.
#include <algorithm>

#include "api_test.h"

namespace {

class OverloadTest : public ApiTest {
 protected:
  /// What `int f(int i)` of `source` returns for 0 to 7.
  std::vector<int> Results(const std::string& source, const char* options = "") {
    Program program = Build(
        source + " kernel void k(global int* out) { int i = get_global_id(0); out[i] = f(i); }",
        options);
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(8 * sizeof(int));
    SetArgs(kernel, cl_mem{out});
    Run(kernel, 8);
    return Read<int>(out, 8);
  }
  template <class F>
  static std::vector<int> Expected(const F& f) {
    std::vector<int> values(8);
    for (int i = 0; i < 8; ++i) values[static_cast<size_t>(i)] = f(i);
    return values;
  }
};

constexpr const char* kBoth[] = {"", "-cl-std=CLC++"};
const std::string kOverload = "__attribute__((overloadable)) ";

TEST_F(OverloadTest, BuiltInsAreFoundBesideOverloads) {
  for (const char* options : kBoth) {
    EXPECT_EQ(Results(kOverload + "float min(float a, int b) { return a - b; }"
                                  "int f(int i) { return (int)min(5.0f, i) + min(i, 3); }",
                      options),
              Expected([](int i) { return 5 - i + std::min(i, 3); }))
        << options;
    EXPECT_EQ(Results("typedef struct { int x; } V;" + kOverload +
                          "V max(V a, V b) { V r = {max(a.x, b.x)}; return r; }"  // in its body
                          "int f(int i) { V a = {i}, b = {3}; return max(a, b).x + max(i, 5) +"
                          "  max((int2)(i), (int2)(1, 4)).y; }",
                      options),
              Expected([](int i) { return std::max(i, 3) + std::max(i, 5) + std::max(i, 4); }))
        << options;
    EXPECT_EQ(Results(kOverload +
                          "float length(int2 v);"  // declared only
                          "int g(int i) { return (int)length((float2)(3, 4)) + i; }" +
                          kOverload +
                          "float length(int2 v) { return v.x + v.y; }"
                          "int f(int i) { return g(i) + (int)length((int2)(i, 7)); }",
                      options),
              Expected([](int i) { return 5 + i + i + 7; }))
        << options;
  }
}

// With the parameters of a built-in function it is the program's own from there on.
TEST_F(OverloadTest, FunctionsReplaceBuiltIns) {
  for (const char* options : kBoth)
    for (const std::string& prefix : {std::string(), kOverload}) {
      EXPECT_EQ(Results(prefix + "int max(int a, int b) { return a * 10 + b; }"
                                 "int f(int i) { return max(i, 3); }",
                        options),
                Expected([](int i) { return i * 10 + 3; }))
          << prefix << options;
      EXPECT_EQ(Results(prefix + "float clamp(float x, float low, float high) { return x + low; }"
                                 "int f(int i) { return (int)clamp(i, 2, 3); }",  // converted
                        options),
                Expected([](int i) { return i + 2; }))
          << prefix << options;
    }
  // Afterwards an overload: the replacement stays.
  EXPECT_EQ(Results(kOverload + "int max(int a, int b) { return a * 10 + b; }" + kOverload +
                    "int max(int a, int2 b) { return a + b.y; }"
                    "int f(int i) { return max(i, 3) + max(i, (int2)(1, 2)); }"),
            Expected([](int i) { return i * 10 + 3 + i + 2; }));
  EXPECT_EQ(Results("int mix(int a, int b) { return a * b; } int f(int i) { return mix(i, 3); }"),
            Expected([](int i) { return i * 3; }));
}

TEST_F(OverloadTest, TemplatesAndNamespaces) {
  EXPECT_EQ(Results("template <class T> T clamp(T a, T low) { return a < low ? low : a; }"
                    "template <class T> T twice(T x) { return clamp(x, T(1), T(4)) * 2; }"
                    "int f(int i) { return clamp(i, 3) + clamp(i, 2, 5) + twice(i); }",
                    "-cl-std=CLC++"),
            Expected([](int i) {
              return std::max(i, 3) + std::clamp(i, 2, 5) + std::clamp(i, 1, 4) * 2;
            }));
  EXPECT_EQ(
      Results("namespace n { struct V { int x; };"
              "  V max(V a, V b) { return V{::max(a.x, b.x)}; }"
              "  int abs(int x) { return 100 + x; } }"
              "struct W { int x; W operator-() const { return W{-x}; } int abs() { return 7; } };"
              "W abs(W w) { return W{(int)abs(w.x)}; }"
              "int f(int i) { return max(n::V{i}, n::V{3}).x + n::abs(i) + abs(-i) +"
              "  abs(W{-i}).x + W{1}.abs() + max(i, 2); }",
              "-cl-std=CLC++"),
      Expected([](int i) { return std::max(i, 3) + 100 + i + i + i + 7 + std::max(i, 2); }));
  EXPECT_EQ(
      Results("namespace n { struct V { int x; }; int sign(V v) { return v.x; } } using n::sign;"
              "int f(int i) { return sign(n::V{i}) + (int)sign(-2.f); }",
              "-cl-std=CLC++"),
      Expected([](int i) { return i - 1; }));
  EXPECT_EQ(Results("struct Half { int x; constexpr Half(int n) : x(n / 2) {} };"
                    "constexpr int dot(Half a, Half b) { return a.x * b.x; }"
                    "int f(int i) { constexpr int known = dot(Half(4), Half(6));"
                    "  return known + dot(Half(i), Half(2)) + (int)dot((float2)(1, 2), (float2)(3, "
                    "(float)i)); }",
                    "-cl-std=CLC++"),
            Expected([](int i) { return 6 + i / 2 + 3 + 2 * i; }));
}

}  // namespace
