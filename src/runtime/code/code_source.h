// SPDX-License-Identifier: Apache-2.0
// Where the code of programs comes from: it is kept (code_store.h), or the compiler makes it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/code/code_store.h"

namespace heddle {

/// Whether build options have the word `option`.
bool has_option(const std::string& options, std::string_view option);
/// Whether they have -g (§5.8.6).
bool is_for_debuggers(const std::string& options);

// `context` is what the context wants of its kernels: HDC_ZERO_LOCAL and so on.

/// clBuildProgram of a source.
Outcome build_source(const std::string& source, const std::string& options, uint32_t context);
/// clCompileProgram of a source.
Outcome compile_source(const std::string& source, const std::string& options,
                       std::span<const EmbeddedHeader> headers);
/// Whether the device takes a module, and the specialisation constants that it has:
/// CL_INVALID_VALUE, CL_INVALID_OPERATION if there is no compiler.
Result<std::vector<hdc_spec_constant>> inspect_il(std::span<const unsigned char> module);
/// clBuildProgram and clCompileProgram of a module; `constants` are those that were set.
Outcome build_il(std::span<const unsigned char> module,
                 std::span<const hdc_spec_constant> constants, const std::string& options,
                 uint32_t context);
Outcome compile_il(std::span<const unsigned char> module,
                   std::span<const hdc_spec_constant> constants, const std::string& options);
/// clLinkProgram, and clBuildProgram of a binary that was made for another CPU.
Outcome link_code(std::span<const std::shared_ptr<ProgramCode>> inputs, const std::string& options,
                  uint32_t context);

/// Whether what `source` gives is decided by itself and the embedded headers: nothing else is
/// included, and neither date nor time is asked for. Sure when true; a few sources that would
/// qualify do not.
bool self_contained(std::string_view source, std::span<const EmbeddedHeader> headers);

}  // namespace heddle
