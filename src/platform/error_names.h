// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CL/cl.h>

#include <string>

#include "support/result.h"

namespace heddle {

/// Returns "CL_INVALID_VALUE"; the number for a code that no header knows.
std::string error_name(cl_int code);
/// Returns "clFoo: CL_INVALID_VALUE (the sentence)".
std::string describe(const char* where, const Error& error);

}  // namespace heddle
