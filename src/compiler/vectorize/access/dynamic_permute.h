// SPDX-License-Identifier: Apache-2.0
// The intrinsics __hd_pick_*: elements of short vectors whose numbers are known at run time only,
// as shuffle and shuffle2 (§6.13.12) and v[i] ask for them.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/ir/vector_isa.h"

namespace heddle::compiler {

/// Elements that one call picks from at most.
constexpr unsigned kMostPicked = 16;

/// The element of `elements` (integers, a power of two of them) with this number, of which the
/// lowest bits count: a call of the intrinsic.
llvm::Value* pick(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> elements,
                  llvm::Value* number);

/// The same by selections: half as many elements are left by each bit of the number. Scalars or
/// vectors.
llvm::Value* picked(llvm::IRBuilder<>& at, llvm::ArrayRef<llvm::Value*> elements,
                    llvm::Value* number);

/// Do instructions of the machine pick from `count` elements that lie side by side?
bool can_permute(unsigned count, unsigned bits, const VectorIsa& isa);

/// Picks for each element of a vector: from the `count` elements of `table`, beginning at a
/// multiple of `count`, among which it lies itself.
llvm::Value* permuted(llvm::IRBuilder<>& at, llvm::Value* table, llvm::Value* numbers,
                      unsigned count, const VectorIsa& isa);

/// Picks for each element of a vector from two registers of its length, which lie side by side.
llvm::Value* permuted_of_two(llvm::IRBuilder<>& at, llvm::Value* low, llvm::Value* high,
                             llvm::Value* numbers, const VectorIsa& isa);

}  // namespace heddle::compiler
