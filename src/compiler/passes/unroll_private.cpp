// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/unroll_private.h"

#include <llvm/ADT/SetVector.h>
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

constexpr uint64_t kMaxElements = 64;  // of an array that registers may hold
constexpr unsigned kMaxRounds = 64;    // of a loop
constexpr uint64_t kMaxNest = 1024;    // instructions of a nest of loops, unrolled
constexpr uint64_t kMaxFunction = 3 * kMaxNest;
constexpr unsigned kMaxIndices = 512;  // instructions that compute an array's indices

using Loops = SmallSetVector<Loop*, 4>;

class PrivateArrays {
 public:
  PrivateArrays(Function& function, const LoopInfo& loops, ScalarEvolution& evolution)
      : function_(function), loops_(loops), evolution_(evolution) {}

  /// The loops to unroll.
  Loops find() {
    Loops chosen;
    for (Instruction& instruction : function_.getEntryBlock()) {
      auto* array = dyn_cast<AllocaInst>(&instruction);
      if (!array || !array->isStaticAlloca()) continue;
      needed_.clear();
      visited_.clear();
      stores_.clear();
      if (!becomes_registers(*array) || !is_written_in_loops()) continue;
      Loops all = chosen;
      all.insert_range(needed_);
      if (fits(all)) chosen = std::move(all);
    }
    return chosen;
  }

 private:
  /// Do all accesses have constant places once the loops in `needed_` are unrolled?
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

  /// What is only read there is as good in memory, mostly one number for all lanes.
  bool is_written_in_loops() const {
    return any_of(stores_, [&](const StoreInst* store) {
      Loop* loop = loops_.getLoopFor(store->getParent());
      while (loop && !needed_.contains(loop)) loop = loop->getParentLoop();
      return loop != nullptr;
    });
  }

  /// Is `value` a constant in each round of unrolled loops? What is asked for again is: if one
  /// value is not, the array stays in memory.
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

  bool may_unroll(const Loop& loop) {
    if (rounds(loop) < 2 || rounds(loop) > kMaxRounds || !loop.isLoopSimplifyForm()) return false;
    MDNode* id = loop.getLoopID();
    if (id && GetUnrollMetadata(id, "llvm.loop.unroll.disable")) return false;
    // A barrier more is a part of the kernel more.
    return none_of(loop.blocks(), [](const BasicBlock* block) {
      return any_of(*block, [](const Instruction& instruction) {
        const auto* call = dyn_cast<CallBase>(&instruction);
        return call && call->isConvergent();
      });
    });
  }

  unsigned rounds(const Loop& loop) { return evolution_.getSmallConstantTripCount(&loop); }

  /// Addresses and the counting go.
  uint64_t unrolled_size(Loop& loop, const Loops& all) {
    uint64_t size = 0;
    for (const BasicBlock* block : loop.blocks()) {
      if (loops_.getLoopFor(block) != &loop) continue;
      size += count_if(*block, [](const Instruction& instruction) {
        return !isa<PHINode, GetElementPtrInst, CastInst, BranchInst>(instruction);
      });
    }
    for (Loop* inner : loop) size += unrolled_size(*inner, all);
    return all.contains(&loop) ? size * rounds(loop) : size;
  }

  bool fits(const Loops& all) {
    uint64_t sum = 0;
    for (Loop* loop : all) {
      Loop* outer = loop->getParentLoop();
      while (outer && !all.contains(outer)) outer = outer->getParentLoop();
      if (outer) continue;
      const uint64_t size = unrolled_size(*loop, all);
      if (size > kMaxNest) return false;
      sum += size;
    }
    return sum <= kMaxFunction;
  }

  Function& function_;
  const LoopInfo& loops_;
  ScalarEvolution& evolution_;
  // Of the array that is looked at:
  Loops needed_;
  SmallVector<const StoreInst*> stores_;
  SmallPtrSet<const Instruction*, 16> visited_;
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
