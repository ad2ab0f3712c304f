// SPDX-License-Identifier: Apache-2.0
// Updates of one address by all lanes: the lanes' values are combined first, and memory is updated
// once, as if the lanes' updates had followed each other without one of another work-item between.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

bool combined_atomic(WideKernel& wide, llvm::AtomicRMWInst& update);

}  // namespace heddle::compiler
