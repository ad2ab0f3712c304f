// SPDX-License-Identifier: Apache-2.0
// Compiles OpenCL C to LLVM IR for spir64, by Clang in this process.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "compiler/frontend/request.h"

namespace heddle::compiler {

/// The program as Clang emits it: no pass has run; kernels are `spir_kernel` functions with
/// kernel_arg_* metadata, and all other functions of theirs that Clang made up are internal. Null
/// if the source is wrong. Errors and warnings are appended to `log`; `file_uses` becomes what
/// abi/file_uses.h describes.
std::unique_ptr<llvm::Module> compile_opencl_c(llvm::LLVMContext& context,
                                               const FrontendRequest& request, std::string& log,
                                               std::string& file_uses);

}  // namespace heddle::compiler
