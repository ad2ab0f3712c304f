// SPDX-License-Identifier: Apache-2.0
// The origin of programs' code: kept code (code_store.h), or the compiler.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/code/code_store.h"

namespace heddle {

/// Tells whether build options have the word `option`.
bool has_option(const std::string& options, std::string_view option);
/// Tells whether they have -g (§5.8.6).
bool is_for_debuggers(const std::string& options);

// `context` is the context's demands on its kernels: HDC_ZERO_LOCAL and so on.

/// Makes the code for clBuildProgram of a source.
Outcome build_source(const std::string& source, const std::string& options, uint32_t context);
/// Makes the code for clCompileProgram of a source.
Outcome compile_source(const std::string& source, const std::string& options,
                       std::span<const EmbeddedHeader> headers);
/// Checks that the device takes a module, and returns its specialisation constants:
/// CL_INVALID_VALUE, CL_INVALID_OPERATION if there is no compiler.
Result<std::vector<hdc_spec_constant>> inspect_il(std::span<const unsigned char> module);
/// Makes the code for clBuildProgram or clCompileProgram of a module; `constants` are those that
/// were set.
Outcome build_il(std::span<const unsigned char> module,
                 std::span<const hdc_spec_constant> constants, const std::string& options,
                 uint32_t context);
Outcome compile_il(std::span<const unsigned char> module,
                   std::span<const hdc_spec_constant> constants, const std::string& options);
/// Makes the code for clLinkProgram, and for clBuildProgram of a binary that was made for another
/// CPU.
Outcome link_code(std::span<const std::shared_ptr<ProgramCode>> inputs, const std::string& options,
                  uint32_t context);

/// Tells whether `source` and the embedded headers alone determine the result: nothing else is
/// included, and neither date nor time is used. True is certain; false is not.
bool self_contained(std::string_view source, std::span<const EmbeddedHeader> headers);

}  // namespace heddle
