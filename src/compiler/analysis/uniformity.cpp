// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/uniformity.h"

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/analysis/regions.h"
#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Tells whether all work-items see the same memory there. Private variables, and pointers that may
/// point to them, are none.
bool is_shared(const Value* pointer) {
  const Value* object = getUnderlyingObject(pointer);
  if (isa<Argument>(object) || isa<GlobalValue>(object)) return true;
  const auto* instruction = dyn_cast<Instruction>(object);
  if (!instruction) return false;
  Internal intrinsic = called_internal(*instruction);
  return intrinsic == Internal::LocalMemory || intrinsic == Internal::Globals ||
         intrinsic == Internal::Launch || intrinsic == Internal::GroupScratch;
}

/// Tells LLVM the sources of divergence. `tile`: null for the whole group.
struct WorkItemCosts final : TargetTransformInfoImplCRTPBase<WorkItemCosts> {
  WorkItemCosts(const DataLayout& layout, const Lanes* tile, const Uniformity::Values* never,
                bool reads_at_once)
      : TargetTransformInfoImplCRTPBase(layout),
        tile_(tile ? std::optional(*tile) : std::nullopt),
        reads_at_once_(reads_at_once) {
    if (never) never_ = *never;
  }

  bool hasBranchDivergence(const Function*) const override { return true; }

  InstructionUniformity getInstructionUniformity(const Value* value) const override {
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction) return InstructionUniformity::Default;
    if (never_.contains(value)) return InstructionUniformity::NeverUniform;
    Internal intrinsic = called_internal(*instruction);
    if (intrinsic != Internal::None) return of_intrinsic(intrinsic, cast<CallBase>(*instruction));
    if (isa<AllocaInst>(instruction) || isa<AtomicRMWInst>(instruction) ||
        isa<AtomicCmpXchgInst>(instruction)) {
      return InstructionUniformity::NeverUniform;
    }
    if (const auto* load = dyn_cast<LoadInst>(instruction)) {
      // Lanes read at the same time, so equal addresses hold equal values. Work-items of a group
      // read at different times, and their own memory may lie at the same place.
      bool may_differ = (!load->isSimple() && !reads_at_once_) ||
                        (!tile_ && !is_shared(load->getPointerOperand()));
      return may_differ ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
    }
    if (const auto* call = dyn_cast<CallBase>(instruction); call && !call->doesNotAccessMemory()) {
      return InstructionUniformity::NeverUniform;
    }
    return InstructionUniformity::Default;
  }

 private:
  InstructionUniformity of_intrinsic(Internal intrinsic, const CallBase& call) const {
    switch (intrinsic) {
      case Internal::LocalId:
      case Internal::GlobalId: {
        unsigned d = dimension(call);
        bool differs =
            !tile_ || d == tile_->dimension || (tile_->rows > 1 && d == tile_->row_dimension);
        return differs ? InstructionUniformity::NeverUniform : InstructionUniformity::AlwaysUniform;
      }
      case Internal::LaneMask:
      case Internal::LanesScan:
      case Internal::LanesShift:
      case Internal::LanesShuffle:
      case Internal::LanesFill:
        return InstructionUniformity::NeverUniform;
      case Internal::LaneId:
        return tile_ ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
      case Internal::VectorIndex:
        return tile_ ? InstructionUniformity::AlwaysUniform : InstructionUniformity::NeverUniform;
      case Internal::LaneCount:  // the last vector of a group may have fewer
        return tile_ ? InstructionUniformity::AlwaysUniform : InstructionUniformity::NeverUniform;
      case Internal::VectorCount:
        return InstructionUniformity::AlwaysUniform;
      case Internal::LanesReduce:  // over one work-item, or in the code of a vector
      case Internal::LanesBroadcast:
      case Internal::LanesBallot:
        return tile_ ? InstructionUniformity::AlwaysUniform : InstructionUniformity::Default;
      case Internal::Any:
      case Internal::All:
        return tile_ ? InstructionUniformity::AlwaysUniform : InstructionUniformity::Default;
      default:  // the same for all, or as uniform as the pointer asked about
        return InstructionUniformity::Default;
    }
  }

  const std::optional<Lanes> tile_;
  Uniformity::Values never_;
  const bool reads_at_once_;
};

/// Values that LLVM takes for uniform although work-items differ: those that only some of them
/// define (the others may have anything), and those of a loop in which they meet barriers in
/// different iterations. A value that is kept once for the whole group would be the last
/// work-item's.
class PartialValues {
 public:
  PartialValues(const Function& kernel, UniformityInfo& info, const DominatorTree& dominators,
                const CycleInfo& cycles)
      : kernel_(kernel),
        info_(info),
        dominators_(dominators),
        cycles_(cycles),
        barriers_(blocks_with_barriers(kernel)) {}

