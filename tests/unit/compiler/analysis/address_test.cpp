// SPDX-License-Identifier: Apache-2.0
// The decomposition of pointers into base, indices and offset.
#include "compiler/analysis/address.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueSymbolTable.h>
#include <llvm/Support/SourceMgr.h>

namespace heddle::compiler {
namespace {

using namespace llvm;

class AddressTest : public testing::Test {
 protected:
  void SetUp() override {
    module_ = parseAssemblyString(R"(
%pair = type { i32, [4 x i16] }
define void @f(ptr %p, i64 %i, i32 %n, <4 x i32> %numbers, <4 x i64> %long) {
  %signed = sext i32 %n to i64
  %nested = getelementptr %pair, ptr %p, i64 %i, i32 1, i64 %signed
  %moved = getelementptr i8, ptr %nested, i64 -6
  %fixed = getelementptr %pair, ptr %p, i64 2, i32 1, i64 3
  %narrow = getelementptr i32, ptr %p, i32 %n
  %unsigned = zext <4 x i32> %numbers to <4 x i64>
  %lanes = getelementptr float, ptr %p, <4 x i64> %unsigned
  %lanes.after = getelementptr i8, <4 x ptr> %lanes, <4 x i64> splat (i64 12)
  %bases = getelementptr i8, <4 x ptr> %lanes, <4 x i64> %long
  ret void
}
)",
                                  error_, context_);
    ASSERT_TRUE(module_) << error_.getMessage().str();
  }

  Value& named(StringRef name) {
    return *module_->getFunction("f")->getValueSymbolTable()->lookup(name);
  }
  Address address(StringRef name) { return {named(name), module_->getDataLayout()}; }
  auto lanes(StringRef name) { return indexed_lanes(&named(name), module_->getDataLayout()); }

  LLVMContext context_;
  SMDiagnostic error_;
  std::unique_ptr<Module> module_;
};

TEST_F(AddressTest, SumsFieldsAndIndices) {
  const Address nested = address("moved");
  EXPECT_EQ(nested.base, &named("p"));
  EXPECT_EQ(nested.offset, 4 - 6);
  ASSERT_EQ(nested.terms.size(), 2U);
  EXPECT_EQ(nested.terms[0].index, &named("i"));
  EXPECT_EQ(nested.terms[0].scale, 12U);
  EXPECT_EQ(nested.terms[0].extension, Extension::None);
  EXPECT_EQ(nested.terms[1].number, &named("n"));
  EXPECT_EQ(nested.terms[1].scale, 2U);
  EXPECT_EQ(nested.terms[1].extension, Extension::Signed);
  const Address fixed = address("fixed");
  EXPECT_EQ(fixed.base, &named("p"));
  EXPECT_EQ(fixed.offset, 2 * 12 + 4 + 3 * 2);
  EXPECT_TRUE(fixed.terms.empty());
}

TEST_F(AddressTest, ExtendsNarrowIndicesAsSignedOnes) {
  const Address narrow = address("narrow");
  ASSERT_EQ(narrow.terms.size(), 1U);
  EXPECT_TRUE(narrow.terms[0].is_narrow());
  EXPECT_EQ(narrow.terms[0].extension, Extension::Signed);
}

TEST_F(AddressTest, OfWhatIsNoGepIsThePointer) {
  const Address own = address("p");
  EXPECT_EQ(own.base, &named("p"));
  EXPECT_TRUE(own.terms.empty());
  EXPECT_EQ(own.offset, 0);
}

TEST_F(AddressTest, KnowsLanesOfOneBase) {
  const auto after = lanes("lanes.after");
  ASSERT_TRUE(after);
  EXPECT_EQ(after->base, &named("p"));
  EXPECT_EQ(after->offset, 12);
  EXPECT_EQ(after->terms[0].number, &named("numbers"));
  EXPECT_EQ(after->terms[0].extension, Extension::Unsigned);
  EXPECT_EQ(after->terms[0].scale, 4U);
  EXPECT_FALSE(lanes("bases"));  // each lane has a base of its own
  EXPECT_FALSE(lanes("moved"));  // a single pointer
  EXPECT_FALSE(indexed_lanes(nullptr, module_->getDataLayout()));
}

}  // namespace
}  // namespace heddle::compiler
