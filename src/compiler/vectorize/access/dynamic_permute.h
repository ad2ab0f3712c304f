// SPDX-License-Identifier: Apache-2.0
// The intrinsics __hd_pick_*: elements of short vectors whose numbers are known at run time only,
// as shuffle and shuffle2 (§6.13.12) and v[i] ask for them.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {

/// Elements that one call picks from at most.
constexpr unsigned kMostPicked = 16;

/// Emits a call of the intrinsic: the element of `elements` (integers, a power of two of them) with
/// this number, of which the lowest bits count.
llvm::Value* pick(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> elements,
                  llvm::Value* number);

/// Emits the same as selects: each bit of the number leaves half of the elements. Scalars or
/// vectors.
llvm::Value* picked(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> elements,
                    llvm::Value* number);

}  // namespace heddle::compiler