  Uniformity::Values find() {
    Uniformity::Values found;
    if (barriers_.empty()) return found;
    find_unmatched_iterations(found);
    for (const Instruction& each : instructions(kernel_)) {
      if (const auto* write = dyn_cast<StoreInst>(&each))
        stores_[place(write->getPointerOperand())].insert(each.getParent());
    }
    for (const Instruction& each : instructions(kernel_)) {
      if (info_.isDivergent(&each)) continue;
      const auto* phi = dyn_cast<PHINode>(&each);
      const auto* load = dyn_cast<LoadInst>(&each);
      if ((phi && is_partial(*phi)) || (load && is_overwritten(*load))) found.insert(&each);
    }
    return found;
  }

 private:
  using Place = std::pair<const Value*, int64_t>;

  /// Finds phis of loops whose barriers are met in different iterations, as in `for (i = 0; i < n;
  /// ++i) { if (i < id) continue; barrier(...); }`. That is no legal program, but it must not
  /// access memory by another work-item's counter.
  void find_unmatched_iterations(Uniformity::Values& found) const {
    auto& kernel = const_cast<Function&>(kernel_);
    const auto parts = [&](const BasicBlock& block) { return info_.hasDivergentTerminator(block); };
    if (none_of(kernel_, parts)) return;
    const PostDominatorTree joins(kernel);
    for (const BasicBlock& block : kernel_) {
      const auto* cycle = cycles_.getCycle(&block);
      if (!cycle || !parts(block) || !decides_on_barrier(block, barriers_, joins)) continue;
      for (; cycle; cycle = cycle->getParentCycle()) {
        for (const BasicBlock* entry : cycle->getEntries()) {
          for (const PHINode& phi : entry->phis())
            if (!info_.isDivergent(&phi)) found.insert(&phi);
        }
      }
    }
  }

  Place place(const Value* pointer) const {
    APInt offset(kernel_.getDataLayout().getIndexTypeSizeInBits(pointer->getType()), 0);
    pointer = pointer->stripAndAccumulateConstantOffsets(kernel_.getDataLayout(), offset, true);
    return {pointer, offset.getSExtValue()};
  }

  /// Tells whether only some work-items define it (`T x; if (first) x = ...;`).
  bool is_partial(const PHINode& phi) const {
    if (none_of(phi.incoming_values(), [](const Use& use) { return isa<UndefValue>(use); }))
      return false;
    const BasicBlock* join = phi.getParent();
    const BasicBlock* top = dominators_.getNode(join)->getIDom()->getBlock();
    SmallVector<const BasicBlock*> work(predecessors(join));
    SmallPtrSet<const BasicBlock*, 8> seen;
    while (!work.empty()) {
      const BasicBlock* block = work.pop_back_val();
      if (!seen.insert(block).second) continue;
      if (info_.hasDivergentTerminator(*block)) return true;
      if (block != top) append_range(work, predecessors(block));
    }
    return false;
  }

  /// Tells whether a work-item writes to the address before the next barrier, so that others load
  /// another value (`if (first) x = *p; if (first) *p = ...;`, where LLVM hoists the load).
  bool is_overwritten(const LoadInst& load) const {
    const auto stores = stores_.find(place(load.getPointerOperand()));
    const BasicBlock* home = load.getParent();
    if (stores == stores_.end() || (stores->second.size() == 1 && stores->second.contains(home)))
      return false;
    SmallVector<const BasicBlock*> work;
    const auto goes_on = [](BasicBlock::const_iterator begin, BasicBlock::const_iterator end) {
      return std::none_of(begin, end, [](const Instruction& each) {
        return called_internal(each) == Internal::Barrier;
      });
    };
    if (goes_on(load.getIterator(), home->end())) append_range(work, successors(home));
    SmallPtrSet<const BasicBlock*, 8> seen;
    while (!work.empty()) {
      const BasicBlock* block = work.pop_back_val();
      if (block == home || !seen.insert(block).second) continue;
      if (stores->second.contains(block) && is_before_barrier(*block, stores->first)) return true;
      if (goes_on(block->begin(), block->end())) append_range(work, successors(block));
    }
    return false;
  }

  bool is_before_barrier(const BasicBlock& block, const Place& at) const {
    for (const Instruction& each : block) {
      if (called_internal(each) == Internal::Barrier) return false;
      const auto* write = dyn_cast<StoreInst>(&each);
      if (write && place(write->getPointerOperand()) == at) return true;
    }
    return false;
  }

  const Function& kernel_;
  UniformityInfo& info_;
  const DominatorTree& dominators_;
  const CycleInfo& cycles_;
  const BarrierBlocks barriers_;
  DenseMap<Place, SmallPtrSet<const BasicBlock*, 2>> stores_;  ///< the blocks that write there
};

}  // namespace

