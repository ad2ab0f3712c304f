// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace heddle::bench {

inline double now_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

}  // namespace heddle::bench
