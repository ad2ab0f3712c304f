// SPDX-License-Identifier: Apache-2.0
// Calls from a kernel to its launch (kernel_abi.h, hd_services).
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {

/// Emits a call of the service at this offset of hd_services, with the launch before `arguments`.
/// The call has type `result`.
llvm::CallInst* call_service(llvm::IRBuilder<>& builder, uint64_t service_offset,
                             llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace heddle::compiler
