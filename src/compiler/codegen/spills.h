// SPDX-License-Identifier: Apache-2.0
// Counts the registers that code generation had to keep in memory, by its own remarks.
#pragma once

#include <llvm/IR/LLVMContext.h>

namespace heddle::compiler {

/// A diagnostic handler that counts spills while it lives, and passes everything on to the
/// context's own.
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
