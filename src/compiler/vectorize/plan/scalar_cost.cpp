// SPDX-License-Identifier: Apache-2.0
// Estimates whether vectors are faster than scalar code. They are not where each lane accesses
// memory of its own and little is computed: a gather takes at least as long as a scalar load for
// each lane, and scalar code follows a matrix row from cache line to cache line. Costs are cycles,
// roughly. The latency of recurrences counts, too: vectors have it once for many work-items.
#include "compiler/vectorize/plan/scalar_cost.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cmath>

#include "compiler/analysis/block_counts.h"
#include "compiler/analysis/inner_loops.h"
#include "compiler/analysis/leaving_lanes.h"
#include "compiler/analysis/recurrence.h"
#include "compiler/analysis/same_address.h"
#include "compiler/analysis/shape.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/vectorize/plan/matrix_rows.h"
#include "compiler/vectorize/plan/preliminary_plan.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr double kTaken = 0.5;        // the share of lanes that take a divergent branch
constexpr double kMatrixRows = 1.5;   // as many cache lines at once as lanes, no prefetching
constexpr double kRowElement = 0.35;  // a lane's element of 32 bits, with others of its cache line
constexpr double kStoredRows = 4;     // such lines must be written back, and often share a set
constexpr double kSimple = 0.2;       // an operation of a work-item on integers,
constexpr double kSimpleFloat = 0.5;  // and on floats
constexpr double kOther = 8;          // a call, an atomic operation: done lane by lane
constexpr double kPick = 1.5;         // from a short vector: through memory, or by selections
constexpr double kInnerVectors = 1;   // their time, relative to that of full use
constexpr double kMargin = 0.8;       // vectors it is if costs are near each other
// One work-item at a time between barriers:
constexpr double kMarginAtBarriers = 0.5;
constexpr double kBarrier = 8;  // a value that lives across it, kept for each
constexpr double kColumn =
    6;  // a cache line for each iteration of a loop, gone when the next comes
constexpr double kAhead = 300;  // instructions that a processor looks at while others wait

struct Cost {
  double scalar = 0;  ///< cycles of one work-item
  double vector = 0;  ///< cycles of all lanes of a vector
  double alone = 0;   ///< cycles of one work-item whose loops may be vectorised

  Cost() = default;
  Cost(double one, double all) : scalar(one), vector(all), alone(one) {}
};

class Model {
 public:
  Model(Function& kernel, FunctionAnalysisManager& analyses, const Lanes& lanes,
        const InstructionSet& isa, bool may_have_own_vectors)
      : kernel_(kernel),
        analyses_(analyses),
        loops_(analyses.getResult<LoopAnalysis>(kernel)),
        counts_(analyses.getResult<BlockCountsAnalysis>(kernel)),
        lanes_(lanes),
        isa_(isa),
        has_barriers_(heddle::compiler::has_barriers(kernel)),
        may_have_own_vectors_(may_have_own_vectors),
        shapes_(analyses.getResult<LaneShapesAnalysis>(kernel).at(lanes)),
        own_vectors_(kernel, analyses),
        plan_(kernel, analyses, lanes, isa) {}

  Cost total() {
    Cost result = of_blocks(nullptr);
    for (const Loop* loop : loops_) add(result, of_loop(*loop));
    return result;
  }

  unsigned scattered() const { return scattered_; }
  double cycles_of_accesses() const { return plan_.accesses().cycles(); }
  bool has_barriers() const { return has_barriers_; }
  /// Tells whether lanes may lose: they go to places of their own, or a work-item has vectors.
  bool is_open() const { return scattered_ > 0 || has_own_vectors_; }

 private:
  // Computed when they are asked for: many kernels need neither.
  const Uniformity& uniformity() {
    return analyses_.getResult<KernelUniformityAnalysis>(kernel_).of_tile(lanes_);
  }
  ScalarEvolution& evolution() { return analyses_.getResult<ScalarEvolutionAnalysis>(kernel_); }

  Shape shape_of(const Value* value) { return plan_.shape_of(value); }

