// SPDX-License-Identifier: Apache-2.0
// Converts SPIR 1.2 (cl_khr_spir), bitcode of LLVM 3.2, to the IR that Clang makes today.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>

#include "compiler/program/bitcode.h"
#include "compiler/program/build_options.h"
#include "support/result.h"

namespace heddle::compiler::spirv {

/// Does as compile_spirv. heddle-spirv reads the bitcode first: LLVM's reader does not survive
/// everything.
Result<std::unique_ptr<llvm::Module>> compile_spir(QuietContext& context,
                                                   std::span<const unsigned char> bitcode,
                                                   const CompileOptions& options);

}  // namespace heddle::compiler::spirv
