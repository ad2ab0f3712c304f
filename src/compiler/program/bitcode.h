// SPDX-License-Identifier: Apache-2.0
// LLVM contexts that never print and never exit, and modules as the bytes of a program record.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "support/result.h"

namespace heddle::compiler {

/// LLVM's own context prints errors and exits; this one keeps them.
class QuietContext {
 public:
  QuietContext();
  llvm::LLVMContext& llvm() { return context_; }
  /// What LLVM complained about since the last call; empty if nothing.
  std::string take_errors();

 private:
  llvm::LLVMContext context_;
};

std::vector<unsigned char> write_bitcode(const llvm::Module& module);
/// A verified module for spir64, or an error with HDC_INVALID_INPUT: bitcode may come from
/// anywhere. With the name of a kernel only that is read which the kernel needs.
Result<std::unique_ptr<llvm::Module>> read_bitcode(QuietContext& context,
                                                   std::span<const unsigned char> bytes,
                                                   llvm::StringRef kernel = {});

}  // namespace heddle::compiler