  static void add(Cost& sum, const Cost& cost, double runs = 1) {
    sum.scalar += cost.scalar * runs;
    sum.vector += cost.vector * runs;
    sum.alone += cost.alone * runs;
  }

  /// Returns the cost of running the loop once, with all its iterations.
  Cost of_loop(const Loop& loop) {
    Cost run = of_blocks(&loop);
    if (has_barriers_) run.scalar = std::max(run.scalar, longest_chain(loop));
    for (const Loop* inner : loop) add(run, of_loop(*inner));
    if (loop.isInnermost()) {
      const auto differs = [&](const PHINode& phi) { return !shapes_.of(&phi).is_uniform(); };
      const double wait = recurrence(loop, differs, latency, /*max_depth=*/64,
                                     [&](const Value& condition) { return guess(condition); });
      const double wait_of_lanes = recurrence(loop, differs, latency, /*max_depth=*/64);
      run.scalar = std::max(run.scalar, wait);
      run.vector = std::max(run.vector, wait_of_lanes);
      run.alone = of_own_vectors(loop, run);
    }
    const double busy = busy_lanes(loop, shapes_, &uniformity());
    run.vector /= busy;
    Cost all;
    add(all, run, counts_.iterations(loop));
    if (loop.isInnermost() && busy < 1 && !is_again_for_others(loop))
      add(all, {isa_.costs().mispredicted_branch, 0});
    return all;
  }

  /// Tells whether it repeats only if another lane stored at the same time (`do s[i] = tag | n;
  /// while (s[i] != (tag | n))`). No other one does while a work-item runs alone.
  static bool is_again_for_others(const Loop& loop) {
    return any_of(loop.blocks(), [](const BasicBlock* block) {
      return any_of(*block, [](const Instruction& each) {
        return isa<LoadInst>(each) && is_local_volatile(each);
      });
    });
  }

  /// Returns the latency of one iteration of `loop` without inner loops, as of an unrolled search
  /// in a table. The next iterations run meanwhile, as far as the processor looks ahead.
  double longest_chain(const Loop& loop) {
    double longest = 0, count = 0;
    for (const BasicBlock* block : loop.blocks()) {
      const Loop* own = loops_.getLoopFor(block);
      const bool is_inside = own != &loop;
      count += (is_inside ? counts_.iterations(*own) : 1) * double(block->size());
      if (is_inside) continue;
      for (const Instruction& instruction : *block)
        longest = std::max(longest, chain_to(instruction, loop, 0));
    }
    return longest / std::max(1.0, kAhead / count);
  }

  double chain_to(const Instruction& instruction, const Loop& loop, unsigned depth) {
    constexpr unsigned kMaxDepth = 200;
    const BasicBlock* block = instruction.getParent();
    const bool begins = isa<PHINode>(instruction) && block == loop.getHeader();
    if (begins || loops_.getLoopFor(block) != &loop || depth == kMaxDepth) return 0;
    if (const auto known = chains_.find(&instruction); known != chains_.end()) return known->second;
    double before = 0;
    for (const Value* operand : instruction.operand_values()) {
      if (const auto* from = dyn_cast<Instruction>(operand))
        before = std::max(before, chain_to(*from, loop, depth + 1));
    }
    return chains_[&instruction] = before + latency(instruction);
  }

  /// Returns the cost of one iteration of an innermost loop that is vectorised in scalar kernels.
  double of_own_vectors(const Loop& loop, const Cost& run) {
    const unsigned bits = may_have_own_vectors_ ? own_vectors_.element_bits(loop) : 0;
    if (bits == 0) return run.scalar;
    has_own_vectors_ = true;
    return run.scalar * kInnerVectors * bits / isa_.register_bits();
  }

  /// Returns the cost of the blocks of `loop` without inner loops.
  Cost of_blocks(const Loop* loop) {
    Cost result;
    for (const BasicBlock& block : kernel_) {
      if (loops_.getLoopFor(&block) != loop) continue;
      Cost cost;
      for (const Instruction& instruction : block) {
        const Cost one = of(instruction);
        add(cost, one);
      }
      if (plan_.is_conditional(block)) {
        cost.scalar *= kTaken;
        cost.alone *= kTaken;
        const auto& branch = cast<BranchInst>(*block.getSinglePredecessor()->getTerminator());
        if (compares_loaded(*branch.getCondition(), 0))
          add(cost, {guess(*branch.getCondition()).value_or(0), 0});
      }
      add(result, cost);
    }
    return result;
  }