Uniformity::Uniformity(const DominatorTree& dominators, const CycleInfo& cycles,
                       std::unique_ptr<TargetTransformInfo> costs)
    : costs_(std::move(costs)), info_(dominators, cycles, costs_.get()) {
  info_.compute();
}

Uniformity::~Uniformity() = default;
Uniformity::Uniformity(Uniformity&&) noexcept = default;
Uniformity& Uniformity::operator=(Uniformity&&) noexcept = default;

bool Uniformity::is_uniform(const Value& value) const {
  return !info_.isDivergent(&value);
}

bool Uniformity::is_one_value(const Value& value) const {
  return is_uniform(value) &&
         none_of(value.uses(), [&](const Use& use) { return info_.isDivergentUse(use); });
}

bool Uniformity::has_divergent_branch(const BasicBlock& block) const {
  return info_.hasDivergentTerminator(block);
}

void Uniformity::print(raw_ostream& out, const Function& kernel) const {
  for (const BasicBlock& block : kernel) {
    block.printAsOperand(out, /*PrintType=*/false);
    out << (has_divergent_branch(block) ? ": divergent branch\n" : ":\n");
    for (const Instruction& each : block) {
      if (each.getType()->isVoidTy()) continue;
      const char* what = !is_uniform(each)     ? "divergent"
                         : !is_one_value(each) ? "uniform, but not where it is used after a loop"
                                               : "uniform";
      out << each << "\n    ; " << what << "\n";
    }
  }
}

KernelUniformity::KernelUniformity(Function& kernel, const DominatorTree& dominators,
                                   const CycleInfo& cycles)
    : kernel_(&kernel), dominators_(&dominators), cycles_(&cycles) {}

Uniformity KernelUniformity::analyse(const Lanes* tile, const Uniformity::Values* never,
                                     bool reads_at_once) const {
  auto costs = std::make_unique<TargetTransformInfo>(std::make_unique<WorkItemCosts>(
      kernel_->getParent()->getDataLayout(), tile, never, reads_at_once));
  return {*dominators_, *cycles_, std::move(costs)};
}

Uniformity KernelUniformity::analyse_group() const {
  Uniformity::Values partial;
  // Vectors run on by themselves from yield to yield: they are in different iterations of a loop,
  // and read at different times.
  if (has_yields(*kernel_)) {
    for (const Instruction& each : instructions(*kernel_)) partial.insert(&each);
    return analyse(nullptr, &partial);
  }
  Uniformity result = analyse(nullptr, nullptr);
  for (;;) {
    const auto found = PartialValues(*kernel_, result.info_, *dominators_, *cycles_).find();
    if (found.empty()) return result;
    partial.insert(found.begin(), found.end());
    result = analyse(nullptr, &partial);
  }
}

const Uniformity& KernelUniformity::of_group() {
  if (!group_) group_ = std::make_unique<Uniformity>(analyse_group());
  return *group_;
}

const Uniformity& KernelUniformity::known(const Lanes& lanes, bool at_once) {
  const auto is_same = [&](const Known& known) {
    return known.at_once == at_once && known.lanes.dimension == lanes.dimension &&
           known.lanes.rows == lanes.rows && known.lanes.row_dimension == lanes.row_dimension;
  };
  const auto found = find_if(tiles_, is_same);
  if (found != tiles_.end()) return *found->uniformity;
  tiles_.push_back(
      {lanes, at_once, std::make_unique<Uniformity>(analyse(&lanes, nullptr, at_once))});
  return *tiles_.back().uniformity;
}

const Uniformity& KernelUniformity::of_tile(const Lanes& lanes) {
  return known(lanes, /*at_once=*/false);
}

const Uniformity& KernelUniformity::of_tile_at_once(const Lanes& lanes) {
  return known(lanes, /*at_once=*/true);
}

Uniformity KernelUniformity::of_tile(const Lanes& lanes, const Uniformity::Values& never) const {
  return analyse(&lanes, &never);
}

bool KernelUniformity::invalidate(Function& kernel, const PreservedAnalyses& preserved,
                                  FunctionAnalysisManager::Invalidator& invalidator) {
  auto checker = preserved.getChecker<KernelUniformityAnalysis>();
  return !(checker.preserved() || checker.preservedSet<AllAnalysesOn<Function>>()) ||
         invalidator.invalidate<DominatorTreeAnalysis>(kernel, preserved) ||
         invalidator.invalidate<CycleAnalysis>(kernel, preserved);
}

AnalysisKey KernelUniformityAnalysis::Key;

KernelUniformity KernelUniformityAnalysis::run(Function& kernel,
                                               FunctionAnalysisManager& analyses) {
  return {kernel, analyses.getResult<DominatorTreeAnalysis>(kernel),
          analyses.getResult<CycleAnalysis>(kernel)};
}

}  // namespace heddle::compiler
