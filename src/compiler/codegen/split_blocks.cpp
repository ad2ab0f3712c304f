// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/split_blocks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The memory accesses above which a block is cut, and those of a piece.
constexpr size_t kLong = 384, kPiece = 128;

size_t count_accesses(const BasicBlock& block) {
  return static_cast<size_t>(
      count_if(block, [](const Instruction& each) { return each.mayReadOrWriteMemory(); }));
}

bool is_long(const BasicBlock& block) {
  return block.size() > kLong && count_accesses(block) > kLong;
}

/// Tells whether it is a displacement of an address, which is free if the access is in the same
/// block.
bool is_displacement(const Value& value) {
  const auto* address = dyn_cast<GetElementPtrInst>(&value);
  return address && address->hasAllConstantIndices() && !address->getType()->isVectorTy();
}

/// Computes displacements that the piece uses from other pieces again.
void repeat_displacements(BasicBlock& piece) {
  DenseMap<Instruction*, Instruction*> copies;
  for (Instruction& user : make_early_inc_range(piece)) {
    if (isa<PHINode>(user)) continue;
    for (Use& use : user.operands()) {
      auto* address = dyn_cast<Instruction>(use.get());
      if (!address || address->getParent() == &piece || !is_displacement(*address)) continue;
      Instruction*& copy = copies[address];
      if (!copy) {
        copy = address->clone();
        copy->insertBefore(user.getIterator());
      }
      use.set(copy);
    }
  }
}

void split(BasicBlock& block) {
  SmallVector<BasicBlock*> pieces{&block};
  size_t left = count_accesses(block), count = 0;
  for (auto at = block.begin(); !at->isTerminator();) {
    Instruction& instruction = *at++;
    if (!instruction.mayReadOrWriteMemory()) continue;
    --left;
    if (++count < kPiece || left < kPiece / 2) continue;
    pieces.push_back(pieces.back()->splitBasicBlock(at, "piece"));
    at = pieces.back()->begin();
    count = 0;
  }
  for (BasicBlock* piece : drop_begin(pieces)) repeat_displacements(*piece);
}

class SplitBlocks : public FunctionPass {
 public:
  static char id;
  SplitBlocks() : FunctionPass(id) {}

  StringRef getPassName() const override { return "Split long blocks"; }

  bool runOnFunction(Function& function) override {
    SmallVector<BasicBlock*> blocks;
    for (BasicBlock& block : function)
      if (is_long(block)) blocks.push_back(&block);
    for (BasicBlock* block : blocks) split(*block);
    return !blocks.empty();
  }
};

char SplitBlocks::id = 0;

}  // namespace

bool has_long_blocks(const Module& module) {
  return any_of(module, [](const Function& function) { return any_of(function, is_long); });
}

FunctionPass* create_split_blocks() {
  return new SplitBlocks;
}

}  // namespace heddle::compiler
