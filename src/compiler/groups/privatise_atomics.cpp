// SPDX-License-Identifier: Apache-2.0
#include "compiler/groups/privatise_atomics.h"

#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include <cstddef>

#include "abi/kernel_abi.h"
#include "compiler/analysis/address.h"
#include "compiler/groups/passes.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/preserved.h"
#include "compiler/lower/noalias_arguments.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr const char* kCounter = "heddle.counter";  // the bytes of an argument's counters
constexpr uint64_t kMostBytes = 4096;
constexpr uint64_t kItems =
    2;  // for each counter: a range of fewer work-items updates the shared counters

using Update = AtomicRMWInst;

/// Returns the operation that adds a range's count, which began with zero, to the shared one;
/// BAD_BINOP if there is none.
Update::BinOp adding(const Update& update) {
  switch (update.getOperation()) {
    case Update::Add:
    case Update::Sub:
      return Update::Add;
    case Update::Or:
    case Update::Xor:
    case Update::UMax:
      return update.getOperation();
    default:
      return Update::BAD_BINOP;
  }
}

/// Returns the bytes of an argument's memory that the update may reach; 0: unknown.
uint64_t reach(Update& update, LazyValueInfo& values) {
  const DataLayout& layout = update.getDataLayout();
  const auto* gep = dyn_cast<GEPOperator>(update.getPointerOperand());
  if (!gep || !isa<Argument>(gep->getPointerOperand())) return 0;
  const uint64_t size = layout.getTypeStoreSize(update.getType()).getFixedValue();
  const Address address(*gep, layout);
  if (address.offset < 0 || address.offset % size != 0) return 0;
  APInt most(64, address.offset + size);
  for (const AddressTerm& term : address.terms) {
    // Bits that a number has, or a comparison before (`if (i < 256)`, the end of a loop).
    const KnownBits known = computeKnownBits(term.index, SimplifyQuery(layout, &update));
    const ConstantRange range =
        ConstantRange::fromKnownBits(known, /*IsSigned=*/false)
            .intersectWith(values.getConstantRange(term.index, &update, /*UndefAllowed=*/false));
    const APInt last = range.getUnsignedMax();
    if (last.isNegative() || last.ugt(kMostBytes) || term.scale > kMostBytes ||
        term.scale % size != 0)
      return 0;
    most += last.zextOrTrunc(64) * term.scale;
  }
  return most.ugt(kMostBytes) ? 0 : most.getZExtValue();
}

bool may_count(const Update& update) {
  return update.getType()->isIntegerTy() && update.getOrdering() == AtomicOrdering::Monotonic &&
         update.getSyncScopeID() != SyncScope::SingleThread && !update.isVolatile() &&
         update.use_empty() && adding(update) != Update::BAD_BINOP;
}

/// Tells whether all uses of the argument are updates of counters, and collects these in `updates`.
bool is_counted_only(Argument& argument, LazyValueInfo& values, SmallVectorImpl<Update*>& updates) {
  SmallVector<Value*> pointers{&argument};
  while (!pointers.empty()) {
    for (User* user : pointers.pop_back_val()->users()) {
      if (isa<GEPOperator>(user)) {
        pointers.push_back(user);
        continue;
      }
      auto* update = dyn_cast<Update>(user);
      if (!update || !may_count(*update) || reach(*update, values) == 0) return false;
      if (!updates.empty() && (adding(*update) != adding(*updates.front()) ||
                               update->getType() != updates.front()->getType()))
        return false;
      updates.push_back(update);
    }
  }
  // Updates of one address: vectors have combined them, which is as good.
  return any_of(updates, [](const Update* update) {
    return !cast<GEPOperator>(update->getPointerOperand())->hasAllConstantIndices();
  });
}

/// The counters of one argument, in the function that runs a range of groups.
class Counters {
 public:
  Counters(LoadInst& memory, ArrayRef<Update*> updates, uint64_t bytes)
      : memory_(memory),
        updates_(updates),
        type_(updates.front()->getType()),
        add_(adding(*updates.front())),
        count_(8 * bytes / type_->getPrimitiveSizeInBits()) {}

  void privatise_atomics(Function& function) {
    IRBuilder<> at(&*function.getEntryBlock().getFirstInsertionPt());
    own_ = at.CreateAlloca(ArrayType::get(type_, count_));
    own_->setAlignment(Align(64));
    at.SetInsertPoint(memory_.getNextNode());
    is_apart_ = at.CreateICmpUGE(items(function, at), at.getInt64(kItems * count_), "counts.apart");
    for_each(at.GetInsertPoint(), [&](IRBuilder<>& each, Value* number) {
      each.CreateStore(Constant::getNullValue(type_), element(each, own_, number));
    });
    for (Update* update : updates_) split(*update);
    for (BasicBlock& block : make_early_inc_range(function)) {
      if (!isa<ReturnInst>(block.getTerminator())) continue;
      for_each(block.getTerminator()->getIterator(),
               [&](IRBuilder<>& each, Value* number) { add(each, number); });
    }
  }

 private:
  Value* element(IRBuilder<>& at, Value* memory, Value* number) {
    return at.CreateInBoundsGEP(type_, memory, number);
  }

