// SPDX-License-Identifier: Apache-2.0
// The compiler in a process of its own: heddle-compile, which is started when a program needs it. A
// compilation that crashes or passes a limit fails with a log that says so; the next one works.
#pragma once

#include <string>

#include "abi/compiler_interface.h"

namespace heddle {

/// Returns the functions of the compiler's interface, each a request to the process. `library`: the
/// path of the library that the process opens; only the first call's counts.
const hdc_interface* remote_compiler(const std::string& library);

}  // namespace heddle
