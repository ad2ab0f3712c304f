// SPDX-License-Identifier: Apache-2.0
// The arguments that decide how far apart neighbouring work-items, or neighbouring iterations,
// access memory. Libraries that serve arrays of any layout pass strides as arguments; most launches
// pass 1.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace heddle::compiler {

/// Returns the integer arguments of `kernel` that are strides of its accesses, in order: those that
/// a value which changes with the work-item or the iteration is multiplied by on its way into an
/// address, and those that a loop adds to such a value in each iteration.
llvm::SmallVector<llvm::Argument*> stride_arguments(llvm::Function& kernel);

}  // namespace heddle::compiler