  static Value* field(IRBuilder<>& at, Value* record, size_t offset) {
    return at.CreateLoad(at.getInt64Ty(),
                         at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), record, offset));
  }

  /// Returns the work-items of the range, including those that a smaller last group does not have.
  static Value* items(Function& function, IRBuilder<>& at) {
    Value* product = at.getInt64(1);
    for (size_t d = 0; d < 3; ++d) {
      Value* begin =
          field(at, function.getArg(1), offsetof(hd_group_range, begin) + d * sizeof(size_t));
      Value* end =
          field(at, function.getArg(1), offsetof(hd_group_range, end) + d * sizeof(size_t));
      Value* local = field(at, function.getArg(0),
                           offsetof(hd_launch, enqueued_local_size) + d * sizeof(size_t));
      product = at.CreateMul(product, at.CreateMul(at.CreateSub(end, begin), local));
    }
    return product;
  }

  /// Emits `body` for the number of each counter, if the range counts for itself.
  template <class Body>
  void for_each(BasicBlock::iterator before, const Body& body) {
    Instruction* then = SplitBlockAndInsertIfThen(is_apart_, before, /*Unreachable=*/false);
    IRBuilder<> at(then);
    const auto [inside, number] =
        SplitBlockAndInsertSimpleForLoop(at.getInt64(count_), then->getIterator());
    at.SetInsertPoint(inside);
    body(at, number);
  }

  void split(Update& update) {
    Instruction *apart, *together;
    SplitBlockAndInsertIfThenElse(is_apart_, &update, &apart, &together);
    update.moveBefore(together->getIterator());
    IRBuilder<> at(apart);
    Value* address = update.getPointerOperand();
    Value* offset = at.CreateSub(at.CreatePtrToInt(address, at.getInt64Ty()),
                                 at.CreatePtrToInt(&memory_, at.getInt64Ty()));
    Value* own = at.CreatePtrAdd(own_, offset);
    Value* old = at.CreateLoad(type_, own);
    at.CreateStore(buildAtomicRMWValue(update.getOperation(), at, old, update.getValOperand()),
                   own);
  }

  void add(IRBuilder<>& at, Value* number) {
    Value* counted = at.CreateLoad(type_, element(at, own_, number));
    Instruction* then = SplitBlockAndInsertIfThen(at.CreateIsNotNull(counted), at.GetInsertPoint(),
                                                  /*Unreachable=*/false);
    at.SetInsertPoint(then);
    at.CreateAtomicRMW(add_, element(at, &memory_, number), counted, MaybeAlign(),
                       AtomicOrdering::Monotonic);
  }

  LoadInst& memory_;
  ArrayRef<Update*> updates_;
  Type* type_;
  const Update::BinOp add_;
  const uint64_t count_;
  AllocaInst* own_ = nullptr;
  Value* is_apart_ = nullptr;
};

}  // namespace

void find_counters(Function& kernel, KernelContext& context, FunctionAnalysisManager& analyses) {
  KernelRecord& record = context.record;
  if (context.options.wide_ids || record.is_block) return;
  auto& values = analyses.getResult<LazyValueAnalysis>(kernel);
  SmallVector<SmallVector<Update*>> found;
  SmallPtrSet<const Instruction*, 8> counting;
  for (Argument& argument : kernel.args()) {
    SmallVector<Update*> updates;
    if (!is_passed_once(context, argument) || !is_counted_only(argument, values, updates)) continue;
    counting.insert(updates.begin(), updates.end());
    found.push_back(std::move(updates));
  }
  if (found.empty()) return;
  // A kernel that waits for something, or reaches memory in other ways, may observe the counters.
  // Atomic operations on local memory are those of one thread.
  for (const Instruction& instruction : instructions(kernel)) {
    if (!counting.contains(&instruction) && goes_other_ways(instruction) &&
        getAtomicSyncScopeID(&instruction) != SyncScope::SingleThread)
      return;
  }
  IRBuilder<> at(kernel.getContext());
  for (const SmallVector<Update*>& updates : found) {
    uint64_t bytes = 0;
    for (Update* update : updates) bytes = std::max(bytes, reach(*update, values));
    auto* node = MDNode::get(kernel.getContext(), ConstantAsMetadata::get(at.getInt64(bytes)));
    for (Update* update : updates) update->setMetadata(kCounter, node);
  }
  record.assumes_apart = true;
}

PreservedAnalyses privatise_atomics(Function& function, KernelContext& /*context*/,
                                    FunctionAnalysisManager& /*analyses*/) {
  if (function.getName() != HD_KERNEL_SYMBOL) return PreservedAnalyses::all();
  MapVector<LoadInst*, SmallVector<Update*>> updates;
  for (Instruction& instruction : instructions(function)) {
    auto* update = dyn_cast<Update>(&instruction);
    if (!update || !update->hasMetadata(kCounter)) continue;
    // An address that was kept across a barrier does not show its object.
    auto* memory = dyn_cast<LoadInst>(getUnderlyingObject(update->getPointerOperand()));
    if (memory && memory->getParent() == &function.getEntryBlock())
      updates[memory].push_back(update);
  }
  for (auto& [memory, all] : updates) {
    const MDNode* bytes = all.front()->getMetadata(kCounter);
    Counters(*memory, all, mdconst::extract<ConstantInt>(bytes->getOperand(0))->getZExtValue())
        .privatise_atomics(function);
  }
  return preserved_unless(!updates.empty());
}

}  // namespace heddle::compiler
