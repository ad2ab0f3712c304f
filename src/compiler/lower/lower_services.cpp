// SPDX-License-Identifier: Apache-2.0
// Turns a kernel's requests to its launch into calls through the table of services (kernel_abi.h,
// hd_services), with the launch as their first argument: the intrinsics __hd_service_X (device-side
// enqueue, OpenCL C 2.0 §6.13.17, and failures), and printf (§6.13.13), whose arguments are laid
// out in private memory and described by a string of kinds.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>

#include <cstddef>

#include "abi/kernel_abi.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/marks.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr StringRef kPrefix = "__hd_service_";

/// Emits a call of the service at this offset of hd_services, with the launch before `arguments`.
/// The call has type `result`.
CallInst* call_service(IRBuilder<>& builder, uint64_t service_offset, Type* result,
                       ArrayRef<Value*> arguments) {
  Module& module = *builder.GetInsertBlock()->getModule();
  PointerType* pointer = builder.getPtrTy();
  const auto load = [&](Value* base, uint64_t at) {
    return builder.CreateLoad(pointer,
                              builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, at));
  };
  Value* launch = builder.CreateCall(pointer_internal(module, Internal::Launch));
  Value* service = load(load(launch, offsetof(hd_launch, services)), service_offset);
  SmallVector<Value*> operands{launch};
  append_range(operands, arguments);
  SmallVector<Type*> types;
  for (Value* operand : operands) types.push_back(operand->getType());
  CallInst* call = builder.CreateCall(FunctionType::get(result, types, false), service, operands);
  call->setDoesNotThrow();
  return call;
}

std::optional<uint64_t> offset_of(StringRef service) {
  return StringSwitch<std::optional<uint64_t>>(service)
      .Case("enqueue_kernel", offsetof(hd_services, enqueue_kernel))
      .Case("enqueue_marker", offsetof(hd_services, enqueue_marker))
      .Case("default_queue", offsetof(hd_services, default_queue))
      .Case("create_user_event", offsetof(hd_services, create_user_event))
      .Case("set_user_event_status", offsetof(hd_services, set_user_event_status))
      .Case("retain_event", offsetof(hd_services, retain_event))
      .Case("release_event", offsetof(hd_services, release_event))
      .Case("capture_profiling", offsetof(hd_services, capture_profiling))
      .Case("block_info", offsetof(hd_services, block_info))
      .Case("fail", offsetof(hd_services, fail))
      .Default(std::nullopt);
}

char type_letter(const Type* type) {
  if (type->isFloatTy()) return 'f';
  if (type->isDoubleTy()) return 'd';
  if (type->isHalfTy()) return 'h';
  if (type->isPointerTy()) return 'p';
  switch (type->getIntegerBitWidth()) {
    case 8:
      return 'c';
    case 16:
      return 's';
    case 32:
      return 'i';
    default:
      return 'l';
  }
}

std::string kind(const Type* type) {
  unsigned width = 1;
  if (const auto* vector = dyn_cast<FixedVectorType>(type)) {
    width = vector->getNumElements();
    type = vector->getElementType();
  }
  return {type_letter(type), width == 16 ? 'x' : static_cast<char>('0' + width)};
}

/// Returns the bytes of a value in the block of arguments: its size as a vector of a power of two
/// elements, which is its alignment too.
uint64_t room(const DataLayout& layout, Type* type) {
  return PowerOf2Ceil(layout.getTypeStoreSize(type));
}

void lower_call(CallBase& call, Function& kernel) {
  Module& module = *kernel.getParent();
  const DataLayout& layout = module.getDataLayout();
  std::string kinds;
  SmallVector<uint64_t> offsets;
  uint64_t size = 0;
  for (Value* argument : drop_begin(call.args())) {
    uint64_t bytes = room(layout, argument->getType());
    size = alignTo(size, bytes);
    offsets.push_back(size);
    size += bytes;
    kinds += kind(argument->getType());
  }
  IRBuilder<> entry(&kernel.getEntryBlock(), kernel.getEntryBlock().begin());
  AllocaInst* block =
      entry.CreateAlloca(ArrayType::get(entry.getInt8Ty(), std::max<uint64_t>(size, 1)));
  block->setAlignment(Align(HD_MAX_TYPE_ALIGN));
  mark_transient(*block);

  IRBuilder<> builder(&call);
  for (auto [offset, argument] : zip(offsets, drop_begin(call.args()))) {
    Value* at = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, offset);
    builder.CreateAlignedStore(argument, at, Align(room(layout, argument->getType())));
  }
  Value* kinds_text = builder.CreateGlobalString(kinds, "printf.kinds");
  call.replaceAllUsesWith(call_service(builder, offsetof(hd_services, printf), builder.getInt32Ty(),
                                       {call.getArgOperand(0), kinds_text, block}));
  call.eraseFromParent();
}

void lower_printf(Module& module, KernelContext& context) {
  Function* printf = module.getFunction("printf");
  if (!printf) return;
  Function& kernel = *context.kernel(module);
  for (User* user : make_early_inc_range(printf->users())) {
    if (auto* call = dyn_cast<CallBase>(user)) lower_call(*call, kernel);
  }
  if (printf->use_empty()) printf->eraseFromParent();
  context.record.uses_printf = true;
}

}  // namespace

PreservedAnalyses lower_services(Module& module, KernelContext& context,
                                 ModuleAnalysisManager& /*analyses*/) {
  lower_printf(module, context);
  for (Function& function : make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (!name.consume_front(kPrefix)) continue;
    const auto offset = offset_of(name);
    if (!offset) continue;
    for (User* user : make_early_inc_range(function.users())) {
      auto* call = dyn_cast<CallBase>(user);
      if (!call) continue;
      IRBuilder<> builder(call);
      SmallVector<Value*> arguments(call->args());
      call->replaceAllUsesWith(call_service(builder, *offset, call->getType(), arguments));
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
    context.record.enqueues |= *offset != offsetof(hd_services, fail);
  }
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
