// SPDX-License-Identifier: Apache-2.0
// Images as arguments of kernels (§5.3.2, 5.9.2).
#pragma once

#include "abi/program_record.h"
#include "runtime/image/image.h"

namespace heddle {

/// Checks an image against the type (CL_INVALID_MEM_OBJECT) and the access qualifier
/// (CL_INVALID_ARG_VALUE) of the argument.
Status suits_argument(const Memory& memory, const ArgRecord& arg);

}  // namespace heddle
