// SPDX-License-Identifier: Apache-2.0
// Pipes at program scope (SPIR-V 1.1, PipeStorage): OpConstantPipeStorage is the memory of a pipe,
// which kernels make pipes from.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/spirv/words.h"
#include "support/result.h"

namespace heddle::compiler::spirv {

/// SPIRV-Tools refuse OpConstantPipeStorage outside of functions, where alone it can be. In the
/// module that is returned storage is an empty structure, constants of it are null.
Module without_pipe_storage(const Module& module);

/// The translator makes a variable of three numbers of each constant: now a pipe's memory, its
/// hd_pipe first (abi/kernel_abi.h), and the address of that is the pipe.
Status make_pipes(llvm::Module& module);

}  // namespace heddle::compiler::spirv