  /// Tells whether a condition compares two loaded values, so that nobody can guess it.
  static bool compares_loaded(const Value& condition, unsigned depth) {
    constexpr unsigned kMaxDepth = 4;
    const auto* instruction = dyn_cast<Instruction>(&condition);
    if (!instruction || depth == kMaxDepth) return false;
    if (isa<CmpInst>(instruction) && !instruction->getOperand(0)->getType()->isIntegerTy(1))
      return isa<LoadInst>(instruction->getOperand(0)) && isa<LoadInst>(instruction->getOperand(1));
    return any_of(instruction->operand_values(), [&](const Value* operand) {
      return operand->getType()->isIntegerTy(1) && compares_loaded(*operand, depth + 1);
    });
  }

  Cost of(const Instruction& instruction) {
    if (isa<PHINode, GetElementPtrInst, AllocaInst, DbgInfoIntrinsic, LifetimeIntrinsic,
            AssumeInst>(instruction))
      return {};
    if (getLoadStorePointerOperand(&instruction)) return of_access(instruction);
    const Shape shape = shape_of(&instruction);
    if (isa<CastInst>(instruction) && shape.has_base()) return {};
    if (instruction.mayReadOrWriteMemory() || isa<CallBase>(instruction)) {
      if (has_barriers_ && called_internal(instruction) == Internal::Barrier)
        return {kBarrier, kBarrier};
      if (called_internal(instruction) == Internal::Pick)
        return {kPick, 2 * kPick * isa_.registers(*instruction.getType(), lanes_.width)};
      if (called_internal(instruction) != Internal::None) return {};
      const double lanes = shape.is_varying() || instruction.mayWriteToMemory() ? lanes_.width : 1;
      return is_arithmetic_call(instruction) && !instruction.mayReadOrWriteMemory()
                 ? Cost{kSimpleFloat, isa_.registers(*instruction.getType(), lanes_.width)}
                 : Cost{kOther, kOther * lanes};
    }
    Type* type = instruction.getType();
    if (isa<CmpInst>(instruction)) type = instruction.getOperand(0)->getType();
    const double scalar = scalar_cost(instruction);
    if (type->isVoidTy() || !shape.is_varying()) return {scalar, scalar};
    const bool divides = instruction.getOpcode() == Instruction::SDiv ||
                         instruction.getOpcode() == Instruction::UDiv ||
                         instruction.getOpcode() == Instruction::SRem ||
                         instruction.getOpcode() == Instruction::URem;
    const double vector = divides                 ? 12
                          : scalar > kSimpleFloat ? 2 * scalar
                                                  : isa_.costs().register_cycles;
    return {scalar, vector * isa_.registers(*type, lanes_.width)};
  }

  static double scalar_cost(const Instruction& instruction) {
    const bool is_long = instruction.getType()->getScalarSizeInBits() == 64;
    switch (instruction.getOpcode()) {
      case Instruction::SDiv:
      case Instruction::UDiv:
      case Instruction::SRem:
      case Instruction::URem:
        return isa<Constant>(instruction.getOperand(1)) ? 2 : is_long ? 10 : 6;
      case Instruction::FDiv:
        return is_long ? 4 : 2.5;
      default:
        return instruction.getType()->isFPOrFPVectorTy() || isa<FCmpInst>(instruction)
                   ? kSimpleFloat
                   : kSimple;
    }
  }

