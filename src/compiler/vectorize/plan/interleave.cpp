// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/plan/interleave.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cmath>
#include <limits>

#include "compiler/analysis/block_counts.h"
#include "compiler/analysis/leaving_lanes.h"
#include "compiler/analysis/live_values.h"
#include "compiler/analysis/recurrence.h"
#include "compiler/analysis/texels.h"
#include "compiler/vectorize/plan/matrix_rows.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The share of a work-item's time that is worth twice the code.
constexpr double kWorthIt = 0.925;
constexpr double kSchedulerEntries = 80;  // instructions that wait in the schedulers
/// The times of once, twice, and four times as many lanes that leave a loop at different times.
constexpr double kDivergent[] = {1, 1.2, 1.35};

/// The cycles of one iteration of a loop without its inner loops, or of the code outside of all.
class Work {
 public:
  explicit Work(const Loop* loop) : loop_(loop) {}
  void add(const Instruction& instruction, bool begins, const Shapes& shapes, const Lanes& lanes,
           const InstructionSet& machine);
  /// Returns the time of each of so many vectors that are interleaved. An instruction keeps its
  /// entry for half of the time that it waits, so that instructions get through as fast as the
  /// entries and the code together pass the chain. Units are busy for `part` of the operations'
  /// time.
  double time(unsigned vectors, double part = 1) const {
    const double all = shared_count_ + vectors * count_;
    const double busy = std::max(shared_ + vectors * part * busy_, vectors * divider_);
    const double chain = chain_ * all / (kSchedulerEntries + all);
    const double waste = is_divergent ? kDivergent[Log2_32(vectors)] : 1;
    return waste * std::max({busy, chain, wait}) / vectors;
  }

  double iterations = 1;
  double wait = 0;  ///< cycles of waiting for the iteration before
  bool is_divergent = false;

 private:
  const Loop* loop_;
  double busy_ = 0, count_ = 0,
         divider_ = 0;  ///< cycles of units and of the divider, and instructions, of one vector
  double shared_ = 0, shared_count_ = 0;  ///< the same of uniform instructions
  double chain_ = 0;
  DenseMap<const Value*, double> ready_;
};

/// Returns the cycles of the divider for one register; it does one operation at a time.
double dividing(const Instruction& instruction, const TargetCosts& costs) {
  const bool is_double = instruction.getType()->isDoubleTy();
  if (instruction.getOpcode() == Instruction::FDiv)
    return is_estimate(instruction) ? 0 : is_double ? costs.double_division : costs.float_division;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call || call->getIntrinsicID() != Intrinsic::sqrt) return 0;
  if (call->hasOneUse() && is_estimate(*call->user_back())) return 0;
  return is_double ? costs.double_root : costs.float_root;
}

/// Tells whether it is a flag, or part of the instruction that uses it.
bool is_part(const Instruction& value) {
  return value.getType()->isIntegerTy(1) || isa<GetElementPtrInst, BitCastInst>(value) ||
         value.getOpcode() == Instruction::FNeg;
}

/// Tells whether it is a conversion to another size, which also splits or joins registers.
bool changes_size(const Instruction& instruction) {
  return isa<CastInst>(instruction) &&
         instruction.getType()->getScalarSizeInBits() !=
             instruction.getOperand(0)->getType()->getScalarSizeInBits();
}

/// Returns the instructions that wide_division.cpp emits for a division: those for each register,
/// and uniform ones.
std::pair<double, double> dividing_words(const Instruction& instruction, const Shapes& shapes,
                                         const InstructionSet& machine) {
  const Value* divisor = instruction.isIntDivRem() ? instruction.getOperand(1) : nullptr;
  if (!divisor || isa<Constant>(divisor)) return {1, 0};
  if (!shapes.of(divisor).is_uniform()) return {20, 0};
  const bool is_test = instruction.hasOneUse() && isa<ICmpInst>(instruction.user_back());
  if (!is_test) return {9, 8};
  return {machine.costs().multiple_test, machine.costs().multiple_test_once};
}

/// Adds an instruction. `begins`: its operands are those of another iteration.
void Work::add(const Instruction& instruction, bool begins, const Shapes& shapes,
               const Lanes& lanes, const InstructionSet& machine) {
  constexpr double kScalar = 0.2, kGathered = 1.2;
  const auto* store = dyn_cast<StoreInst>(&instruction);
  const bool varies =
      store ? !shapes.of(store->getPointerOperand()).is_uniform()
            : !instruction.getType()->isVoidTy() && shapes.of(&instruction).is_varying();
  if (varies) {
    double& ready = ready_[&instruction];
    for (const Value* operand : instruction.operand_values())
      if (!begins) ready = std::max(ready, ready_.lookup(operand));
    ready += latency(instruction);
    chain_ = std::max(chain_, ready);
  }
  if (is_free(instruction)) return;
  if (!varies) {
    if (!loop_) return;  // done once for a row of vectors
    ++shared_count_;
    shared_ += kScalar;
    return;
  }
  const Type* type = store ? store->getValueOperand()->getType() : instruction.getType();
  if (isa<CmpInst>(instruction)) type = instruction.getOperand(0)->getType();
  double registers = machine.registers(*type, lanes.width);
  if (changes_size(instruction)) registers += 1;
  const auto [own, shared] = dividing_words(instruction, shapes, machine);
  shared_count_ += shared;
  shared_ += kScalar * shared;
  count_ += own * registers;
  busy_ += own * registers * machine.costs().register_cycles;
  const auto* load = dyn_cast<LoadInst>(&instruction);
  // Each lane reads along a matrix row. Lanes that read an image are close to each other
  // (gather_to_permute.cpp), and the latencies of gathers that wait for one another overlap.
  if (load && loop_ && !texel_number(*load) && shapes.of(load->getPointerOperand()).is_varying() &&
      goes_along(*load->getPointerOperand(), *loop_, &shapes))
    busy_ += kGathered * lanes.width;
  divider_ += registers * dividing(instruction, machine.costs());
}

