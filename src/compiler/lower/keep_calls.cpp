// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/keep_calls.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/ir/opaque_arithmetic.h"
#include "compiler/lower/hand_down_ids.h"
#include "compiler/lower/weigh_calls.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

// Limits in instructions, as if everything was inlined.
constexpr uint64_t kSimplifyFirst = 20000;  ///< beyond: functions are simplified, then copied
constexpr uint64_t kMayGrow = 4000;         ///< beyond: unrolled loops may make it too large
constexpr uint64_t kMaxVectors = 12000;     ///< beyond: calls are merged, where that helps
constexpr uint64_t kMaxScalar = 30000;      ///< the same for kernels without vectors
constexpr uint64_t kMaxInlined = 60000;     ///< beyond: calls stay
constexpr uint64_t kWorthCall = 200;        ///< the size from which a function may be called
constexpr uint64_t kLeastCall = 16;         ///< the same, if the kernel is too large all the same
constexpr uint64_t kWorthMerging = 400;     ///< the same
constexpr size_t kMostMerged = 8;           ///< functions
constexpr uint64_t kMostCalls = 64;         ///< to one of them
constexpr uint64_t kMostReturns = 512;      ///< the same, if such functions have barriers
constexpr uint64_t kMostBarriers = 1024;    ///< beyond: functions with barriers are merged
constexpr uint64_t kBarrier =
    50;  ///< the weight of a barrier, as instructions of its loop over work-items
constexpr uint64_t kMaxFrame = 4096;  ///< bytes of variables of a function that is called

/// Tells whether a value of the type can be the address of a caller's variable.
bool may_point_to_private(Type* type) {
  if (!type->isPtrOrPtrVectorTy()) return false;
  const unsigned space = type->getPointerAddressSpace();
  return space != kGlobal && space != kConstant && space != kLocal;
}

/// Adds unrolling, so that functions show their size.
void add_unrolling(FunctionPassManager& passes) {
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass(/*EnableHeaderDuplication=*/true)));
  LoopPassManager unroll;
  unroll.addPass(LoopFullUnrollPass(/*OptLevel=*/2));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(unroll)));
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
}

class CallGraph {
 public:
  CallGraph(Function& kernel, KernelContext& context, FunctionAnalysisManager& analyses)
      : kernel_(kernel), context_(context), analyses_(analyses) {
    is_tree_ = visit(kernel);
  }

  SharedFunctions choose() {
    if (!is_tree_) return {};  // recursion: inline_all reports it
    Merging& merging = context_.merging;
    merging.untouched.reset();
    if (may_be_merged()) {
      const FunctionSet merged = choose_with_barriers();
      if (!merged.empty()) return {{}, in_order(merged)};
    }
    uint64_t size = sizes({});
    if (size > kSimplifyFirst || merging.wanted) {
      simplify();
      size = sizes({});
    }
    if (size <= (merging.wanted ? kMaxVectors : 2 * kMaxVectors)) {
      const bool may_grow = context_.options.optimize && !merging.wanted && size > kMayGrow;
      if (may_grow && has_copies() && may_be_merged()) keep_untouched();
      return {};
    }
    if (FunctionSet merged = choose_merged(size); !merged.empty()) return {{}, in_order(merged)};
    if (size <= kMaxInlined) return {};
    // hand_down_ids has replaced the functions.
    const bool is_told = hand_down_ids(order_.getArrayRef());
    if (!is_told) return {keep(), {}};
    analyses_.clear();
    return {CallGraph(kernel_, context_, analyses_).keep(), {}};
  }

 private:
  FunctionSet keep() {
    for (Function* function : order_)
      if (function != &kernel_ && can_be_called(*function)) callable_.insert(function);
    uint64_t worth_call = kWorthCall;
    FunctionSet kept = choose_kept(worth_call);
    while (size_[&kernel_] > kMaxInlined && worth_call > kLeastCall)
      kept = choose_kept(worth_call /= 2);
    return kept;
  }

