// SPDX-License-Identifier: Apache-2.0
// Values that lanes of a vector take from each other: what sub-groups broadcast, shuffle and vote.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::compiler {

class WideKernel;

void exchange(WideKernel& wide, llvm::CallBase& call);

void pick(WideKernel& wide, llvm::CallBase& call);

}  // namespace heddle::compiler