/// Returns the most registers of values that live at the same time, without those that live through
/// a block which does not use them.
double most_live(const Function& kernel, const Shapes& shapes, const Lanes& lanes,
                 const InstructionSet& machine) {
  const auto counts = [&](const Value& value) {
    const auto* instruction = dyn_cast<Instruction>(&value);
    return instruction && shapes.of(&value).is_varying() && !is_part(*instruction);
  };
  double most = 0;
  for (const BasicBlock& block : kernel) {
    LiveValues live;
    double registers = 0;
    const auto change = [&](const Value& value, bool begins) {
      registers += (begins ? 1 : -1) * machine.registers(*value.getType(), lanes.width);
    };
    const auto is_outside = [&](const User* user) {
      return cast<Instruction>(user)->getParent() != &block || isa<PHINode>(user);
    };
    for (const Instruction& instruction : block) {
      if (!counts(instruction) || none_of(instruction.users(), is_outside)) continue;
      live.insert(&instruction);
      change(instruction, true);
    }
    walk_live_values(block, live, counts, change, [&] {
      most = std::max(most, registers);
      return true;
    });
  }
  return most;
}

using Works = MapVector<const Loop*, Work>;

Works works_of(Function& kernel, const LoopInfo& loops, const BlockCounts& counts,
               const Shapes& shapes, const Lanes& lanes, const InstructionSet& machine) {
  Works works;
  SmallPtrSet<const BasicBlock*, 16> rare;
  const auto is_rare = [&](const BasicBlock* block) { return rare.contains(block); };
  for (const BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel)) {
    if (is_unlikely(*block) || (!pred_empty(block) && all_of(predecessors(block), is_rare))) {
      rare.insert(block);
      continue;
    }
    const Loop* loop = loops.getLoopFor(block);
    const bool is_header = loop && loop->getHeader() == block;
    Work& work = works.try_emplace(loop, loop).first->second;
    for (const Instruction& instruction : *block)
      work.add(instruction, is_header && isa<PHINode>(instruction), shapes, lanes, machine);
  }
  for (auto& [loop, work] : works) {
    work.iterations = counts.all_iterations(loop);
    if (loop) work.is_divergent = is_divergent(*loop, shapes);
    if (loop && loop->isInnermost()) {
      const auto differs = [&](const PHINode& phi) { return !shapes.of(&phi).is_uniform(); };
      work.wait = recurrence(*loop, differs, latency, /*max_depth=*/400);
    }
  }
  return works;
}

double time_of(const Works& works, unsigned vectors, double part = 1) {
  double time = 0;
  for (const auto& [loop, work] : works) time += work.iterations * work.time(vectors, part);
  return time;
}

}  // namespace

double time_of_twice(Function& kernel, const LoopInfo& loops, const BlockCounts& counts,
                     const Shapes& shapes, const Lanes& lanes, unsigned vectors,
                     const InstructionSet& machine) {
  if (vectors * most_live(kernel, shapes, lanes, machine) > machine.vector_registers())
    return std::numeric_limits<double>::infinity();
  const Works works = works_of(kernel, loops, counts, shapes, lanes, machine);
  return time_of(works, 2 * vectors) / time_of(works, vectors);
}

bool wants_two_registers(Function& kernel, const LoopInfo& loops, const BlockCounts& counts,
                         const Shapes& shapes, const Lanes& lanes, const InstructionSet& machine) {
  return time_of_twice(kernel, loops, counts, shapes, lanes, /*vectors=*/1, machine) < kWorthIt;
}

bool wants_four_registers(Function& kernel, const LoopInfo& loops, const BlockCounts& counts,
                          const Shapes& shapes, const Lanes& lanes, const InstructionSet& machine) {
  const Works works = works_of(kernel, loops, counts, shapes, lanes, machine);
  const bool is_divergent =
      any_of(works, [](const auto& each) { return each.second.is_divergent; });
  // One for the mask, if that is a vector.
  const double live =
      most_live(kernel, shapes, lanes, machine) + (machine.has_mask_registers() ? 0 : 1);
  const double part = machine.costs().overlapped_part;
  return is_divergent && time_of(works, 4, part) < kWorthIt * time_of(works, 2, part) &&
         4 * live <= machine.vector_registers();
}

}  // namespace heddle::compiler
