// SPDX-License-Identifier: Apache-2.0
// Marks calls of atomic functions and fences with the memory order and scope that the program gives
// to them (OpenCL C 2.0 §6.13.11): bodies of built-in functions do not tell. A mark before the call
// sets what the work-item's atomic accesses are from there on, a mark after it takes that back.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <optional>

#include "abi/check_abi.h"
#include "compiler/check/call_marks.h"
#include "compiler/check/passes.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr uint32_t kAcquireRelease = HD_RACE_ACQUIRE | HD_RACE_RELEASE;
constexpr uint32_t kFlagLocal = 1;  // CLK_LOCAL_MEM_FENCE; the others are of global memory

/// The operands of a call that tell its order; a number that is no operand: it has none.
struct Orders {
  static constexpr unsigned kNone = ~0u;
  uint32_t fixed = 0;  ///< facts that no operand tells
  unsigned order = kNone;
  unsigned scope = kNone;
  unsigned flags = kNone;   ///< a fence's
  bool is_barrier = false;  ///< both a release before it and an acquisition after it
};

/// Returns the number of operands before the orders of an atomic function of OpenCL C 2.0; nothing
/// if it is none.
std::optional<unsigned> operands_of(StringRef name) {
  if (name == "atomic_load" || name.starts_with("atomic_flag_")) return 1;
  if (name.starts_with("atomic_compare_exchange_")) return 3;
  if (name == "atomic_store" || name == "atomic_exchange" || name.starts_with("atomic_fetch_"))
    return 2;
  return std::nullopt;
}

std::optional<Orders> orders_of_fence(StringRef name, unsigned operands) {
  Orders orders{.fixed = HD_RACE_FENCE | HD_RACE_DEVICE | kAcquireRelease, .flags = 0};
  // Fences of OpenCL 1.x have no scope: they are for all that the device runs.
  if (name == "mem_fence") return orders;
  if (name == "barrier") {
    orders.is_barrier = true;
    orders.fixed |= kBarrierMark;
    return orders;
  }
  if (name == "read_mem_fence") {
    orders.fixed &= ~HD_RACE_RELEASE;
    return orders;
  }
  if (name == "write_mem_fence") {
    orders.fixed &= ~HD_RACE_ACQUIRE;
    return orders;
  }
  orders.fixed = HD_RACE_FENCE;
  if (name == "atomic_work_item_fence" && operands == 3) {
    orders.order = 1;
    orders.scope = 2;
    return orders;
  }
  if (name != "work_group_barrier" || operands != 2) return std::nullopt;
  orders.fixed |= kAcquireRelease | kBarrierMark;
  orders.scope = 1;
  orders.is_barrier = true;
  return orders;
}

std::optional<Orders> orders_of(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  StringRef name = callee ? builtin_name(*callee) : StringRef();
  const unsigned count = call.arg_size();
  if (const auto fence = orders_of_fence(name, count)) return fence;
  const bool is_atomic = name.starts_with("atomic_") || name.starts_with("atom_");
  if (!is_atomic || name == "atomic_init") return std::nullopt;
  Orders orders{.fixed = HD_RACE_TOLD};
  const bool is_explicit = name.consume_back("_explicit");
  const auto before = operands_of(name);
  if (!before) {  // a function of OpenCL 1.x: relaxed
    orders.fixed |= HD_RACE_DEVICE;
  } else if (!is_explicit) {
    orders.fixed |= kAcquireRelease | HD_RACE_DEVICE;
  } else {
    const unsigned scope = *before + (name.starts_with("atomic_compare_exchange_") ? 2 : 1);
    orders.order = *before;
    if (scope < count)
      orders.scope = scope;
    else
      orders.fixed |= HD_RACE_DEVICE;
    if (orders.order >= count) return std::nullopt;
  }
  return orders;
}

