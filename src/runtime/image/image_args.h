// SPDX-License-Identifier: Apache-2.0
// Images as arguments of kernels (§5.3.2, 5.9.2).
#pragma once

#include "abi/program_record.h"
#include "runtime/image/image.h"

namespace heddle {

/// Type (CL_INVALID_MEM_OBJECT) and access qualifier (CL_INVALID_ARG_VALUE) of the argument against
/// the image's.
Status suits_argument(const Memory& memory, const ArgRecord& arg);

}  // namespace heddle