  /// Returns the functions that are called at several places and are at least so large.
  FunctionSet choose_kept(uint64_t worth_call) {
    FunctionSet kept;
    for (Function* function : order_) {
      size_[function] = size_of(*function, kept);
      if (callable_.contains(function) && function->hasNUsesOrMore(2) &&
          size_[function] >= worth_call)
        kept.insert(function);
    }
    return kept;
  }

  bool has_copies() {
    count_copies({});
    return any_of(order_, [&](const Function* function) {
      return (copies_[function] - 1) * size_[function] > kMayGrow / 4;
    });
  }

  void keep_untouched() {
    Merging& merging = context_.merging;
    merging.untouched = CloneModule(*kernel_.getParent());
    merging.before = context_.record;
  }

  /// Tells whether calls may be merged. Work-items that wait for each other have to come the same
  /// way.
  bool may_be_merged() {
    if (context_.record.uses_sub_groups) return false;
    for (const Function* function : order_) {
      for (const Instruction& instruction : instructions(*function)) {
        const Internal intrinsic = called_internal(instruction);
        const bool is_hint =
            intrinsic == Internal::All || intrinsic == Internal::Any;  // about the active lanes
        if (intrinsic == Internal::GroupScratch || (intrinsic >= Internal::VectorIndex && !is_hint))
          return false;
        if (is_barrier(instruction)) with_barrier_.insert(function);
      }
    }
    return true;
  }

  bool is_barrier(const Instruction& instruction) const {
    return called_internal(instruction) == Internal::Barrier ||
           with_barrier_.contains(callee_of(instruction));
  }

  /// Tells whether no barrier follows a call of a merged function. There is none then in the loop
  /// that such calls become.
  bool barriers_come_first(const FunctionSet& merged) const {
    FunctionSet with_merged = merged;
    for (const Function* function : order_) {
      const bool calls_such = any_of(instructions(*function), [&](const Instruction& each) {
        return with_merged.contains(callee_of(each));
      });
      if (!calls_such) continue;
      with_merged.insert(function);
      if (!barriers_come_first(*function, with_merged)) return false;
    }
    return true;
  }

  bool barriers_come_first(const Function& function, const FunctionSet& with_merged) const {
    SmallPtrSet<const BasicBlock*, 32> after;
    SmallVector<const BasicBlock*> open;
    for (const BasicBlock& block : function) {
      bool has_call = false;
      for (const Instruction& instruction : block) {
        if (has_call && is_barrier(instruction)) return false;
        has_call |= with_merged.contains(callee_of(instruction));
      }
      if (has_call) append_range(open, successors(&block));
    }
    while (!open.empty()) {
      const BasicBlock* block = open.pop_back_val();
      if (after.insert(block).second) append_range(open, successors(block));
    }
    return none_of(after, [&](const BasicBlock* block) {
      return any_of(*block, [&](const Instruction& each) { return is_barrier(each); });
    });
  }

  /// Tells whether every way through it comes to a barrier. OpenCL C has all work-items come to it
  /// then (§6.13.8), and so to each call of the function.
  bool always_meets_barrier(const Function& function) const {
    SmallVector<const BasicBlock*> work{&function.getEntryBlock()};
    SmallPtrSet<const BasicBlock*, 16> seen;
    while (!work.empty()) {
      const BasicBlock* block = work.pop_back_val();
      if (!seen.insert(block).second) continue;
      if (any_of(*block, [&](const Instruction& each) { return is_barrier(each); })) continue;
      if (succ_empty(block)) return false;
      append_range(work, successors(block));
    }
    return true;
  }