  Cost of_access(const Instruction& instruction) {
    if (instruction.isAtomic() || (instruction.isVolatile() && !is_local_volatile(instruction) &&
                                   !is_contiguous_volatile(instruction, shapes_)))
      return {kOther, kOther * lanes_.width};
    const bool is_store = isa<StoreInst>(instruction);
    const Shape shape = shape_of(getLoadStorePointerOperand(&instruction));
    double scalar = is_store ? 1 : 0.5;
    if (shape.is_uniform()) return {scalar, scalar};
    const Loop* loop = loops_.getLoopFor(instruction.getParent());
    if (shape.is_affine() && loop && !is_local(instruction) &&
        goes_down_column(*getLoadStorePointerOperand(&instruction), *loop))
      scalar += kColumn;
    const Candidate* plan = plan_.accesses().of(instruction);
    if (!plan) return {scalar, 0};  // done with another member of its group
    const double vector = plan->price.cycles;
    if (!lies_apart(*plan)) return {scalar, vector};
    const double bits = getLoadStoreType(&instruction)->getScalarSizeInBits();
    if (is_of_matrix_row(instruction))
      return {scalar, scalar * lanes_.width * std::min(1.0, bits / 32)};
    if (is_of_another_way(instruction)) return {scalar, 0};
    ++scattered_;
    if (loop && goes_along_rows(*loop) && is_along_row(instruction, evolution()))
      return {scalar, kRowElement * lanes_.width * bits / 32};
    const bool is_matrix_row = loop && goes_along(*getLoadStorePointerOperand(&instruction), *loop);
    return {scalar, vector * (!is_matrix_row ? 1 : is_store ? kStoredRows : kMatrixRows)};
  }

  /// Tells whether only other work-items need the rest of a cache line: those that take turns
  /// between barriers, or that follow in steps of all of them.
  bool goes_down_column(const Value& address, const Loop& loop) const {
    if (has_barriers_) return has_large_stride(address, loop);
    const BasicBlock* end = loop.getExitingBlock();
    const auto* branch = end ? dyn_cast<BranchInst>(end->getTerminator()) : nullptr;
    return branch && branch->isConditional() &&
           leaves_together(*branch->getCondition(), loop, shapes_);
  }

  /// Tells whether unroll-matrix-rows takes the loop.
  bool goes_along_rows(const Loop& loop) {
    const auto [known, is_new] = along_rows_.try_emplace(&loop, false);
    if (is_new) known->second = row_element(loop, shapes_, evolution()) != 0;
    return known->second;
  }

  /// Tells whether it is local memory, which stays in the first cache, or private memory.
  static bool is_local(const Instruction& access) {
    const Value* object = getUnderlyingObject(getLoadStorePointerOperand(&access));
    const auto* call = dyn_cast<CallBase>(object);
    return isa<AllocaInst>(object) || (call && called_internal(*call) == Internal::LocalMemory);
  }

  /// Tells whether it accesses one more element of a row, of a constant table's or close to another
  /// one that is: with the first one, lanes access the row whole (structures).
  bool is_of_matrix_row(const Instruction& access) {
    constexpr int64_t kRowBytes = 64;
    const Value* pointer = getLoadStorePointerOperand(&access);
    const DataLayout& layout = access.getDataLayout();
    APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    const Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
    const int64_t row = offset.getSExtValue() / kRowBytes;
    return !matrix_rows_.insert({base, 2 * row + (isa<StoreInst>(access) ? 1 : 0)}).second;
  }

  /// Tells whether another path through the same iteration accesses the same address. Such stores
  /// are sunk into the join (sink_common_stores), or only some lanes access it on each path.
  bool is_of_another_way(const Instruction& access) {
    constexpr unsigned kMaxAccesses = 32;
    const Value& address = *getLoadStorePointerOperand(&access);
    const bool found = any_of(scattered_accesses_, [&](const Instruction* other) {
      return other->getOpcode() == access.getOpcode() &&
             getLoadStoreType(other) == getLoadStoreType(&access) &&
             loops_.getLoopFor(other->getParent()) == loops_.getLoopFor(access.getParent()) &&
             is_same_address(*getLoadStorePointerOperand(other), address);
    });
    if (!found && scattered_accesses_.size() < kMaxAccesses) scattered_accesses_.push_back(&access);
    return found;
  }

