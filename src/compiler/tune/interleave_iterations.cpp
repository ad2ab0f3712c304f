// SPDX-License-Identifier: Apache-2.0
// Interleaves iterations of a loop that compute something long, in which each operation waits for
// the one before, and then hardly ever do more than test it (a search for a hash). The next
// iterations do not depend on this one, but are too far away for a processor to begin with them. So
// each iteration computes the next ones as well, with their instructions in turns. If none of the
// tests holds, the loop continues after all of them. Else the iterations are gone through one by
// one up to the first whose test holds, and its rest runs as ever; results of later ones are
// dropped.
//
//   head: compute; if (test) rest; latch: next; if (more) head
//   head: compute, compute'; if (test | test' | !more) { if (test) rest; if (!more) exit; ... }
//
// Neither the computation nor the latch writes or may trap, so both can be done for iterations that
// never come. Loads of such an iteration read this iteration's addresses instead.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "abi/kernel_abi.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/marks.h"
#include "compiler/ir/preserved.h"
#include "compiler/target/instruction_set.h"
#include "compiler/tune/passes.h"
#include "compiler/tune/searches.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMaxLoops = 16;     // in a kernel
constexpr unsigned kMaxCounters = 24;  // instructions that the next iteration needs from this one

class Interleaved {
 public:
  Interleaved(const Search& search, const Loop& loop) : search_(search), loop_(loop) {}

  /// Tells whether the whole computation of an iteration can be done ahead.
  bool is_possible() {
    if (!all_of(*search_.head, [&](const Instruction& i) { return may_run_ahead(i, false); }) ||
        !all_of(*search_.latch, [&](const Instruction& i) { return may_run_ahead(i, true); }))
      return false;
    SmallPtrSet<const Value*, 32> counters;
    if (!are_counters(search_.more, counters)) return false;
    for (PHINode& phi : search_.head->phis()) {
      if (!are_counters(phi.getIncomingValueForBlock(search_.latch), counters)) return false;
    }
    for (Instruction& instruction : *search_.latch) {
      if (!isa<PHINode>(instruction) && !instruction.isTerminator() &&
          !are_counters(&instruction, counters))
        return false;
    }
    return true;
  }

  void run(unsigned iterations);

 private:
  using Map = DenseMap<const Value*, Value*>;

  bool may_run_ahead(const Instruction& instruction, bool in_latch) const {
    if (isa<PHINode>(instruction) || instruction.isTerminator()) return true;
    if (const auto* load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple() && (!in_latch || loop_.isLoopInvariant(load->getPointerOperand()));
    return !instruction.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&instruction);
  }

  bool is_in_iteration(const Value* value) const {
    const auto* instruction = dyn_cast<Instruction>(value);
    return instruction &&
           (instruction->getParent() == search_.head || instruction->getParent() == search_.latch);
  }

  /// Tells whether it comes from the head's phis in a few instructions, none of which loads
  /// something of an iteration's own.
  bool are_counters(const Value* value, SmallPtrSetImpl<const Value*>& known) const {
    if (!is_in_iteration(value)) return loop_.isLoopInvariant(const_cast<Value*>(value));
    const auto* instruction = cast<Instruction>(value);
    if (!known.insert(value).second) return true;
    if (known.size() > kMaxCounters) return false;
    if (const auto* phi = dyn_cast<PHINode>(instruction))
      return phi->getParent() == search_.head ||
             are_counters(phi->getIncomingValueForBlock(search_.head), known);
    if (!may_run_ahead(*instruction, true)) return false;
    return all_of(instruction->operand_values(),
                  [&](const Value* operand) { return are_counters(operand, known); });
  }

  /// Returns a counter's value in the iteration of `map`. Instructions that are missing are emitted
  /// at `at`.
  Value* counter(Value* value, Map& map, IRBuilder<>& at) {
    if (!is_in_iteration(value)) return value;
    if (Value* known = map.lookup(value)) return known;
    auto* instruction = cast<Instruction>(value);
    if (auto* phi = dyn_cast<PHINode>(instruction))
      return map[value] = counter(phi->getIncomingValueForBlock(search_.head), map, at);
    if (Value* known = same_.lookup(value)) return map[value] = known;
    Instruction* copy = instruction->clone();
    for (Use& use : copy->operands()) use = counter(use, map, at);
    copy->dropPoisonGeneratingFlags();  // the iteration may never come
    copy->dropUBImplyingAttrsAndMetadata();
    at.Insert(copy, instruction->getName());
    if (equal(copy->operand_values(), instruction->operand_values()) &&
        none_of(copy->operand_values(), [&](Value* operand) { return is_in_iteration(operand); }))
      same_[value] = copy;
    return map[value] = copy;
  }

