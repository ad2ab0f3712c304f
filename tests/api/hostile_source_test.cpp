// SPDX-License-Identifier: Apache-2.0
// Sources that are there to crash a compiler: each fails to build, says why, and the next one
// builds.
#include "api_test.h"

namespace {

class HostileSourceTest : public ApiTest {
 protected:
  void TearDown() override {
    EXPECT_TRUE(Build("kernel void after(global int* p) { *p = 1; }"));
    ApiTest::TearDown();
  }
  void ExpectRefused(const std::string& source, const std::string& why,
                     const char* options = "-cl-std=CL2.0") {
    Program program = Source(source);
    testing::internal::CaptureStderr();
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_NE(BuildLog(program).find(why), std::string::npos) << BuildLog(program).substr(0, 1000);
  }
};

TEST_F(HostileSourceTest, NumbersHaveALimit) {
  const auto with = [](const std::string& number) {
    return "kernel void k(global double* p) { *p = " + number + "; }";
  };
  const std::string why = "a number of more than 4096 characters";
  const std::string digits(50000, '7');
  for (const std::string& number :
       {"0." + digits, digits + ".0", "0." + digits + "f", "0." + digits + "h", digits,
        "0x" + digits + "p1", "1e" + digits})
    ExpectRefused(with(number), why);
  ExpectRefused("#define JOIN(a, b) JOIN_(a, b)\n#define JOIN_(a, b) a##b\n#define N " +
                    std::string(3000, '1') + "\n" + with("JOIN(N, JOIN(N, JOIN(N, 1.0)))"),
                why);
  ExpectRefused("#if " + digits + "\n#endif\nkernel void k() {}", "error");
  Program program = Build(with("0." + std::string(4000, '3')));
  Mem to = Buffer(8);
  Kernel kernel = MakeKernel(program, "k");
  SetArgs(kernel, static_cast<cl_mem>(to));
  Run(kernel, 1);
  EXPECT_EQ(Read<double>(to, 1)[0], 1.0 / 3);
}

/// The parser of C++ reads some tokens twice: the second time from a copy of its own.
TEST_F(HostileSourceTest, NumbersHaveALimitWhereTheParserGoesBack) {
  const std::string number = "0." + std::string(50000, '7');
  const std::string why = "a number of more than 4096 characters";
  for (const std::string& before : {"int x(sizeof(", "int x((int)(", "(int(", "if (int(", "int(",
                                    "for (int(", "T<int(", "T<(int) (", "int y[int("}) {
    SCOPED_TRACE(before);
    ExpectRefused("template <int N> struct T {}; kernel void k() { " + before + number + ")); }",
                  why, "-cl-std=CLC++");
  }
}

TEST_F(HostileSourceTest, ClangsDebugPragmasAreErrors) {
  const std::string why = "__debug";
  for (const char* what :
       {"assert", "crash", "parser_crash", "dump", "dump M", "diag_mapping", "diag_mapping M",
        "llvm_fatal_error", "llvm_unreachable", "macro M", "module_map M", "module_lookup M",
        "overflow_stack", "captured", "sloc_usage", "unknown", "macro", "module_map", ""}) {
    SCOPED_TRACE(what);
    ExpectRefused(
        "#define M 1\n#pragma clang __debug " + std::string(what) + "\nkernel void k() {}", why);
  }
  ExpectRefused("_Pragma(\"clang __debug crash\") kernel void k() {}", why);
  ExpectRefused("#define P(x) _Pragma(#x)\nP(clang __debug overflow_stack) kernel void k() {}",
                why);
  ExpectRefused("#pragma cl\\\nang __de\\\nbug llvm_unreachable\nkernel void k() {}", why);
}

}  // namespace
