// SPDX-License-Identifier: Apache-2.0
// Checks `#pragma OPENCL EXTENSION name : behaviour` (extension specification §1.2) against the
// device's own list of extensions. Clang only warns, and only knows the extensions that change its
// grammar.
#pragma once

#include <clang/Lex/Preprocessor.h>

#include <string_view>

namespace heddle::compiler {

void check_extension_pragmas(clang::Preprocessor& preprocessor, std::string_view extensions);

}  // namespace heddle::compiler
