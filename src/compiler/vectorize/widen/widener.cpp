// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/widen/widener.h"
#include "compiler/vectorize/widen/paired_members.h"
#include "compiler/vectorize/widen/recomputed.h"
#include "compiler/vectorize/widen/small_numbers.h"

#include "compiler/ir/marks.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Makes the final plan of accesses.
AccessPlan planned(WideKernel& wide, const AccessRules& rules) {
  const auto is_narrowed = [&](const Value* number) {
    const auto* made = dyn_cast<Instruction>(number);
    return made && !wide.shapes.of(made).has_base() && wide.is_small(made) &&
           (works_on_small(wide, *made) || divides_small(wide, *made));
  };
  return {wide.kernel,
          {wide.lanes, wide.shapes, wide.groups, wide.structures, &wide.tree, nullptr, nullptr,
           is_narrowed},
          rules};
}

}  // namespace

bool Widener::run() {
  wide_.plan = planned(wide_, rules_);
  make_blocks();
  ReversePostOrderTraversal<Function*> order(&wide_.kernel);
  for (BasicBlock* each : order) make_phis(*each);
  for (BasicBlock* each : order) {
    block(*each);
    if (wide_.has_failed()) return false;
  }
  for (BasicBlock* each : order) fill_phis(*each);
  pair_members(wide_);
  return !wide_.has_failed();
}

void Widener::make_blocks() {
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&wide_.kernel)) {
    first_[block] = BasicBlock::Create(wide_.kernel.getContext(), block->getName(), &wide_.target);
  }
}

void Widener::make_phis(BasicBlock& block) {
  wide_.at.SetInsertPoint(first_[&block]);
  for (PHINode& phi : block.phis()) {
    bool has_base = wide_.shapes.of(&phi).has_base();
    unsigned incoming = phi.getNumIncomingValues();
    wide_.at.SetCurrentDebugLocation(phi.getDebugLoc());
    for (unsigned row = 0; row < wide_.rows_of(phi); ++row) {
      if (has_base) {
        wide_.set_base(phi, wide_.at.CreatePHI(phi.getType(), incoming, phi.getName()));
      } else if (wide_.is_vectorizable(phi.getType())) {
        wide_.set_vector(phi,
                         wide_.at.CreatePHI(wide_.widened(phi.getType()), incoming, phi.getName()));
        if (wide_.shapes.of(&phi).is_modular)
          wide_.set_base(phi, wide_.at.CreatePHI(phi.getType(), incoming, phi.getName()));
      } else {
        SmallVector<Value*> lanes;
        for (unsigned lane = 0; lane < wide_.width; ++lane)
          lanes.push_back(wide_.at.CreatePHI(phi.getType(), incoming, phi.getName()));
        wide_.set_lanes(phi, lanes);
      }
    }
  }
}

void Widener::fill_phis(BasicBlock& block) {
  for (PHINode& phi : block.phis()) {
    const Shape shape = wide_.shapes.of(&phi);
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      Value* incoming = phi.getIncomingValue(i);
      auto end = last_.find(phi.getIncomingBlock(i));
      if (end == last_.end()) continue;  // from a block that nothing reaches
      IRBuilder<> at(end->second->getTerminator());
      for (unsigned row = 0; row < wide_.rows_of(phi); ++row) {
        auto add = [&](Value* to, Value* value) {
          cast<PHINode>(to)->addIncoming(value, end->second);
        };
        if (shape.has_base()) {
          wide_.at.SetInsertPoint(end->second->getTerminator());
          Value* value = shape.is_modular ? modular_base(wide_, incoming, row, nullptr)
                                          : wide_.scalar(incoming, row);
          add(wide_.known(&phi).base[row], value);
        } else if (wide_.is_vectorizable(phi.getType())) {
          Value* value = wide_.vector(incoming, row);
          add(wide_.known(&phi).vector[row], value);
          if (shape.is_modular) {
            wide_.at.SetInsertPoint(end->second->getTerminator());
            value = modular_base(wide_, incoming, row, nullptr);
            add(wide_.known(&phi).base[row], value);
          }
        } else {
          for (unsigned l = 0; l < wide_.width; ++l) {
            Value* value = wide_.lane(incoming, row, l, at);
            add(wide_.known(&phi).lanes[row][l], value);
          }
        }
      }
    }
  }
}

void Widener::block(BasicBlock& block) {
  wide_.begin_block(*first_[&block]);
  for (Instruction& each : block) {
    if (isa<PHINode>(each)) continue;
    wide_.at.SetCurrentDebugLocation(each.getDebugLoc());
    if (each.isTerminator()) {
      terminator(each);
    } else {
      instructions_.instruction(each);
    }
    if (wide_.has_failed()) return;
  }
  last_[&block] = wide_.at.GetInsertBlock();
}

void Widener::terminator(Instruction& end) {
  if (auto* branch = dyn_cast<BranchInst>(&end)) {
    if (branch->isUnconditional()) {
      wide_.at.CreateBr(first_[branch->getSuccessor(0)]);
      return;
    }
    Value* condition = branch->getCondition();
    Shape shape = wide_.shapes.of(condition);
    if (!shape.is_uniform() || shape.rows) {
      wide_.fail("a branch is not uniform", end);
      return;
    }
    auto* copy = wide_.at.CreateCondBr(wide_.scalar(condition, 0), first_[branch->getSuccessor(0)],
                                       first_[branch->getSuccessor(1)]);
    copy->copyMetadata(*branch, {LLVMContext::MD_prof, LLVMContext::MD_loop,
                                 wide_.kernel.getContext().getMDKindID(kAllLanes)});
  } else if (isa<ReturnInst>(end)) {
    wide_.at.CreateRetVoid();
  } else if (isa<UnreachableInst>(end)) {
    wide_.at.CreateUnreachable();
  } else {
    wide_.fail(std::string("a ") + end.getOpcodeName() + " is left", end);
  }
}

}  // namespace heddle::compiler
