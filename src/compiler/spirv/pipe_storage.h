// SPDX-License-Identifier: Apache-2.0
// Pipes at program scope (SPIR-V 1.1, PipeStorage): OpConstantPipeStorage is the memory of a pipe,
// from which kernels make pipes.
#pragma once

#include <llvm/IR/Module.h>

#include <map>

#include "compiler/spirv/words.h"
#include "support/result.h"

namespace heddle::compiler::spirv {

/// Returns the module for SPIRV-Tools, which refuse OpConstantPipeStorage outside of functions, the
/// only place where it can be. Storage is an empty structure in it, and constants of it are null.
Module without_pipe_storage(const Module& module);

/// A rewriter for the translator, which knows storage in some places only. Storage becomes a
/// pointer to a variable of three numbers, and a pipe the result of an imported function for it.
class PipeStorage {
 public:
  explicit PipeStorage(const Module& module);

  /// Appends the replacement of `one`, with ids from `bound`. Returns false if it is no such
  /// instruction.
  bool rewrite(const Instruction& one, uint32_t& bound, std::vector<uint32_t>& words);
  /// Appends the functions, which go before the module's own.
  void declare(uint32_t& bound, std::vector<uint32_t>& words);

 private:
  uint32_t storage_ = 0, number_ = 0, numbers_ = 0;  // ids of types
  std::map<uint32_t, uint32_t> functions_;           // ids, by the pipe's type
};

/// Turns each such variable in the translation into a pipe's memory, its hd_pipe first
/// (abi/kernel_abi.h). Its address is the pipe.
Status make_pipes(llvm::Module& module);

}  // namespace heddle::compiler::spirv
