// SPDX-License-Identifier: Apache-2.0
// Long blocks are cut before instruction selection.
#include "compiler/codegen/split_blocks.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

namespace heddle::compiler {
namespace {

using namespace llvm;

class SplitBlocksTest : public testing::Test {
 protected:
  /// Adds one to each of `count` numbers of 4 bytes: two accesses for each, all addresses first.
  std::unique_ptr<Module> module_of(int count) {
    std::string text = "define void @k(ptr %p) {\n";
    const auto line = [&](const std::string& words) { text += "  " + words + "\n"; };
    for (int i = 0; i < count; ++i) {
      const auto n = std::to_string(i);
      line("%a" + n + " = getelementptr i32, ptr %p, i64 " + n);
    }
    for (int i = 0; i < count; ++i) {
      const auto n = std::to_string(i);
      line("%x" + n + " = load i32, ptr %a" + n);
      line("%y" + n + " = add i32 %x" + n + ", 1");
      line("store i32 %y" + n + ", ptr %a" + n);
    }
    SMDiagnostic error;
    auto module = parseAssemblyString(text + "  ret void\n}\n", error, context_);
    EXPECT_TRUE(module) << error.getMessage().str();
    return module;
  }

  LLVMContext context_;
};

TEST_F(SplitBlocksTest, LeavesOrdinaryBlocksAlone) {
  EXPECT_FALSE(has_long_blocks(*module_of(150)));
}

TEST_F(SplitBlocksTest, CutsLongOnes) {
  const auto module = module_of(1000);
  ASSERT_TRUE(has_long_blocks(*module));
  legacy::PassManager passes;
  passes.add(create_split_blocks());
  passes.run(*module);
  EXPECT_FALSE(verifyModule(*module, &errs()));
  EXPECT_FALSE(has_long_blocks(*module));
  const Function& function = *module->getFunction("k");
  EXPECT_GE(function.size(), 8U);
  size_t stores = 0;
  for (const BasicBlock& block : function) {
    for (const Instruction& each : block) {
      const auto* store = dyn_cast<StoreInst>(&each);
      if (!store) continue;
      ++stores;
      const auto* address = dyn_cast<Instruction>(store->getPointerOperand());
      EXPECT_TRUE(address && address->getParent() == &block) << "an address from another block";
    }
  }
  EXPECT_EQ(stores, 1000U);
}

}  // namespace
}  // namespace heddle::compiler
