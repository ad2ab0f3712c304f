// SPDX-License-Identifier: Apache-2.0
// Compiles SPIR-V to the IR that Clang would make for an equivalent source.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "compiler/program/bitcode.h"
#include "compiler/program/build_options.h"
#include "compiler/spirv/constants.h"
#include "support/result.h"

namespace heddle::compiler::spirv {

/// Does as compile_opencl_c; warnings go to `log`, too. The error is HDC_INVALID_INPUT for a module
/// that is not valid, HDC_FAILURE for one that cannot be translated.
Result<std::unique_ptr<llvm::Module>> compile_spirv(
    QuietContext& context, std::span<const unsigned char> il, const SpecValues& values,
    std::string_view extensions, const CompileOptions& options, std::string& log);

}  // namespace heddle::compiler::spirv
