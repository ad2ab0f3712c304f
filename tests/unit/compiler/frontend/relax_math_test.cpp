// SPDX-License-Identifier: Apache-2.0
// Which option allows what, for modules that come compiled (§5.8.6.3).
#include "compiler/frontend/relax_math.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/FMF.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::compiler {
namespace {

class RelaxMath : public testing::Test {
 protected:
  void parse(const char* text) {
    llvm::SMDiagnostic error;
    module_ = llvm::parseAssemblyString(text, error, context_);
    ASSERT_TRUE(module_) << error.getMessage().str();
  }
  /// The flags of the sum of floats: "nnan nsz", or "fast".
  std::string flags(const MathOptions& options) {
    parse(
        "define float @f(float %a, float %b, i32 %c) {\n"
        "  %d = add i32 %c, 1\n"
        "  %sum = fadd float %a, %b\n"
        "  ret float %sum\n}\n");
    relax_math(*module_, options);
    std::string text;
    llvm::raw_string_ostream out(text);
    module_->getFunction("f")->front().front().getNextNode()->getFastMathFlags().print(out);
    return text;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

TEST_F(RelaxMath, EachOption) {
  EXPECT_EQ(flags({}), "");
  EXPECT_EQ(flags({.denorms_are_zero = true}), "");
  EXPECT_EQ(flags({.mad_enable = true}), " contract");
  EXPECT_EQ(flags({.no_signed_zeros = true}), " nsz");
  EXPECT_EQ(flags({.unsafe_math = true}), " reassoc nsz arcp contract afn");
  EXPECT_EQ(flags({.finite_math_only = true}), " nnan");
  EXPECT_EQ(flags({.fast_relaxed_math = true}), " reassoc nnan nsz arcp contract afn");
  EXPECT_EQ(flags({.mad_enable = true, .finite_math_only = true}), " nnan contract");
}

TEST_F(RelaxMath, InfinitiesStay) {
  parse(
      "define nofpclass(nan inf) float @f(float nofpclass(inf) %a) \"no-infs-fp-math\"=\"true\" {\n"
      "  %b = call fast nofpclass(nan inf) float @g(float nofpclass(inf) %a)\n"
      "  ret float %b\n}\n"
      "declare nofpclass(inf) float @g(float)\n");
  keep_infinities(*module_);
  std::string text;
  llvm::raw_string_ostream out(text);
  module_->print(out, nullptr);
  EXPECT_NE(text.find("define nofpclass(nan) float @f(float %a) {"), text.npos) << text;
  EXPECT_NE(
      text.find("%b = call reassoc nnan nsz arcp contract afn nofpclass(nan) float @g(float %a)"),
      text.npos)
      << text;
  EXPECT_NE(text.find("declare float @g(float)"), text.npos) << text;
}

}  // namespace
}  // namespace heddle::compiler
