// SPDX-License-Identifier: Apache-2.0
// Replaces arc4random(), by which LLVM names temporary files: the only function that needs glibc
// 2.36. Everything else works with 2.34, which current older systems have. Visible inside the
// library only.
#include <sys/random.h>
#include <cstdint>

extern "C" uint32_t arc4random() noexcept {
  uint32_t number = 0;
  // A request of so few bytes is never filled in part (getrandom(2)).
  while (getrandom(&number, sizeof(number), 0) != sizeof(number)) {
  }
  return number;
}
