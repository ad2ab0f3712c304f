// SPDX-License-Identifier: Apache-2.0
// Marks asynchronous copies, waits for their events, and functions of sub-groups (OpenCL C 3.0
// §6.15.11, §6.15.19), which all work-items of a group or a sub-group must come to, in the same
// way. The library's own copies know no events: a mark gives each copy one, as its argument.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/check/call_marks.h"
#include "compiler/check/passes.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/kernel_context.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

enum class Collective { None, Copy, Wait, SubGroup };

/// Returns the function that a call is of, by the name that front ends give it. Ballots, shuffles
/// and functions with `non_uniform` in their names may be called by some of a sub-group alone.
Collective collective_of(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  StringRef name = callee ? builtin_name(*callee) : StringRef();
  if (name.ends_with("_fence")) return Collective::None;
  if (name.starts_with("async_work_group_")) return Collective::Copy;
  if (name == "wait_group_events") return Collective::Wait;
  if (!name.consume_front("sub_group_")) return Collective::None;
  const bool is_uniform = name == "all" || name == "any" || name == "broadcast" ||
                          name.starts_with("reduce_") || name.starts_with("scan_");
  return is_uniform ? Collective::SubGroup : Collective::None;
}

class Marker {
 public:
  explicit Marker(Module& module)
      : module_(module),
        pointer_(PointerType::get(module.getContext(), 0)),
        nothing_(Type::getVoidTy(module.getContext())) {}

  void mark_copy(CallInst& call) {
    IRBuilder<> at(&call);
    const unsigned last = call.arg_size() - 1;
    SmallVector<Value*> operands{call.getArgOperand(last)};
    for (unsigned i = 0; i < last; ++i) {
      Value* operand = call.getArgOperand(i);
      operands.push_back(operand->getType()->isPointerTy()
                             ? at.CreatePtrToInt(operand, at.getInt64Ty())
                             : at.CreateZExtOrTrunc(operand, at.getInt64Ty()));
    }
    call.setArgOperand(last, at.CreateCall(mark(kCopyMark, pointer_, {pointer_}, true), operands));
  }

  /// Marks a wait for each event of the list.
  void mark_wait(CallInst& call) {
    Value *count = call.getArgOperand(0), *list = call.getArgOperand(1);
    Instruction* some = SplitBlockAndInsertIfThen(
        IRBuilder<>(&call).CreateICmpSGT(count, ConstantInt::get(count->getType(), 0)),
        call.getIterator(), /*Unreachable=*/false);
    const auto [each, number] = SplitBlockAndInsertSimpleForLoop(count, some->getIterator());
    IRBuilder<> at(each);
    at.SetCurrentDebugLocation(call.getDebugLoc());
    Value* event = at.CreateLoad(pointer_, at.CreateGEP(pointer_, list, number));
    at.CreateCall(mark(kWaitMark, nothing_, {pointer_}, false), {event});
  }

  void mark_sub_group(CallInst& call) {
    IRBuilder<>(&call).CreateCall(mark(kCollectiveMark, nothing_, {}, false));
  }

 private:
  FunctionCallee mark(const char* name, Type* result, ArrayRef<Type*> operands, bool has_more) {
    FunctionCallee made =
        module_.getOrInsertFunction(name, FunctionType::get(result, operands, has_more));
    cast<Function>(made.getCallee())->setDoesNotThrow();
    return made;
  }

  Module& module_;
  Type* const pointer_;
  Type* const nothing_;
};

}  // namespace

PreservedAnalyses mark_collectives(Module& module, KernelContext& context,
                                   ModuleAnalysisManager& /*analyses*/) {
  if (!(checks_of(*context.kernel(module)) & kCheckBarriers)) return PreservedAnalyses::all();
  SmallVector<std::pair<CallInst*, Collective>> all;
  for (Function& function : module) {
    for (Instruction& each : instructions(function)) {
      const Collective which = collective_of(each);
      if (which != Collective::None) all.emplace_back(cast<CallInst>(&each), which);
    }
  }
  Marker marker(module);
  for (const auto& [call, which] : all) {
    if (which == Collective::Copy) marker.mark_copy(*call);
    if (which == Collective::Wait) marker.mark_wait(*call);
    if (which == Collective::SubGroup) marker.mark_sub_group(*call);
  }
  return all.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace heddle::compiler