  /// Chooses functions with barriers. Each barrier is a loop over work-items: thousands of them
  /// take seconds, and functions that call one another make a million of a page of source.
  FunctionSet choose_with_barriers() const {
    const auto is_one = [](const Instruction& each) -> uint64_t {
      return called_internal(each) == Internal::Barrier;
    };
    const ArrayRef<Function*> order = order_.getArrayRef();
    if (WeighedCalls(order, is_one).whole() <= kMostBarriers) return {};
    SmallVector<Function*> candidates;
    for (Function* function : order_)
      if (may_be_there_once(*function) && with_barrier_.contains(function) &&
          always_meets_barrier(*function))
        candidates.push_back(function);
    const auto size = [&](const Instruction& each) { return is_one(each) ? kBarrier : 1; };
    const WeighedCalls calls(order, size);
    FunctionSet merged = calls.choose(candidates, kMostMerged, /*least=*/2 * kBarrier);
    return calls.most_calls(merged) <= kMostReturns ? merged : FunctionSet();
  }

  /// Returns `merged`, unless a return switch would have many cases: then those functions that make
  /// the kernel smallest.
  FunctionSet with_fewer_calls(FunctionSet merged) const {
    const WeighedCalls calls(order_.getArrayRef(), [](auto&) { return 1; });
    if (calls.most_calls(merged) <= kMostCalls) return merged;
    SmallVector<Function*> candidates;
    for (Function* function : order_)
      if (may_be_there_once(*function) && !with_barrier_.contains(function))
        candidates.push_back(function);
    FunctionSet smallest = calls.choose(candidates, kMostMerged, /*least=*/0);
    return calls.whole(smallest) < calls.whole(merged) ? smallest : merged;
  }

  bool may_be_there_once(const Function& function) const {
    return &function != &kernel_ && !function.isVarArg();
  }

  /// Counts the copies of each function if all but `merged` is inlined, each of which has one copy
  /// (`calls`: from how many places).
  void count_copies(const FunctionSet& merged) {
    copies_.clear();
    calls_.clear();
    copies_[&kernel_] = 1;
    for (Function* function : reverse(order_)) {
      const uint64_t copies = merged.contains(function) ? 1 : copies_[function];
      for (Instruction& instruction : instructions(*function)) {
        Function* called = callee_of(instruction);
        if (!called) continue;
        auto& count = merged.contains(called) ? calls_[called] : copies_[called];
        count = SaturatingAdd(count, copies);
      }
    }
  }

  /// Returns the functions that save most, until the kernel is small enough. Returns none if it
  /// never is, unless they make half of a kernel that would take long to compile.
  FunctionSet choose_merged(uint64_t whole) {
    FunctionSet merged;
    if (!context_.options.optimize || !may_be_merged()) return merged;
    uint64_t size = whole;
    while (size > kMaxVectors && merged.size() < kMostMerged) {
      count_copies(merged);
      Function* best = nullptr;
      uint64_t most = 0;
      for (Function* function : order_) {
        if (!may_be_there_once(*function) || merged.contains(function) ||
            with_barrier_.contains(function))
          continue;
        const uint64_t copies = copies_[function], own = size_[function];
        if (copies < 2 || own < kWorthMerging) continue;
        const uint64_t saved = SaturatingMultiply(copies - 1, own);
        if (saved > most) most = saved, best = function;
      }
      if (!best) break;
      merged.insert(best);
      size = sizes(merged);
      count_copies(merged);
      for (const Function* function : merged)
        size = SaturatingAdd(size, size_[function],
                             SaturatingMultiply(WeighedCalls::kMergedCall, calls_[function]));
    }
    const bool saves_time = whole > kMaxScalar && whole <= kMaxInlined && size <= whole / 2;
    const bool helps = size <= kMaxVectors || saves_time;
    if (helps) merged = with_fewer_calls(std::move(merged));
    return helps && barriers_come_first(merged) ? merged : FunctionSet();
  }

  SmallVector<Function*> in_order(const FunctionSet& functions) const {
    SmallVector<Function*> ordered;
    for (Function* function : reverse(order_))
      if (functions.contains(function)) ordered.push_back(function);
    return ordered;
  }

