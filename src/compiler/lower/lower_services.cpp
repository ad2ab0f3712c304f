// SPDX-License-Identifier: Apache-2.0
// What a kernel asks of its launch beside printf (device-side enqueue, OpenCL C 2.0 §6.13.17): the
// intrinsics __hd_service_X become calls through the table of services (kernel_abi.h), with the
// launch as their first argument.
#include <llvm/ADT/StringSwitch.h>

#include <cstddef>

#include "abi/kernel_abi.h"
#include "compiler/ir/intrinsics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/services.h"
#include "compiler/lower/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr StringRef kPrefix = "__hd_service_";

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
      .Default(std::nullopt);
}

}  // namespace

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

void lower_services(Module& module, KernelContext& context) {
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
    context.record.enqueues = true;
  }
}

}  // namespace heddle::compiler
