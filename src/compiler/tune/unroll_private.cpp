// SPDX-License-Identifier: Apache-2.0
#include "compiler/tune/unroll_private.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kMaxElements = 64;    // in an array that registers may hold
constexpr unsigned kMaxIterations = 64;  // in a loop
constexpr uint64_t kMaxNest = 2048;      // instructions of a nest of loops, unrolled
constexpr uint64_t kMaxFunction = 2 * kMaxNest;
constexpr unsigned kMaxIndices = 512;  // instructions that compute an array's indices

using Loops = SmallSetVector<Loop*, 4>;

class PrivateArrays {
 public:
  PrivateArrays(Function& function, const LoopInfo& loops, ScalarEvolution& evolution)
      : function_(function), loops_(loops), evolution_(evolution) {}

  /// Returns the loops to unroll.
  Loops find() {
    Loops chosen;
    for (Instruction& instruction : function_.getEntryBlock()) {
      auto* array = dyn_cast<AllocaInst>(&instruction);
      if (!array || !array->isStaticAlloca()) continue;
      needed_.clear();
      visited_.clear();
      stores_.clear();
      if (!becomes_registers(*array) || !is_written_in_loops()) continue;
      settled_.insert(visited_.begin(), visited_.end());
      Loops all = chosen;
      all.insert_range(needed_);
      if (fits(all)) chosen = std::move(all);
    }
    return chosen;
  }

 private:
  /// Tells whether all accesses have constant places once the loops in `needed_` are unrolled.
  bool becomes_registers(AllocaInst& array) {
    const DataLayout& layout = function_.getDataLayout();
    const auto size = array.getAllocationSize(layout);
    if (!size) return false;
    uint64_t element = size->getFixedValue();
    SmallVector<Value*> pointers{&array};
    while (!pointers.empty()) {
      Value* pointer = pointers.pop_back_val();
      for (User* user : pointer->users()) {
        auto* instruction = cast<Instruction>(user);
        if (auto* place = dyn_cast<GetElementPtrInst>(instruction)) {
          if (!all_of(place->indices(), [&](Value* index) { return settles(index); })) return false;
          pointers.push_back(place);
        } else if (auto* whole = dyn_cast<MemIntrinsic>(instruction)) {
          if (whole->isVolatile() || !isa<ConstantInt>(whole->getLength())) return false;
        } else if (!instruction->isLifetimeStartOrEnd()) {
          auto* load = dyn_cast<LoadInst>(instruction);
          auto* store = dyn_cast<StoreInst>(instruction);
          if (load ? !load->isSimple() : !store || !store->isSimple()) return false;
          if (store && store->getValueOperand() == pointer) return false;
          if (store) stores_.push_back(store);
          Type* type = load ? load->getType() : store->getValueOperand()->getType();
          element = std::min<uint64_t>(element, layout.getTypeStoreSize(type));
        }
      }
    }
    return size->getFixedValue() <= kMaxElements * element;
  }

  /// Tells whether the array is written there. One that is only read is as good in memory, mostly
  /// one number for all lanes.
  bool is_written_in_loops() const {
    return any_of(stores_, [&](const StoreInst* store) {
      Loop* loop = loops_.getLoopFor(store->getParent());
      while (loop && !needed_.contains(loop)) loop = loop->getParentLoop();
      return loop != nullptr;
    });
  }