  /// Visits callees first. Returns false if the function calls itself.
  bool visit(Function& function) {
    if (is_contained(order_, &function)) return true;
    if (!open_.insert(&function).second) return false;
    for (Instruction& instruction : instructions(function)) {
      Function* called = callee_of(instruction);
      if (called && !visit(*called)) return false;
    }
    order_.insert(&function);
    return true;
  }

  /// Computes the size of each function, and returns the kernel's, if all but `kept` is inlined.
  uint64_t sizes(const FunctionSet& kept) {
    for (Function* function : order_) size_[function] = size_of(*function, kept);
    return size_[&kernel_];
  }

  /// Returns the size of one function, whose callees have theirs already.
  uint64_t size_of(Function& function, const FunctionSet& kept) {
    uint64_t size = 0;
    for (Instruction& instruction : instructions(function)) {
      Function* called = callee_of(instruction);
      size = SaturatingAdd(size, called && !kept.contains(called) ? size_[called] : 1);
    }
    return size;
  }

  void simplify() {
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::ModifyCFG));
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
    passes.addPass(SimplifyCFGPass());
    if (context_.merging.wanted) add_unrolling(passes);
    for (Function* function : order_) {
      if (function != &kernel_) passes.run(*function, analyses_);
    }
  }

  /// Tells whether the variable has an address that only the kernel knows.
  bool is_placed(const Constant& constant) const {
    if (const auto* variable = dyn_cast<GlobalVariable>(&constant)) {
      return variable->getAddressSpace() == kGlobal || variable->getAddressSpace() == kLocal ||
             context_.globals.offset.contains(variable->getName());
    }
    return isa<ConstantExpr>(constant) && any_of(constant.operands(), [&](const Use& use) {
             return is_placed(cast<Constant>(*use.get()));
           });
  }

  /// Tells whether the function can stay one: it needs no built-in or variable that only the kernel
  /// can give, and no pointer to the caller's variables.
  bool can_be_called(const Function& function) const {
    if (function.isVarArg() || may_point_to_private(function.getReturnType())) return false;
    if (any_of(function.args(), [](const Argument& each) { return each.hasByValAttr(); }))
      return false;
    uint64_t frame = 0;
    for (const Instruction& instruction : instructions(function)) {
      // A loop in which a sub-group waits has to be visible (settle_sub_groups).
      if (context_.record.uses_sub_groups && (instruction.isAtomic() || instruction.isVolatile()))
        return false;
      if (const auto* call = dyn_cast<CallBase>(&instruction)) {
        const Function* called = call->getCalledFunction();
        if (!called || (!is_arithmetic_call(*call) && !callable_.contains(called))) return false;
      }
      if (isa<PtrToIntInst>(instruction)) return false;
      if (const auto* store = dyn_cast<StoreInst>(&instruction);
          store && may_point_to_private(store->getValueOperand()->getType()))
        return false;
      if (const auto* variable = dyn_cast<AllocaInst>(&instruction)) {
        auto size = variable->getAllocationSize(function.getDataLayout());
        if (!size || size->isScalable()) return false;
        frame += size->getFixedValue();
      }
      for (const Use& operand : instruction.operands()) {
        if (const auto* constant = dyn_cast<Constant>(operand.get());
            constant && is_placed(*constant))
          return false;
      }
    }
    return frame <= kMaxFrame;
  }

  Function& kernel_;
  KernelContext& context_;
  FunctionAnalysisManager& analyses_;
  SetVector<Function*> order_;
  SmallPtrSet<Function*, 16> open_;
  DenseMap<const Function*, uint64_t> size_, copies_, calls_;
  FunctionSet callable_, with_barrier_;
  bool is_tree_;
};

}  // namespace

SharedFunctions choose_shared(Function& kernel, KernelContext& context,
                              FunctionAnalysisManager& analyses) {
  return CallGraph(kernel, context, analyses).choose();
}

}  // namespace heddle::compiler
