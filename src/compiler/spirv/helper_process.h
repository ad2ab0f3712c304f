// SPDX-License-Identifier: Apache-2.0
// heddle-spirv, started when a module needs it and kept as long as the compiler's threads are: to
// start it (a translator and an LLVM are loaded) takes ten times as long as to translate a small
// module.
#pragma once

#include "compiler/spirv/helper_protocol.h"
#include "support/file.h"
#include "support/result.h"

namespace heddle::compiler::spirv {

/// From a job. Hands a request to the process, which is started if there is none.
Status send_to_helper(HelperMode mode, const File (&files)[kFiles]);

/// HDC_INTERNAL_ERROR, with what errno says.
Error helper_broken(const char* what);

}  // namespace heddle::compiler::spirv
