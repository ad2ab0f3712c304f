// SPDX-License-Identifier: Apache-2.0
// Writes stores past the caches in a launch that goes through more memory than the last cache
// keeps, and does not read what it writes. That spares the read of a line before it is written, a
// quarter of the traffic of `a[i] = b[i] + c[i]`, and leaves the caches to loads. The amount of
// memory is known at run time only, so the loop exists twice.
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <cstddef>

#include "abi/kernel_abi.h"
#include "compiler/analysis/any_order.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/tune/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint64_t kVector = 16;        // bytes: the smallest store past the caches
constexpr size_t kMostStores = 8;       // in a loop: each has its address checked
constexpr size_t kMostOperations = 96;  // in a loop: with more of them memory does not matter
constexpr size_t kMostLoops = 4;        // in a kernel

/// Returns the argument that the pointer comes from, as group_entry.cpp reads it; null if there is
/// none.
ArgRecord* argument_of(const Value& object, KernelRecord& record) {
  const auto* pointer = dyn_cast<LoadInst>(&object);
  if (!pointer) return nullptr;
  const DataLayout& layout = pointer->getDataLayout();
  APInt place(64, 0), field(64, 0);
  const auto* block = dyn_cast<LoadInst>(
      pointer->getPointerOperand()->stripAndAccumulateInBoundsConstantOffsets(layout, place));
  if (!block) return nullptr;
  const Value* launch =
      block->getPointerOperand()->stripAndAccumulateInBoundsConstantOffsets(layout, field);
  if (launch != block->getFunction()->getArg(0) || field != offsetof(hd_launch, args))
    return nullptr;
  auto argument = find_if(record.args, [&](const ArgRecord& each) {
    return each.kind == ArgKind::Pointer && place == each.offset;
  });
  return argument == record.args.end() ? nullptr : &*argument;
}

uint64_t size_of(const StoreInst& store) {
  return store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
}

/// The memory that the kernel reads.
class Reads {
 public:
  /// Adds an access. Returns false if its memory is unknown.
  bool add(const Instruction& instruction) {
    if (const auto* load = dyn_cast<LoadInst>(&instruction)) return add(load->getPointerOperand());
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (!call || call->doesNotAccessMemory()) return true;
    const auto* intrinsic = dyn_cast<IntrinsicInst>(call);
    if (!intrinsic) return false;
    if (intrinsic->getIntrinsicID() == Intrinsic::masked_store) return true;
    return all_of(call->args(), [&](const Use& operand) {
      return !operand->getType()->isPtrOrPtrVectorTy() || add(operand.get());
    });
  }

  bool contain(const Value& object) const { return objects_.contains(&object); }

  void note(KernelRecord& record) const {
    for (const Value* object : objects_)
      if (ArgRecord* argument = argument_of(*object, record)) argument->is_read = true;
  }

 private:
  bool add(const Value* pointer) {
    SmallVector<const Value*> objects;
    getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
    objects_.insert_range(objects);
    return none_of(objects, [](const Value* object) {
      return isa<PHINode, SelectInst>(object) || object->getType()->isVectorTy();
    });
  }

  SmallSetVector<const Value*, 16> objects_;
};

/// Returns the argument whose memory a store fills by vectors, if the kernel does not read it.
const Value* filled_by(const Instruction& instruction, const Reads& reads, KernelRecord& record) {
  const auto* store = dyn_cast<StoreInst>(&instruction);
  if (!store || !store->getValueOperand()->getType()->isVectorTy()) return nullptr;
  const uint64_t size = size_of(*store);
  if (size < kVector || !isPowerOf2_64(size)) return nullptr;
  const Value* object = getUnderlyingObject(store->getPointerOperand(), /*MaxLookup=*/0);
  return argument_of(*object, record) && !reads.contain(*object) ? object : nullptr;
}

class Stream {
 public:
  Stream(Loop& loop, ScalarEvolution& evolution) : loop_(loop), evolution_(evolution) {}

