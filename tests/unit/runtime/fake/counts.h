// SPDX-License-Identifier: Apache-2.0
// What the fake compiler was asked to generate.
#pragma once

#include <atomic>

namespace heddle::fake {

struct Counts {
  std::atomic<int> generic{0}, sized{0}, wide{0};
};

}  // namespace heddle::fake
