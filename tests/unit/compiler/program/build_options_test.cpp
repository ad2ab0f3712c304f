// SPDX-License-Identifier: Apache-2.0
#include "compiler/program/build_options.h"

#include <gtest/gtest.h>

#include "abi/checks.h"
#include "abi/compiler_interface.h"

namespace heddle::compiler {
namespace {

using Strings = std::vector<std::string>;

CompileOptions compile_options(std::string_view text) {
  auto options = parse_compile_options(text);
  EXPECT_TRUE(options) << options.error().why;
  return options ? options.value() : CompileOptions{};
}

bool is_invalid(std::string_view text) {
  const auto options = parse_compile_options(text);
  return !options && options.error().code == HDC_INVALID_OPTIONS && !options.error().why.empty();
}

TEST(BuildOptions, DefaultIsTheHighestVersionOfOpenClC1) {
  EXPECT_EQ(compile_options("").language, 120u);
  EXPECT_EQ(compile_options(" \t\n ").language, 120u);
}

TEST(BuildOptions, LanguageVersions) {
  EXPECT_EQ(compile_options("-cl-std=CL1.0").language, 100u);
  EXPECT_EQ(compile_options("-cl-std=CL1.1").language, 110u);
  EXPECT_EQ(compile_options("-cl-std=CL1.2").language, 120u);
  EXPECT_EQ(compile_options("-cl-std=CL2.0").language, 200u);
  EXPECT_EQ(compile_options("-cl-std=CL2.0").cpp, 0u);
  for (const char* text : {"-cl-std=CLC++", "-cl-std=CLC++1.0"}) {
    EXPECT_EQ(compile_options(text).language, 200u) << text;
    EXPECT_EQ(compile_options(text).cpp, 100u) << text;
  }
  EXPECT_EQ(compile_options("-cl-std=CL3.0").language, 300u);
  EXPECT_EQ(compile_options("-cl-std=CL3.1").language, 310u);
  EXPECT_EQ(compile_options("-cl-std=CLC++2021").language, 300u);
  EXPECT_EQ(compile_options("-cl-std=CLC++2021").cpp, 2021u);
  for (const char* text : {"-cl-std=CL3.2", "-cl-std=", "-cl-std", "-cl-std=C99", "-cl-std=C++"})
    EXPECT_TRUE(is_invalid(text)) << text;
}

TEST(BuildOptions, Spir) {
  EXPECT_FALSE(compile_options("").spir);
  EXPECT_TRUE(compile_options("-x spir -spir-std=1.2").spir);
  for (const char* text : {"-x", "-x cl", "-xspir", "-spir-std=", "-spir-std=2.0"})
    EXPECT_TRUE(is_invalid(text)) << text;
}

TEST(BuildOptions, MacrosJoinedAndApart) {
  EXPECT_EQ(compile_options("-D A -DB -D C=3 -DD=4 -D F(x)=x").macros,
            (Strings{"A", "B", "C=3", "D=4", "F(x)=x"}));
}

TEST(BuildOptions, QuotesKeepSpaces) {
  EXPECT_EQ(compile_options(R"(-D NAME="a b" -D "X=1 + 2" -I "a folder" -I b\ c)").macros,
            (Strings{"NAME=a b", "X=1 + 2"}));
  EXPECT_EQ(compile_options(R"(-I "a folder" -Ib\ c)").folders, (Strings{"a folder", "b c"}));
  EXPECT_EQ(compile_options(R"(-D S=\"text\" -D C='x')").macros, (Strings{"S=\"text\"", "C='x'"}));
}

TEST(BuildOptions, DefinitionsEndAtTheLine) {
  EXPECT_EQ(compile_options("-D \"A=1\n2\"").macros, (Strings{"A=1"}));
}

TEST(BuildOptions, EverySwitch) {
  const auto options = compile_options(
      "-cl-single-precision-constant -cl-denorms-are-zero -cl-fp32-correctly-rounded-divide-sqrt "
      "-cl-opt-disable -cl-mad-enable -cl-no-signed-zeros -cl-unsafe-math-optimizations "
      "-cl-finite-math-only -cl-fast-relaxed-math -cl-uniform-work-group-size "
      "-cl-no-subgroup-ifp -heddle-report -w -Werror -cl-kernel-arg-info -g -cl-strict-aliasing");
  EXPECT_TRUE(options.single_precision_constant && options.denorms_are_zero &&
              options.correctly_rounded_divide_sqrt && options.opt_disable && options.mad_enable &&
              options.no_signed_zeros && options.unsafe_math && options.finite_math_only &&
              options.fast_relaxed_math && options.uniform_work_group_size &&
              options.no_subgroup_ifp && options.report && options.no_warnings &&
              options.warnings_are_errors && options.kernel_arg_info && options.debug &&
              options.strict_aliasing);
}

TEST(BuildOptions, ThoseOfLevelZeroAreIgnored) {
  const auto options = compile_options("-ze-opt-level=2 -w -ze-opt-disable");
  EXPECT_EQ(options.ignored, (Strings{"-ze-opt-level=2", "-ze-opt-disable"}));
  EXPECT_FALSE(options.opt_disable);
  EXPECT_EQ(parse_link_options("-ze-x").value().ignored, Strings{"-ze-x"});
  EXPECT_EQ(ignored_options(parse_link_options("-ze-x").value()),
            "warning: the option '-ze-x' of Level Zero is ignored\n");
  EXPECT_EQ(ignored_options(compile_options("-w")), "");
  for (const char* text : {"-ze", "ze-x", "--ze-x"}) EXPECT_TRUE(is_invalid(text)) << text;
}

TEST(BuildOptions, WhatIsNotAllowed) {
  for (const char* text :
       {"-cl-unknown", "-O3", "-Xclang", "-fplugin=x.so", "file.cl", "-D", "-I", "-D 1X", "-D =1",
        "-D \"A=1", "-create-library", "-o /tmp/x", "@file", "-include x.h", "-D -w"})
    EXPECT_TRUE(is_invalid(text)) << text;
}

TEST(BuildOptions, Checks) {
  EXPECT_EQ(compile_options("").checks, 0u);
  EXPECT_EQ(compile_options("-heddle-check=memory").checks, kCheckMemory);
  EXPECT_EQ(compile_options("-heddle-check=barriers,memory").checks,
            kCheckBarriers | kCheckMemory);
  EXPECT_EQ(compile_options("-heddle-check=races -heddle-check=barriers").checks,
            kCheckRaces | kCheckBarriers);
  EXPECT_EQ(compile_options("-heddle-check=all").checks, kAllChecks);
  EXPECT_EQ(compile_options("-heddle-check=").checks, 0u);
  for (const char* text : {"-heddle-check", "-heddle-check=memry", "-heddle-check=memory,,all"})
    EXPECT_FALSE(parse_compile_options(text)) << text;
  EXPECT_NE(parse_compile_options("-heddle-check=memry")
                .error()
                .why.find("memory,barriers,races,uninitialised,unspecified or all"),
            std::string::npos);
  EXPECT_EQ(check_names(kAllChecks), "memory,barriers,races,uninitialised");
  EXPECT_EQ(compile_options("-heddle-check=all,unspecified").checks,
            kAllChecks | kCheckUnspecified);
}

TEST(LinkOptions, LibrariesAndMath) {
  EXPECT_TRUE(parse_link_options("-create-library").value().create_library);
  EXPECT_TRUE(
      parse_link_options("-create-library -enable-link-options").value().enable_link_options);
  EXPECT_TRUE(parse_link_options("-cl-no-signed-zeroes").value().no_signed_zeros);
  EXPECT_TRUE(parse_link_options("-cl-fast-relaxed-math").value().fast_relaxed_math);
  for (const char* text : {"-enable-link-options", "-D A", "-cl-std=CL2.0", "x"})
    EXPECT_FALSE(parse_link_options(text)) << text;
}

}  // namespace
}  // namespace heddle::compiler
