// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/linearize/chain.h"

#include <llvm/IR/MDBuilder.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

BasicBlock* Chain::make_block(const Twine& name) {
  auto* block = BasicBlock::Create(kernel_.getContext(), name, &kernel_);
  mask_of[block] = base;
  add(block);
  return block;
}

/// Links `block` to the tail, after the branch of a guard that was opened.
void Chain::link_to(BasicBlock* block, bool is_rare) {
  Builder at(tail);
  if (skip_to_) {
    Value* any =
        at.CreateCall(lane_internal(*kernel_.getParent(), Internal::Any), skip_unless_, "any");
    MDNode* weights = nullptr;
    if (is_rare) weights = MDBuilder(kernel_.getContext()).createUnlikelyBranchWeights();
    at.CreateCondBr(any, block, skip_to_, weights);
    skip_to_ = nullptr;
  } else {
    at.CreateBr(block);
  }
  block->moveAfter(tail);
  add(block);
  tail = block;
}

void Chain::open_chunk(Value* mask) {
  BasicBlock* join = make_block("join");
  chunk_ = &chunks_.emplace_back(Chunk{chunk_, tail, join, nullptr});
  skip_to_ = join;
  skip_unless_ = mask;
  active.push_back(mask);
}

void Chain::close_chunk() {
  Chunk& chunk = *chunk_;
  chunk.end = tail;
  chunk.is_open = false;
  chunk_ = chunk.outer;
  active.pop_back();
  link_to(chunk.join);
}

/// Returns `value` as it can be used at the tail: through phis if a guard may have jumped over its
/// definition. No lane was active then: values are poison, and masks empty.
Value* Chain::reach(Value* value) {
  auto* instruction = dyn_cast<Instruction>(value);
  while (instruction) {
    Chunk* chunk = chunk_of_.lookup(instruction->getParent());
    if (!chunk || chunk->is_open) break;
    PHINode*& phi = chunk->seen_after[instruction];
    if (!phi) {
      Type* type = instruction->getType();
      const bool is_mask = masks_.contains(instruction);
      phi = Builder(chunk->join, chunk->join->begin()).CreatePHI(type, 2, instruction->getName());
      phi->addIncoming(instruction, chunk->end);
      phi->addIncoming(is_mask ? Constant::getNullValue(type) : PoisonValue::get(type),
                       chunk->guard);
      if (is_mask) masks_.insert(phi);
    }
    instruction = phi;
  }
  return instruction ? instruction : value;
}

void Chain::reach_operands(Instruction& instruction) {
  for (Use& operand : instruction.operands()) {
    if (isa<Instruction>(operand)) operand.set(reach(operand));
  }
}

}  // namespace heddle::compiler