  bool find(const Reads& reads, KernelRecord& record) {
    if (!loop_.isInnermost() || !loop_.getLoopLatch()) return false;
    size_t size = 0;
    for (BasicBlock* block : loop_.blocks()) {
      size += block->size();
      if (size > kMostOperations) return false;
      for (Instruction& each : *block) {
        if (const Value* object = filled_by(each, reads, record))
          add(cast<StoreInst>(each), *object);
        if (Value* pointer = getLoadStorePointerOperand(&each)) add_moved(*pointer);
      }
    }
    return !stores_.empty() && stores_.size() <= kMostStores && fill_lines() && find_items();
  }

  void note(KernelRecord& record) const {
    record.streamed_per_item = std::max(record.streamed_per_item, bytes_per_item_);
    for (const auto& [object, bytes] : bytes_of_) argument_of(*object, record)->is_streamed = true;
  }

  void version(LoopInfo& loops, DominatorTree& tree, Value* worth) {
    if (!loop_.getLoopPreheader()) InsertPreheaderForLoop(&loop_, &tree, &loops, nullptr, false);
    formDedicatedExitBlocks(&loop_, &tree, &loops, nullptr, /*PreserveLCSSA=*/false);
    formLCSSA(loop_, tree, &loops, &evolution_);
    BasicBlock* before = loop_.getLoopPreheader();
    BasicBlock* check = before;
    before = SplitBlock(check, check->getTerminator(), &tree, &loops, nullptr, "plain");
    IRBuilder<> at(check->getTerminator());
    Value* is_whole = at.CreateICmpEQ(misplaced(at), at.getInt64(0));
    ValueToValueMapTy map;
    SmallVector<BasicBlock*> blocks, exits;
    Loop* copy =
        cloneLoopWithPreheader(before, check, &loop_, map, ".stream", &loops, &tree, blocks);
    remapInstructionsInBlocks(blocks, map);
    loop_.getUniqueExitBlocks(exits);
    for (BasicBlock* exit : exits) {
      for (PHINode& phi : exit->phis()) {
        for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) {
          Value* value = phi.getIncomingValue(i);
          auto copied = map.find(value);
          phi.addIncoming(copied == map.end() ? value : static_cast<Value*>(copied->second),
                          cast<BasicBlock>(map.lookup(phi.getIncomingBlock(i))));
        }
      }
    }
    Instruction* end = check->getTerminator();
    at.SetInsertPoint(end);
    BranchInst::Create(copy->getLoopPreheader(), before, at.CreateAnd(worth, is_whole), end);
    end->eraseFromParent();
    tree.recalculate(*check->getParent());
    MDNode* once = MDNode::get(at.getContext(), ConstantAsMetadata::get(at.getInt32(1)));
    for (StoreInst* store : stores_) {
      auto* streaming = cast<StoreInst>(map.lookup(store));
      streaming->setMetadata(LLVMContext::MD_nontemporal, once);
      streaming->setAlignment(Align(size_of(*store)));
    }
  }

 private:
  /// Returns the step of a value from iteration to iteration; 0 if it is unknown, or negative.
  uint64_t step_of(const SCEV& value) const {
    const auto* recurrence = dyn_cast<SCEVAddRecExpr>(&value);
    if (!recurrence || recurrence->getLoop() != &loop_ || !recurrence->isAffine()) return 0;
    const auto* step = dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution_));
    return step && step->getAPInt().isStrictlyPositive() ? step->getAPInt().getZExtValue() : 0;
  }

  const SCEV& place_of(Value& pointer) const { return *evolution_.getSCEV(&pointer); }

  void add(StoreInst& store, const Value& object) {
    const SCEV& place = place_of(*store.getPointerOperand());
    const uint64_t step = step_of(place);
    const bool divides =
        SCEVExprContains(&place, [](const SCEV* each) { return isa<SCEVUDivExpr>(each); });
    if (step == 0 || divides) return;
    stores_.push_back(&store);
    bytes_of_[&object] += size_of(store);
    steps_[&object] = step;
  }

  /// Adds the memory that a pointer moves through. Neighbours in a line come from the caches.
  void add_moved(Value& pointer) {
    uint64_t& moved = moved_[getUnderlyingObject(&pointer, /*MaxLookup=*/0)];
    moved = std::max(moved, step_of(place_of(pointer)));
  }

  /// Tells whether whole lines are written: a line that is written in part only goes to memory by
  /// itself.
  bool fill_lines() const {
    return all_of(bytes_of_,
                  [&](const auto& each) { return each.second == steps_.lookup(each.first); });
  }

  /// Finds the step of the work-item's number from iteration to iteration.
  bool find_items() {
    uint64_t written = 0, moved = 0;
    for (const auto& [object, each] : bytes_of_) written += each;
    for (const auto& [object, each] : moved_) moved += each;
    for (PHINode& phi : loop_.getHeader()->phis()) {
      if (!phi.getType()->isIntegerTy(64)) continue;
      const uint64_t items = step_of(place_of(phi));
      if (items == 0) continue;
      bytes_per_item_ = std::min(3 * written, moved) / items;
      return bytes_per_item_ > 0;
    }
    return false;
  }

  /// Returns a number that is not zero if a store would not be of whole vectors, counted from
  /// address zero.
  Value* misplaced(IRBuilder<>& at) const {
    SCEVExpander expander(evolution_, "stream");
    Value* bits = at.getInt64(0);
    for (StoreInst* store : stores_) {
      Value* first = expander.expandCodeFor(
          cast<SCEVAddRecExpr>(place_of(*store->getPointerOperand())).getStart(), at.getPtrTy(),
          at.GetInsertPoint());
      Value* low = at.CreateAnd(at.CreatePtrToInt(first, at.getInt64Ty()), size_of(*store) - 1);
      bits = at.CreateOr(bits, low);
    }
    return bits;
  }

  Loop& loop_;
  ScalarEvolution& evolution_;
  SmallVector<StoreInst*> stores_;
  SmallDenseMap<const Value*, uint64_t> bytes_of_, steps_, moved_;  ///< by object
  uint64_t bytes_per_item_ = 0;  ///< KernelRecord::streamed_per_item
};

