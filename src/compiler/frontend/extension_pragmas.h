// SPDX-License-Identifier: Apache-2.0
// `#pragma OPENCL EXTENSION name : behaviour` (extension specification §1.2) as the device's own
// list of extensions says, where Clang only warns and only knows the extensions that change its
// grammar.
#pragma once

#include <clang/Lex/Preprocessor.h>

#include <string_view>

namespace heddle::compiler {

void check_extension_pragmas(clang::Preprocessor& preprocessor, std::string_view extensions);

}  // namespace heddle::compiler
