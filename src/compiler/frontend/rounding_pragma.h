// SPDX-License-Identifier: Apache-2.0
// `#pragma OPENCL SELECT_ROUNDING_MODE` (cl_khr_select_fprounding_mode, [EX9]): has the effect of
// Clang's STDC FENV_ROUND. static_rounding.h lowers the resulting IR.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

#include "compiler/frontend/refused_source.h"

namespace heddle::compiler {

/// Accepts the pragmas, before the source is parsed. The result is to be called with each token.
TokenWatcher accept_rounding_pragmas(clang::CompilerInstance& compiler);

}  // namespace heddle::compiler
