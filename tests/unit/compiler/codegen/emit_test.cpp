// SPDX-License-Identifier: Apache-2.0
// Where the blocks of a switch stand.
#include "compiler/codegen/emit.h"

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/SourceMgr.h>

#include "compiler/codegen/target.h"

namespace heddle::compiler {
namespace {

using namespace llvm;

/// A switch of `count` cases, the last of which is nearly always taken: its code.
std::string assembly(int count) {
  std::string cases, blocks, weights = "i32 1";
  for (int i = 0; i < count; ++i) {
    const auto n = std::to_string(i);
    cases += "    i32 " + n + ", label %case" + n + "\n";
    // No two cases do the same.
    blocks += "case" + n + ":\n  store volatile i32 " + std::to_string(100'000 + i) +
              ", ptr %p\n  br label %end\n";
    weights += i + 1 == count ? ", i32 100000" : ", i32 1";
  }
  const std::string text = "define void @k(ptr %p, i32 %x) {\n  switch i32 %x, label %end [\n" +
                           cases + "  ], !prof !0\n" + blocks +
                           "end:\n  ret void\n}\n!0 = !{!\"branch_weights\", " + weights + "}\n";
  LLVMContext context;
  SMDiagnostic error;
  auto module = parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  std::string why;
  TargetHandle target = make_target("+sse4.2", /*optimize=*/true, why);
  EXPECT_TRUE(target) << why;
  module->setTargetTriple(target->getTargetTriple());
  module->setDataLayout(target->createDataLayout());
  return emit_assembly(*module, *target);
}

/// Does the last case stand before the first one?
bool comes_first(const std::string& assembly, int count) {
  const size_t first = assembly.find("$100000,");
  const size_t last = assembly.find("$" + std::to_string(100'000 + count - 1) + ",");
  EXPECT_NE(first, assembly.npos);
  EXPECT_NE(last, assembly.npos);
  return last < first;
}

TEST(Emit, PlacesLikelyCasesFirst) {
  EXPECT_TRUE(comes_first(assembly(512), 512));
}

TEST(Emit, LeavesBlocksOfLargeSwitchesInTheirOrder) {
  EXPECT_FALSE(comes_first(assembly(513), 513));
}

}  // namespace
}  // namespace heddle::compiler
