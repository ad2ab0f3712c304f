// SPDX-License-Identifier: Apache-2.0
// A block that reads or writes the rows of a tile has an address for each. Strength reduction would
// move every one of them round the loop by itself, far more than there are registers, so that each
// costs a load, an addition to memory and its spill. They are as far from each other as the rows:
// one address and the pitch make the others.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/ir/evolution.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr size_t kFewest = 6;  // addresses: fewer have registers of their own
constexpr size_t kMost = 64;   // of a block: each is compared with those after it

struct Row {
  Instruction* pointer;
  const SCEVAddRecExpr* place;
};

/// Addresses that differ by `pitch` from one to the next, in the order in which they are computed.
struct Chain {
  SmallVector<Row> rows;
  const SCEV* pitch = nullptr;
};

bool is_address(const Instruction& instruction) {
  return isa<GetElementPtrInst>(instruction) && any_of(instruction.users(), [&](const User* user) {
           return getLoadStorePointerOperand(user) == &instruction;
         });
}

/// The addresses of the block's accesses that go on with its loop.
SmallVector<Row> rows_of(BasicBlock& block, const Loop& loop, ScalarEvolution& evolution) {
  SmallVector<Row> rows;
  for (Instruction& each : block) {
    if (!is_address(each)) continue;
    const auto* place = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&each));
    if (place && place->getLoop() == &loop && place->isAffine()) rows.push_back({&each, place});
  }
  return rows;
}

/// Takes out of `rows` those that follow the first of them.
Chain next_chain(SmallVector<Row>& rows, ScalarEvolution& evolution) {
  Chain chain;
  chain.rows.push_back(rows.front());
  SmallVector<Row> others;
  for (const Row& row : drop_begin(rows)) {
    const Row& last = chain.rows.back();
    const bool same_step =
        row.place->getStepRecurrence(evolution) == last.place->getStepRecurrence(evolution);
    const SCEV* apart = same_step ? evolution.getMinusSCEV(row.place, last.place) : nullptr;
    if (apart && !isa<SCEVConstant, SCEVCouldNotCompute>(apart) &&
        (!chain.pitch || chain.pitch == apart)) {
      chain.pitch = apart;
      chain.rows.push_back(row);
    } else {
      others.push_back(row);
    }
  }
  rows = std::move(others);
  return chain;
}

void link(const Chain& chain, const Loop& loop, SCEVExpander& expander) {
  Instruction* before = loop.getLoopPreheader()->getTerminator();
  if (!expander.isSafeToExpandAt(chain.pitch, before)) return;
  Value* pitch = expander.expandCodeFor(chain.pitch, chain.pitch->getType(), before->getIterator());
  Instruction* first = chain.rows.front().pointer;
  IRBuilder<> at(first->getNextNode());
  // LLVM's strength reduction looks through additions.
  Value* last = at.CreateCall(hidden_internal(*first->getModule()), first, "row");
  first->replaceUsesWithIf(last, [&](Use& use) { return use.getUser() != last; });
  for (const Row& row : drop_begin(chain.rows)) {
    at.SetInsertPoint(row.pointer);
    last = at.CreatePtrAdd(last, pitch, "row");
    row.pointer->replaceAllUsesWith(last);
    RecursivelyDeleteTriviallyDeadInstructions(row.pointer);
  }
}

void reduce_addresses(BasicBlock& block, const Loop& loop, ScalarEvolution& evolution) {
  SmallVector<Row> rows = rows_of(block, loop, evolution);
  if (rows.size() > kMost) return;
  SmallVector<Chain> chains;
  while (rows.size() >= kFewest) {
    Chain chain = next_chain(rows, evolution);
    if (chain.rows.size() >= kFewest) chains.push_back(std::move(chain));
  }
  SCEVExpander expander(evolution, "pitch");
  for (const Chain& chain : chains) link(chain, loop, expander);
}

bool may_have_chains(const BasicBlock& block) {
  return static_cast<size_t>(count_if(block, is_address)) >= kFewest;
}

void reduce_addresses(Function& function) {
  if (none_of(function, may_have_chains)) return;
  DominatorTree tree(function);
  LoopInfo loops(tree);
  SmallVector<BasicBlock*> blocks;
  for (BasicBlock& block : function) {
    const Loop* loop = loops.getLoopFor(&block);
    if (loop && loop->getLoopPreheader() && may_have_chains(block)) blocks.push_back(&block);
  }
  if (blocks.empty()) return;
  Evolution evolution(function, tree, loops);
  for (BasicBlock* block : blocks)
    reduce_addresses(*block, *loops.getLoopFor(block), evolution.result);
}

}  // namespace

void strength_reduce_addresses(Module& module, KernelContext& context) {
  if (!context.options.optimize) return;
  for (Function& function : module) {
    if (!function.isDeclaration()) reduce_addresses(function);
  }
}

}  // namespace heddle::compiler
