// SPDX-License-Identifier: Apache-2.0
// How many registers code generation had to keep in memory, as its own remarks tell.
#pragma once

#include <llvm/IR/LLVMContext.h>

namespace heddle::compiler {

/// Listens while it lives; all else goes on to the context's own handler.
class SpillCounter {
 public:
  explicit SpillCounter(llvm::LLVMContext& context);
  ~SpillCounter();
  SpillCounter(const SpillCounter&) = delete;
  SpillCounter& operator=(const SpillCounter&) = delete;

  unsigned spills() const;
  unsigned reloads() const;

 private:
  struct Handler;
  llvm::LLVMContext& context_;
  Handler* handler_;  // the context owns it
};

}  // namespace heddle::compiler