  /// Tells whether `value` is a constant in each iteration of unrolled loops. A value that is asked
  /// for again counts as one: if another value is not, the array stays in memory.
  bool settles(Value* value) {
    if (isa<Constant>(value)) return true;
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction) return false;
    if (!visited_.insert(instruction).second) return true;
    if (visited_.size() > kMaxIndices) return false;
    if (auto* phi = dyn_cast<PHINode>(instruction)) {
      Loop* loop = loops_.getLoopFor(phi->getParent());
      if (!loop || loop->getHeader() != phi->getParent() || !may_unroll(*loop)) return false;
      needed_.insert(loop);
    } else if (auto* load = dyn_cast<LoadInst>(instruction)) {
      const auto* table = dyn_cast<GlobalVariable>(getUnderlyingObject(load->getPointerOperand()));
      if (!table || !table->isConstant() || !load->isSimple()) return false;
    } else if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst>(
                   instruction)) {
      return false;
    }
    return all_of(instruction->operands(), [&](Value* operand) { return settles(operand); });
  }

  /// Tells whether the number of iterations is constant, or is so when the loops around it are
  /// unrolled.
  bool may_unroll(const Loop& loop) {
    const unsigned iterations = evolution_.getSmallConstantTripCount(&loop);
    if (iterations > kMaxIterations || !loop.isLoopSimplifyForm()) return false;
    if (iterations == 0) {
      BranchInst* exit = exit_of(loop);
      if (!exit || !settles(exit->getCondition())) return false;
    }
    MDNode* id = loop.getLoopID();
    if (id && GetUnrollMetadata(id, "llvm.loop.unroll.disable")) return false;
    // A copy of a barrier would be one more part of the kernel.
    return none_of(loop.blocks(), [](const BasicBlock* block) {
      return any_of(*block, [](const Instruction& instruction) {
        const auto* call = dyn_cast<CallBase>(&instruction);
        return call && call->isConvergent();
      });
    });
  }

  static BranchInst* exit_of(const Loop& loop) {
    BasicBlock* block = loop.getExitingBlock();
    auto* branch = block ? dyn_cast<BranchInst>(block->getTerminator()) : nullptr;
    return branch && branch->isConditional() ? branch : nullptr;
  }

  using Known = DenseMap<const Value*, Constant*>;

  /// Returns the constant that `value` is, and keeps it in `known`; null if it is none.
  Constant* constant_of(Value* value, Known& known) {
    if (auto* constant = dyn_cast<Constant>(value)) return constant;
    if (Constant* constant = known.lookup(value)) return constant;
    auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || !settled_.contains(instruction) || isa<PHINode, LoadInst>(instruction))
      return nullptr;
    SmallVector<Constant*> operands;
    for (Value* operand : instruction->operands()) {
      operands.push_back(constant_of(operand, known));
      if (!operands.back()) return nullptr;
    }
    Constant* result = ConstantFoldInstOperands(instruction, operands, function_.getDataLayout());
    if (result) known[value] = result;
    return result;
  }

  /// Adds the instructions of a loop that unrolling leaves: not those of counters and addresses.
  void add_iteration(const Loop& loop, uint64_t& size) {
    const auto is_settled = [&](const Value* value) {
      const auto* instruction = dyn_cast<Instruction>(value);
      return isa<Constant>(value) || (instruction && settled_.contains(instruction));
    };
    for (const BasicBlock* block : loop.blocks()) {
      if (loops_.getLoopFor(block) != &loop) continue;
      size += count_if(*block, [&](const Instruction& instruction) {
        return !isa<PHINode, GetElementPtrInst, CastInst, BranchInst>(instruction) &&
               !is_settled(&instruction) && !all_of(instruction.operands(), is_settled);
      });
    }
  }

  /// Goes through the iterations and adds their instructions to `size`; false: they are too many,
  /// or it is not known how many.
  bool add_iterations(Loop& loop, const Loops& all, Known known, uint64_t& size) {
    const unsigned iterations = evolution_.getSmallConstantTripCount(&loop);
    const unsigned last = all.contains(&loop) ? kMaxIterations : 1;
    const auto step = [&](const BasicBlock& from) {
      Known next;
      for (const auto& [value, constant] : known)  // other values belong to one iteration
        if (isa<PHINode>(value)) next[value] = constant;
      for (PHINode& phi : loop.getHeader()->phis()) {
        next.erase(&phi);
        if (Constant* value = constant_of(phi.getIncomingValueForBlock(&from), known))
          next[&phi] = value;
      }
      known = std::move(next);
    };
    step(*loop.getLoopPreheader());
    for (unsigned iteration = 1; iteration <= last; ++iteration) {
      add_iteration(loop, size);
      for (Loop* inner : loop) {
        if (!inner->isLoopSimplifyForm() || !add_iterations(*inner, all, known, size)) return false;
      }
      if (size > kMaxNest) return false;
      if (iteration == iterations || last == 1) return true;
      BranchInst* exit = exit_of(loop);
      Constant* condition = exit ? constant_of(exit->getCondition(), known) : nullptr;
      if (!condition && iterations == 0) return false;
      const bool takes_first = condition && condition->isOneValue();
      if (condition && !loop.contains(exit->getSuccessor(takes_first ? 0 : 1))) return true;
      step(*loop.getLoopLatch());
    }
    return false;
  }

  bool fits(const Loops& all) {
    uint64_t sum = 0;
    for (Loop* loop : all) {
      Loop* outer = loop->getParentLoop();
      while (outer && !all.contains(outer)) outer = outer->getParentLoop();
      if (outer) continue;
      uint64_t size = 0;
      if (!add_iterations(*loop, all, Known(), size)) return false;
      sum += size;
    }
    return sum <= kMaxFunction;
  }

  Function& function_;
  const LoopInfo& loops_;
  ScalarEvolution& evolution_;
  // State of the present array:
  Loops needed_;
  SmallVector<const StoreInst*> stores_;
  SmallPtrSet<const Instruction*, 16> visited_;

  SmallPtrSet<const Instruction*, 32> settled_;  ///< constants when all loops are unrolled
};

}  // namespace

PreservedAnalyses UnrollPrivatePass::run(Function& function, FunctionAnalysisManager& analyses) {
  const bool has_arrays = any_of(function.getEntryBlock(), [](const Instruction& instruction) {
    return isa<AllocaInst>(instruction);
  });
  if (!has_arrays) return PreservedAnalyses::all();
  auto& loops = analyses.getResult<LoopAnalysis>(function);
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop* loop : PrivateArrays(function, loops, evolution).find())
    addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
  return PreservedAnalyses::all();
}

}  // namespace heddle::compiler