  /// Emits `instruction` of the head in another iteration; `runs` tells whether that comes.
  Value* ahead(Instruction& instruction, const Map& map, Value* runs, IRBuilder<>& at) const {
    if (Value* known = map.lookup(&instruction)) return known;
    const auto of_iteration = [&](Value* value) {
      Value* mapped = map.lookup(value);
      return mapped ? mapped : value;
    };
    if (all_of(instruction.operand_values(), [&](Value* v) { return of_iteration(v) == v; }))
      return &instruction;
    Instruction* copy = instruction.clone();
    for (Use& use : copy->operands()) use = of_iteration(use);
    copy->dropUBImplyingAttrsAndMetadata();
    if (auto* load = dyn_cast<LoadInst>(copy)) {
      Value* here = cast<LoadInst>(instruction).getPointerOperand();
      load->setOperand(0, at.CreateSelect(runs, load->getPointerOperand(), here));
    }
    return at.Insert(copy, instruction.getName());
  }

  /// Returns the value of the exit's `phi` for an iteration that goes straight to the latch.
  Value* leaving(PHINode& phi, Map& counters, const Map& computed, IRBuilder<>& at) {
    Value* value = phi.getIncomingValueForBlock(search_.latch);
    if (auto* merged = dyn_cast<PHINode>(value); merged && merged->getParent() == search_.latch)
      value = merged->getIncomingValueForBlock(search_.head);
    const auto* instruction = dyn_cast<Instruction>(value);
    if (instruction && instruction->getParent() == search_.latch)
      return counter(value, counters, at);
    Value* mapped = computed.lookup(value);
    return mapped ? mapped : value;
  }

  const Search& search_;
  const Loop& loop_;
  Map same_;  ///< counters that are the same in all iterations
};

