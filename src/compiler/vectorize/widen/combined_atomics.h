// SPDX-License-Identifier: Apache-2.0
// Atomic updates of one address by all lanes. The lanes' values are combined, and memory is updated
// once, as if the lanes' updates followed each other and no other work-item's came between.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

void combined_atomic(WideKernel& wide, llvm::AtomicRMWInst& update);

}  // namespace heddle::compiler