/// A table from the number of an operand to facts.
class Table {
 public:
  constexpr Table(std::initializer_list<uint32_t> facts) {
    unsigned at = 0;
    for (const uint32_t each : facts) words_ |= uint64_t{each} << (8 * at++);
  }
  Value* get(IRBuilder<>& at, Value* number) const {
    Value* shift = at.CreateShl(at.CreateAnd(at.CreateZExtOrTrunc(number, at.getInt64Ty()), 7), 3);
    Value* fact = at.CreateAnd(at.CreateLShr(at.getInt64(words_), shift), 0xff);
    return at.CreateTrunc(fact, at.getInt32Ty());
  }

 private:
  uint64_t words_ = 0;
};

// memory_order: relaxed, consume, acquire, release, acq_rel, seq_cst.
constexpr Table kOrders{
    0, HD_RACE_ACQUIRE, HD_RACE_ACQUIRE, HD_RACE_RELEASE, kAcquireRelease, kAcquireRelease};
// memory_scope: work_item, work_group, device, all_svm_devices, sub_group.
constexpr Table kScopes{
    1, 3, HD_RACE_DEVICE, HD_RACE_DEVICE + 1, 2, HD_RACE_DEVICE, HD_RACE_DEVICE, HD_RACE_DEVICE};
static_assert(HD_RACE_SCOPE == 7 && HD_RACE_DEVICE == 4 && kAcquireRelease < 256);

Value* facts_of(IRBuilder<>& at, const CallInst& call, const Orders& orders) {
  Value* facts = at.getInt32(orders.fixed);
  if (orders.order != Orders::kNone)
    facts = at.CreateOr(facts, kOrders.get(at, call.getArgOperand(orders.order)));
  if (orders.scope != Orders::kNone)
    facts = at.CreateOr(facts, kScopes.get(at, call.getArgOperand(orders.scope)));
  if (orders.flags == Orders::kNone) return facts;
  Value* flags = call.getArgOperand(orders.flags);
  Type* number = flags->getType();
  const auto if_set = [&](uint32_t mask, uint32_t fact) {
    Value* is_set = at.CreateIsNotNull(at.CreateAnd(flags, ConstantInt::get(number, mask)));
    return at.CreateSelect(is_set, at.getInt32(fact), at.getInt32(0));
  };
  return at.CreateOr(
      facts, at.CreateOr(if_set(kFlagLocal, HD_RACE_LOCAL), if_set(~kFlagLocal, HD_RACE_GLOBAL)));
}

void mark(CallInst& call, const Orders& orders) {
  Module& module = *call.getModule();
  IRBuilder<> at(&call);
  const FunctionCallee marker = module.getOrInsertFunction(
      kOrderMark, FunctionType::get(at.getVoidTy(), {at.getInt32Ty()}, false));
  Value* facts = facts_of(at, call, orders);
  const bool is_fence = (orders.fixed & HD_RACE_FENCE) != 0;
  const auto put = [&](Value* what) { at.CreateCall(marker, {what})->setDoesNotThrow(); };
  if (!is_fence || orders.is_barrier) put(is_fence ? at.CreateAnd(facts, ~HD_RACE_ACQUIRE) : facts);
  at.SetInsertPoint(call.getNextNode());
  at.SetCurrentDebugLocation(call.getDebugLoc());
  if (!is_fence) return put(at.getInt32(0));
  put(orders.is_barrier ? at.CreateAnd(facts, ~HD_RACE_RELEASE) : facts);
}

}  // namespace

PreservedAnalyses mark_orders(Module& module, KernelContext& context,
                              ModuleAnalysisManager& /*analyses*/) {
  if (!(checks_of(*context.kernel(module)) & kCheckRaces)) return PreservedAnalyses::all();
  SmallVector<std::pair<CallInst*, Orders>> all;
  for (Function& function : module)
    for (Instruction& each : instructions(function))
      if (auto* call = dyn_cast<CallInst>(&each))
        if (const auto orders = orders_of(*call)) all.emplace_back(call, *orders);
  for (const auto& [call, orders] : all) mark(*call, orders);
  return all.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace heddle::compiler
