// SPDX-License-Identifier: Apache-2.0
// The facts that the runtime needs about each kernel before it runs: arguments and attributes
// (clGetKernelArgInfo, CL_KERNEL_ATTRIBUTES), read from the metadata that front ends attach to
// kernels.
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

#include "abi/program_record.h"
#include "support/result.h"

namespace heddle::compiler {

/// Returns the kernels of a module in their order, with all fields but those that compile_kernel
/// sets. Names of arguments are there if `arg_info` is set.
Result<std::vector<KernelRecord>> kernel_records(const llvm::Module& module, bool arg_info);

}  // namespace heddle::compiler