  /// Returns the cost of mispredicting a branch that selects the next value (a merge takes the
  /// smaller of two loaded ones): half of the guesses are wrong, which shows when the condition is
  /// computed. Nothing if they are hardly ever wrong.
  std::optional<double> guess(const Value& condition) const {
    const auto* compare = dyn_cast<FCmpInst>(&condition);
    const bool is_rare = compare && (compare->getPredicate() == FCmpInst::FCMP_UNO ||
                                     compare->getPredicate() == FCmpInst::FCMP_ORD);
    return is_rare ? std::nullopt : std::optional(isa_.costs().mispredicted_branch / 2);
  }

  static double latency(const Instruction& instruction) {
    if (isa<LoadInst>(instruction)) return 8;  // between the first cache's and the second's
    if (isa<PHINode, GetElementPtrInst, CastInst, StoreInst>(instruction)) return 0;
    const bool is_long =
        instruction.getType()->isFPOrFPVectorTy() || instruction.getOpcode() == Instruction::Mul;
    return std::max(is_long ? 3.0 : 1.0, 2 * scalar_cost(instruction));
  }

  Function& kernel_;
  FunctionAnalysisManager& analyses_;
  const LoopInfo& loops_;
  const BlockCounts& counts_;
  const Lanes& lanes_;
  const InstructionSet& isa_;
  const bool has_barriers_;
  const bool may_have_own_vectors_;
  const Shapes& shapes_;
  InnerLoopVectors own_vectors_;
  PreliminaryPlan plan_;
  DenseMap<const Loop*, bool> along_rows_;
  /// Rows that lanes access: the base, and a number that says which row and whether they write.
  DenseSet<std::pair<const Value*, int64_t>> matrix_rows_;
  DenseMap<const Value*, double> chains_;
  SmallVector<const Instruction*> scattered_accesses_;
  unsigned scattered_ = 0;
  bool has_own_vectors_ = false;
};

/// Returns the work-items that take as long one by one as a vector; 0: not known.
uint32_t items_of(double ratio, const Lanes& lanes) {
  if (ratio == 0) return 0;
  return static_cast<uint32_t>(
      std::clamp(std::round(ratio * lanes.width), 1.0, double(lanes.width)));
}

}  // namespace

LaneGain gain_of_lanes(Function& kernel, FunctionAnalysisManager& analyses, const Lanes& lanes,
                       const InstructionSet& isa, bool has_short_vectors) {
  const auto& loops = analyses.getResult<LoopAnalysis>(kernel);
  Model model(kernel, analyses, lanes, isa, /*may_have_own_vectors=*/!has_short_vectors);
  const Cost cost = model.total();
  const double one = std::min(cost.scalar, cost.alone);
  LaneGain gain;
  gain.vector = cost.vector;
  gain.one_by_one = one * lanes.width;
  gain.accesses = model.cycles_of_accesses();
  // Lanes that lie side by side are faster, whatever else there is.
  const bool has_barriers = model.has_barriers();
  const bool is_open = has_barriers ? model.scattered() > 0 : model.is_open();
  if (is_open && one > 0) gain.ratio = gain.vector / gain.one_by_one;
  // Groups with barriers are run whole, however few they are. Without loops nothing that a
  // work-item reads lies where the next cache line is, but launches may have few rows, which fill
  // no vectors.
  const bool may_be_few = !has_barriers && (!loops.empty() || lanes.dimension != 0);
  // Nobody knows before what LLVM makes of a work-item's loops: that is for trials.
  const double margin = has_barriers ? kMarginAtBarriers : kMargin;
  const bool is_scalar =
      !loops.empty() && model.scattered() > 0 && cost.scalar * lanes.width < cost.vector * margin;
  if (is_scalar) {
    gain.why_scalar = "scalar is cheaper: every lane goes to places of its own in memory (" +
                      std::to_string(static_cast<int>(cost.scalar * lanes.width)) +
                      " cycles instead of " + std::to_string(static_cast<int>(gain.vector)) + ")";
  } else if (may_be_few) {
    gain.items = items_of(gain.ratio, lanes);
  }
  return gain;
}

}  // namespace heddle::compiler
