// SPDX-License-Identifier: Apache-2.0
// Macros of features (`__opencl_c_...`) belong to OpenCL C 3.0 (§6.2.1 there). Clang has them in
// earlier versions as well, as it looks for them before it declares a function: in these, sources
// do not see them.
#pragma once

#include <clang/Lex/Preprocessor.h>

namespace heddle::compiler {

/// Hides them from where the header of the language ends.
void hide_features(clang::Preprocessor& preprocessor);

}  // namespace heddle::compiler