bool non_temporal_stores_of(Function& function, KernelRecord& record, const InstructionSet& isa,
                            FunctionAnalysisManager& analyses) {
  Reads reads;
  for (const Instruction& each : instructions(function))
    if (!reads.add(each)) return false;
  const auto fills = [&](const Instruction& each) { return filled_by(each, reads, record); };
  if (none_of(instructions(function), fills)) return false;
  auto& tree = analyses.getResult<DominatorTreeAnalysis>(function);
  auto& loops = analyses.getResult<LoopAnalysis>(function);
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  SmallVector<Stream, 0> streams;
  for (Loop* loop : loops.getLoopsInPreorder()) {
    Stream stream(*loop, evolution);
    if (stream.find(reads, record)) streams.push_back(std::move(stream));
  }
  if (streams.empty() || streams.size() > kMostLoops) return false;
  reads.note(record);
  for (const Stream& stream : streams) stream.note(record);
  IRBuilder<> entry(function.getEntryBlock().getTerminator());
  Value* flag = entry.CreateLoad(
      entry.getInt32Ty(), entry.CreateConstInBoundsGEP1_64(entry.getInt8Ty(), function.getArg(0),
                                                           offsetof(hd_launch, streams)));
  Value* worth = entry.CreateIsNotNull(flag, "streams");
  for (Stream& stream : streams) stream.version(loops, tree, worth);
  for (BasicBlock& block : function) {
    auto* end = dyn_cast<ReturnInst>(block.getTerminator());
    if (!end) continue;
    IRBuilder<> at(end);
    isa.emit_stream_fence(at);
  }
  return true;
}

}  // namespace

PreservedAnalyses non_temporal_stores(Function& function, KernelContext& context,
                                      FunctionAnalysisManager& analyses) {
  // Other threads that learn of the written data would not see such stores in order.
  if (!context.options.optimize || function.getName() != HD_KERNEL_SYMBOL ||
      function.size() > kMaxBlocks || !may_run_in_any_order(*function.getParent()))
    return PreservedAnalyses::all();
  return preserved_unless(non_temporal_stores_of(function, context.record, context.isa, analyses));
}

}  // namespace heddle::compiler
