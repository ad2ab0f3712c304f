// SPDX-License-Identifier: Apache-2.0
// Pipes at program scope (SPIR-V 1.1, PipeStorage): OpConstantPipeStorage is the memory of a pipe,
// which kernels make pipes from.
#pragma once

#include <llvm/IR/Module.h>

#include <map>

#include "compiler/spirv/words.h"
#include "support/result.h"

namespace heddle::compiler::spirv {

/// SPIRV-Tools refuse OpConstantPipeStorage outside of functions, where alone it can be. In the
/// module that is returned storage is an empty structure, constants of it are null.
Module without_pipe_storage(const Module& module);

/// The translator knows storage in some places only: for it storage is a pointer to a variable of
/// three numbers, and a pipe what a function that is imported makes of it.
class PipeStorage {
 public:
  explicit PipeStorage(const Module& module);

  /// Appends what stands for `one`, with ids from `bound` on; false if it is no such instruction.
  bool rewrite(const Instruction& one, uint32_t& bound, std::vector<uint32_t>& words);
  /// Appends the functions, which go before the module's own.
  void declare(uint32_t& bound, std::vector<uint32_t>& words);

 private:
  uint32_t storage_ = 0, number_ = 0, numbers_ = 0;  // ids of types
  std::map<uint32_t, uint32_t> functions_;           // ids, by the pipe's type
};

/// In the translation: each such variable becomes a pipe's memory, its hd_pipe first
/// (abi/kernel_abi.h), and the address of that is the pipe.
Status make_pipes(llvm::Module& module);

}  // namespace heddle::compiler::spirv
