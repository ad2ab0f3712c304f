// SPDX-License-Identifier: Apache-2.0
// Loops in which each work-item goes along memory of its own, such as the row of a matrix.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include "compiler/analysis/shape.h"

namespace heddle::compiler {

/// Tells whether the access of a loop takes one element of a row after the other.
bool is_along_row(const llvm::Instruction& access, llvm::ScalarEvolution& evolution);
/// Returns the bytes of the largest element that a lane takes of its row in the loop; 0: lanes do
/// not go along matrix rows. They do in a small loop that all of them run together, if they store
/// nowhere else, and load from other places no more often than from rows.
unsigned row_element(const llvm::Loop& loop, const Shapes& shapes,
                     llvm::ScalarEvolution& evolution);

/// Tells whether the address changes with the iterations of `loop`, without being loaded. With
/// `shapes`: by a uniform counter.
bool goes_along(const llvm::Value& address, const llvm::Loop& loop, const Shapes* shapes = nullptr,
                unsigned depth = 0);

/// Tells whether `address` has a large stride along `loop`, so that only other lanes need the rest
/// of the cache line.
bool has_large_stride(const llvm::Value& address, const llvm::Loop& loop, unsigned depth = 0);

}  // namespace heddle::compiler
