// SPDX-License-Identifier: Apache-2.0
// Counted loops that passes emit.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace heddle::compiler {

/// The loop for (counter = begin; counter < end; counter += step), tested at its end.
struct CountedLoop {
  llvm::Value* counter;
  llvm::BasicBlock* body;   ///< open: must be made to end at `latch`
  llvm::BasicBlock* latch;  ///< closed
};

/// Emits the loop after `from`, which has no terminator yet; the loop is left to `exit`.
/// `may_be_empty`: begin < end is tested first. A loop that is known to run once is none. The
/// counter plus the step never wraps as an unsigned number, nor, if `is_small`, as a signed one.
CountedLoop make_loop(llvm::BasicBlock* from, llvm::Value* begin, llvm::Value* end, uint64_t step,
                      llvm::BasicBlock* exit, bool may_be_empty, bool is_small,
                      const llvm::Twine& name, const llvm::Twine& latch_name = "next");

}  // namespace heddle::compiler
