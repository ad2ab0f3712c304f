// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/widener.h"

#include "compiler/ir/marks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

namespace heddle::compiler {
using namespace llvm;

Widener::Widener(Function& kernel, Function& target, const Lanes& lanes, TargetMachine& machine,
                 LaneReport& report)
    : kernel_(kernel),
      target_(target),
      lanes_(lanes),
      width_(lanes.width),
      machine_(machine),
      report_(report),
      shapes_(kernel, lanes),
      groups_(kernel, shapes_, /*rows=*/true),
      structures_(kernel, shapes_, groups_, lanes.width, VectorIsa(machine)),
      memory_(machine, lanes.width, report),
      layout_(kernel.getParent()->getDataLayout()),
      tree_(kernel),
      loops_(tree_),
      at_(kernel.getContext()) {
  for (Argument& argument : kernel.args()) set_base(argument, target.getArg(argument.getArgNo()));
}

bool Widener::fail(const std::string& why, const Instruction& where) {
  report_.note("not vectorised: " + why, where);
  failed_ = true;
  return false;
}

bool Widener::run() {
  make_blocks();
  ReversePostOrderTraversal<Function*> order(&kernel_);
  for (BasicBlock* each : order) make_phis(*each);
  for (BasicBlock* each : order) {
    block(*each);
    if (failed_) return false;
  }
  for (BasicBlock* each : order) fill_phis(*each);
  pair_members();
  return !failed_;
}

void Widener::make_blocks() {
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel_)) {
    first_[block] = BasicBlock::Create(kernel_.getContext(), block->getName(), &target_);
  }
}

void Widener::make_phis(BasicBlock& block) {
  at_.SetInsertPoint(first_[&block]);
  for (PHINode& phi : block.phis()) {
    Wide& wide = values_[&phi];
    bool has_base = shapes_.of(&phi).has_base();
    unsigned incoming = phi.getNumIncomingValues();
    at_.SetCurrentDebugLocation(phi.getDebugLoc());
    for (unsigned row = 0; row < rows_of(phi); ++row) {
      if (has_base) {
        wide.base.push_back(at_.CreatePHI(phi.getType(), incoming, phi.getName()));
      } else if (is_vectorizable(phi.getType())) {
        wide.vector.push_back(at_.CreatePHI(widened(phi.getType()), incoming, phi.getName()));
        if (shapes_.has_near_step(&phi))
          wide.base.push_back(at_.CreatePHI(phi.getType(), incoming, phi.getName()));
      } else {
        auto& lanes = wide.lanes.emplace_back();
        for (unsigned lane = 0; lane < width_; ++lane)
          lanes.push_back(at_.CreatePHI(phi.getType(), incoming, phi.getName()));
      }
    }
  }
}

void Widener::fill_phis(BasicBlock& block) {
  for (PHINode& phi : block.phis()) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      Value* incoming = phi.getIncomingValue(i);
      auto end = last_.find(phi.getIncomingBlock(i));
      if (end == last_.end()) continue;  // from a block that nothing reaches
      Builder at(end->second->getTerminator());
      for (unsigned row = 0; row < rows_of(phi); ++row) {
        auto add = [&](Value* to, Value* value) {
          cast<PHINode>(to)->addIncoming(value, end->second);
        };
        // Looked up each time: making a vector may move the table.
        if (shapes_.is_near(&phi)) {
          at_.SetInsertPoint(end->second->getTerminator());
          Value* value = modular_base(incoming, row, nullptr);
          add(values_[&phi].base[row], value);
        } else if (shapes_.of(&phi).has_base()) {
          Value* value = scalar(incoming, row);
          add(values_[&phi].base[row], value);
        } else if (is_vectorizable(phi.getType())) {
          Value* value = vector(incoming, row);
          add(values_[&phi].vector[row], value);
          if (shapes_.has_near_step(&phi)) {
            at_.SetInsertPoint(end->second->getTerminator());
            value = modular_base(incoming, row, nullptr);
            add(values_[&phi].base[row], value);
          }
        } else {
          for (unsigned l = 0; l < width_; ++l) {
            Value* value = lane(incoming, row, l, at);
            add(values_[&phi].lanes[row][l], value);
          }
        }
      }
    }
  }
}

void Widener::block(BasicBlock& block) {
  at_.SetInsertPoint(first_[&block]);
  block_mask_ = nullptr;
  find_updates(block);
  for (Instruction& each : block) {
    if (isa<PHINode>(each)) continue;
    at_.SetCurrentDebugLocation(each.getDebugLoc());
    if (each.isTerminator()) {
      terminator(each);
    } else {
      instruction(each);
    }
    if (failed_) return;
  }
  last_[&block] = at_.GetInsertBlock();
}

void Widener::terminator(Instruction& end) {
  if (auto* branch = dyn_cast<BranchInst>(&end)) {
    if (branch->isUnconditional()) {
      at_.CreateBr(first_[branch->getSuccessor(0)]);
      return;
    }
    Value* condition = branch->getCondition();
    Shape shape = shapes_.of(condition);
    if (!shape.is_uniform() || shape.rows) {
      fail("a branch is not uniform", end);
      return;
    }
    auto* copy = at_.CreateCondBr(scalar(condition, 0), first_[branch->getSuccessor(0)],
                                  first_[branch->getSuccessor(1)]);
    copy->copyMetadata(*branch, {LLVMContext::MD_prof, LLVMContext::MD_loop,
                                 kernel_.getContext().getMDKindID(kAllLanes)});
  } else if (isa<ReturnInst>(end)) {
    at_.CreateRetVoid();
  } else if (isa<UnreachableInst>(end)) {
    at_.CreateUnreachable();
  } else {
    fail(std::string("a ") + end.getOpcodeName() + " is left", end);
  }
}

}  // namespace heddle::compiler
