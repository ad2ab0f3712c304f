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

/// A context that keeps errors; LLVM's own prints them and exits.
class QuietContext {
 public:
  QuietContext();
  llvm::LLVMContext& llvm() { return context_; }
  /// Returns LLVM's complaints since the last call; empty if none.
  std::string take_errors();

 private:
  llvm::LLVMContext context_;
};

std::vector<unsigned char> write_bitcode(const llvm::Module& module);
/// Reads a verified module for spir64. Fails with HDC_INVALID_INPUT: bitcode may come from
/// anywhere. With the name of a kernel, reads only the functions that the kernel needs.
Result<std::unique_ptr<llvm::Module>> read_bitcode(QuietContext& context,
                                                   std::span<const unsigned char> bytes,
                                                   llvm::StringRef kernel = {});

}  // namespace heddle::compiler
