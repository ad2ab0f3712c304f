// SPDX-License-Identifier: Apache-2.0
// SPIR-V to the IR that Clang would make of a source that means the same.
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

/// As compile_opencl_c, warnings in `log` included. The error is HDC_INVALID_INPUT for a module
/// that is not valid, HDC_FAILURE for one that cannot be translated.
Result<std::unique_ptr<llvm::Module>> compile_spirv(
    QuietContext& context, std::span<const unsigned char> il, const SpecValues& values,
    std::string_view extensions, const CompileOptions& options, std::string& log);

}  // namespace heddle::compiler::spirv
