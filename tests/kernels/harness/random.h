// SPDX-License-Identifier: Apache-2.0
// Numbers that look random, the same in each run.
#pragma once

#include <cstdint>

namespace kernels {

inline uint32_t mixed(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

}  // namespace kernels