void Interleaved::run(unsigned iterations) {
  auto [head, latch, rest, exit, test, rest_if, more, more_if] = search_;
  Function& function = *head->getParent();
  LLVMContext& context = function.getContext();
  SmallVector<PHINode*> phis(make_pointer_range(head->phis()));
  SmallVector<Instruction*> body;
  for (Instruction& instruction : *head) {
    if (!isa<PHINode>(instruction) && !instruction.isTerminator()) body.push_back(&instruction);
  }

  // The iterations' counters, and whether there is one more after each.
  IRBuilder<> at(head, head->getFirstInsertionPt());
  SmallVector<Map> maps(iterations + 1), computed(iterations);
  SmallVector<Value*> goes_on, runs{nullptr};  // the first one runs anyway
  for (PHINode* phi : phis) maps[0][phi] = phi;
  for (unsigned iteration = 0; iteration < iterations; ++iteration) {
    Value* known = at.CreateFreeze(counter(more, maps[iteration], at));
    goes_on.push_back(more_if ? known : at.CreateNot(known));
    runs.push_back(iteration == 0 ? goes_on[0] : at.CreateAnd(runs.back(), goes_on.back()));
    for (PHINode* phi : phis)
      maps[iteration + 1][phi] = counter(phi->getIncomingValueForBlock(latch), maps[iteration], at);
  }

  // Their computations, in turns. The first iteration is the existing one.
  for (unsigned iteration = 1; iteration < iterations; ++iteration) {
    for (PHINode* phi : phis) computed[iteration][phi] = maps[iteration][phi];
  }
  for (Instruction* instruction : body) {
    at.SetInsertPoint(instruction->getNextNode());
    for (unsigned iteration = 1; iteration < iterations; ++iteration)
      computed[iteration][instruction] =
          ahead(*instruction, computed[iteration], runs[iteration], at);
  }
  const auto in_iteration = [&](Value* value, unsigned iteration) {
    Value* mapped = computed[iteration].lookup(value);
    return mapped ? mapped : value;
  };

  // One test for all, followed by the single ones.
  Instruction* fork = head->getTerminator();
  at.SetInsertPoint(fork);
  SmallVector<Value*> tests;
  Value* any = at.CreateNot(runs[iterations - 1]);
  for (unsigned iteration = 0; iteration < iterations; ++iteration) {
    Value* one = in_iteration(test, iteration);
    if (iteration > 0) one = at.CreateFreeze(one);
    tests.push_back(rest_if ? one : at.CreateNot(one));
    any = at.CreateOr(any, tests.back());
  }
  BasicBlock* into_rest = BasicBlock::Create(context, "rest", &function, rest);
  SmallVector<BasicBlock*> checks, nexts;
  for (unsigned iteration = 0; iteration < iterations; ++iteration) {
    checks.push_back(BasicBlock::Create(context, "check", &function, into_rest));
    nexts.push_back(BasicBlock::Create(context, "iteration", &function, into_rest));
  }
  for (PHINode& phi : exit->phis()) {
    for (unsigned iteration = 0; iteration < iterations; ++iteration)
      phi.addIncoming(leaving(phi, maps[iteration], computed[iteration], at), nexts[iteration]);
  }
  at.CreateCondBr(any, checks[0], nexts.back());
  fork->eraseFromParent();
  for (unsigned iteration = 0; iteration < iterations; ++iteration) {
    BranchInst::Create(into_rest, nexts[iteration], tests[iteration], checks[iteration]);
    BasicBlock* next = iteration + 1 < iterations ? checks[iteration + 1] : head;
    BranchInst::Create(next, exit, goes_on[iteration], nexts[iteration]);
  }

  // The rest, and the code after it, has the values of the iteration that reached it.
  IRBuilder<> entry(BranchInst::Create(rest, into_rest));
  for (BasicBlock* old : {rest, latch}) {
    for (PHINode& phi : make_early_inc_range(old->phis())) {
      if (old == rest)
        phi.replaceIncomingBlockWith(head, into_rest);
      else
        phi.removeIncomingValue(head, /*DeletePHIIfEmpty=*/false);
    }
  }
  const auto hand_over = [&](Instruction* value) {
    PHINode* handed = nullptr;
    for (Use& use : make_early_inc_range(value->uses())) {
      auto* user = cast<Instruction>(use.getUser());
      const auto* phi = dyn_cast<PHINode>(user);
      const BasicBlock* block = phi ? phi->getIncomingBlock(use) : user->getParent();
      if (user == handed || block == head || is_contained(nexts, block) ||
          is_contained(checks, block))
        continue;
      if (!handed) {
        handed = entry.CreatePHI(value->getType(), iterations, value->getName());
        for (unsigned iteration = 0; iteration < iterations; ++iteration)
          handed->addIncoming(iteration == 0 ? value : in_iteration(value, iteration),
                              checks[iteration]);
      }
      use.set(handed);
    }
  };
  for (PHINode* phi : phis) phi->addIncoming(maps[iterations][phi], nexts.back());
  for (PHINode* phi : phis) hand_over(phi);
  for (Instruction* instruction : body) hand_over(instruction);
}

/// Changes one loop that was not `seen`.
bool interleave_one(Function& kernel, const InstructionSet& isa, SmallPtrSetImpl<BasicBlock*>& seen,
                    FunctionAnalysisManager& analyses) {
  const auto& dominators = analyses.getResult<DominatorTreeAnalysis>(kernel);
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(kernel);
  for (Loop* loop : loops.getLoopsInPreorder()) {
    const auto search = find_search(*loop);
    if (!search || !seen.insert(search->head).second) continue;
    const unsigned iterations = iterations_for(*search->head, isa);
    if (iterations == 1 || !is_rare(*search->test, search->rest_if)) continue;
    Interleaved interleaved(*search, *loop);
    if (!interleaved.is_possible()) continue;
    formLCSSA(*loop, dominators, &loops, nullptr);
    interleaved.run(iterations);
    kernel.addFnAttr(kKeepOrder);
    analyses.invalidate(kernel, PreservedAnalyses::none());
    return true;
  }
  return false;
}

}  // namespace

PreservedAnalyses interleave_iterations(Function& function, KernelContext& context,
                                        FunctionAnalysisManager& analyses) {
  if (!context.options.optimize || function.getName() != HD_KERNEL_SYMBOL ||
      function.size() > kMaxBlocks)
    return PreservedAnalyses::all();
  const InstructionSet& isa = context.isa;
  SmallPtrSet<BasicBlock*, 16> seen;
  unsigned changed = 0;
  while (changed < kMaxLoops && interleave_one(function, isa, seen, analyses)) ++changed;
  return preserved_unless(changed > 0);
}

}  // namespace heddle::compiler
