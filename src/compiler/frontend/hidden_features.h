// SPDX-License-Identifier: Apache-2.0
// Hides macros of features (`__opencl_c_...`) from sources of earlier versions, as they belong to
// OpenCL C 3.0 (§6.2.1 there). Clang defines them in all versions, since it looks for them before
// it declares a function.
#pragma once

#include <clang/Lex/Preprocessor.h>

namespace heddle::compiler {

/// Hides them from the end of the language's header on.
void hide_features(clang::Preprocessor& preprocessor);

}  // namespace heddle::compiler
