// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/sub_group_lanes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <bit>

#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kLeastSize = 8, kMostSize = 64;  // sizes of sub-groups, if we choose

// ---- Linear ids.

class LinearNumbers {
 public:
  LinearNumbers(Function& kernel, const KernelContext& context)
      : kernel_(kernel),
        known_(known_local_size(context)),
        wide_(context.options.wide_ids),
        at_(&kernel.getEntryBlock(), kernel.getEntryBlock().begin()) {}

  void run() {
    SmallVector<CallBase*> calls;
    for (Instruction& each : instructions(kernel_)) {
      const Internal intrinsic = called_internal(each);
      if (intrinsic == Internal::LocalId || intrinsic == Internal::GlobalId)
        calls.push_back(cast<CallBase>(&each));
    }
    if (calls.empty()) return;
    divide();
    for (CallBase* call : calls) {
      const unsigned d = dimension(*call);
      const bool is_local = called_internal(*call) == Internal::LocalId;
      Value*& id = is_local ? local_[d] : global_[d];
      if (!id) id = is_local ? longer(id_[d]) : global_id(d);
      call->replaceAllUsesWith(id);
    }
    for (CallBase* call : calls) call->eraseFromParent();  // new code stands before the first
  }

 private:
  Value* intrinsic(const char* name, unsigned d) {
    Type* type = at_.getInt64Ty();
    FunctionCallee callee = kernel_.getParent()->getOrInsertFunction(name, type, at_.getInt32Ty());
    auto* function = cast<Function>(callee.getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    CallInst* call = at_.CreateCall(callee, at_.getInt32(d));
    call->addRetAttr(Attribute::NoUndef);
    return call;
  }

  Value* longer(Value* id) { return at_.CreateZExt(id, at_.getInt64Ty(), "", /*IsNonNeg=*/true); }
  /// Truncates a number that ids are made of. It is below 2^31 unless `wide_`.
  Value* shorter(Value* id) {
    return at_.CreateTrunc(id, at_.getInt32Ty(), "", /*IsNUW=*/true, /*IsNSW=*/true);
  }

  Value* local_size(unsigned d) {
    if (known_) return at_.getInt32(static_cast<uint32_t>((*known_)[d]));
    return shorter(intrinsic("__hd_local_size", d));
  }

  /// Computes the local ids in 32 bits: a group has a few thousand work-items at most.
  void divide() {
    Value* linear = intrinsic("__hd_local_id", 0);
    cast<CallInst>(linear)->addRangeRetAttr(
        ConstantRange(APInt(64, 0), APInt(64, 2 * uint64_t{HD_MAX_GROUP_SIZE})));
    linear = shorter(linear);
    Value* width = local_size(0);
    Value* height = local_size(1);
    Value* row = at_.CreateUDiv(linear, width);
    id_[0] = rest(linear, row, width);
    id_[2] = at_.CreateUDiv(row, height);
    id_[1] = rest(row, id_[2], height);
  }

  Value* rest(Value* number, Value* quotient, Value* divisor) {
    Value* whole = at_.CreateMul(quotient, divisor, "", true, true);
    return at_.CreateSub(number, whole, "", true, true);
  }

  Value* global_id(unsigned d) {
    Value* groups =
        at_.CreateMul(intrinsic("__hd_group_id", d), intrinsic("__hd_enqueued_local_size", d), "",
                      /*HasNUW=*/true, /*HasNSW=*/!wide_);
    Value* start = at_.CreateAdd(intrinsic("__hd_global_offset", d), groups, "", true, !wide_);
    if (wide_) return at_.CreateAdd(start, longer(id_[d]), "", /*HasNUW=*/true);
    return longer(at_.CreateAdd(shorter(start), id_[d], "", true, true));
  }

  Function& kernel_;
  const std::optional<std::array<uint64_t, 3>> known_;
  const bool wide_;
  IRBuilder<> at_;
  std::array<Value*, 3> id_{}, local_{}, global_{};
};

bool fits_plain(const std::array<uint64_t, 3>& size, unsigned width) {
  return (size[1] == 1 && size[2] == 1) || size[0] % width == 0;
}

}  // namespace

unsigned wanted_sub_group_size(const KernelContext& context) {
  if (const unsigned given = context.options.sub_group_size) return given;
  if (const unsigned required = context.record.required_sub_group_size) return required;
  return context.record.uses_sub_groups ? context.options.usual_sub_group_size : 0;
}

Lanes sub_group_lanes(const KernelContext& context, unsigned width) {
  Lanes lanes;
  const auto& required = context.record.required_group_size;
  const auto known = known_local_size(context);
  if (const unsigned wanted = wanted_sub_group_size(context)) {
    lanes.width = wanted;
  } else if (context.options.width != 0) {
    lanes.width = context.options.width;
  } else {
    lanes.width = std::clamp(width, kLeastSize, kMostSize);
    // More lanes than the group has work-items would never be active.
    if (const uint64_t items = required[0] * required[1] * required[2])
      lanes.width = static_cast<unsigned>(std::min<uint64_t>(lanes.width, std::bit_ceil(items)));
  }
  lanes.linear = lanes.are_used() &&
                 (context.options.linear_lanes || (known && !fits_plain(*known, lanes.width)));
  return lanes;
}

PreservedAnalyses number_linearly(Function& kernel, KernelContext& context,
                                  FunctionAnalysisManager& /*analyses*/) {
  LinearNumbers(kernel, context).run();
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
