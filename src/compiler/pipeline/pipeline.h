// SPDX-License-Identifier: Apache-2.0
// Compiles one kernel of a linked program to its ELF object: the only door from the front end's
// side to the passes and code generation.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "compiler/ir/kernel_context.h"
#include "support/result.h"

namespace heddle::compiler {

/// Compiles kernel `record.name` of `program` and consumes it. `program` is the program's whole IR
/// as linked, before built-ins are linked in and with address spaces as the front end left them.
/// `record.args` with their offsets must be set. Fills in object, sizes, limits and report of
/// `record`. The error's sentence goes to the build log. Ends after the current pass when
/// `cancelled`, which may be null, leads to something other than 0.
Status compile_kernel(std::unique_ptr<llvm::Module> program, const GlobalsLayout& globals,
                      const KernelOptions& options, const int* cancelled, KernelRecord& record);

}  // namespace heddle::compiler
