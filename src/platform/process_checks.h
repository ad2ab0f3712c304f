// SPDX-License-Identifier: Apache-2.0
// The checks of all kernels of the process (HEDDLE_CHECK).
#pragma once

#include <cstdint>

namespace heddle {

/// Returns bits of abi/checks.h.
uint32_t process_checks();

}  // namespace heddle
