// SPDX-License-Identifier: Apache-2.0
// LLVM names temporary files by arc4random(), the only function that asks for glibc 2.36: all else
// is content with 2.34, which older systems of today have. Seen inside the library only.
#include <sys/random.h>
#include <cstdint>

extern "C" uint32_t arc4random() noexcept {
  uint32_t number = 0;
  // Of so few bytes nothing is ever left out (getrandom(2)).
  while (getrandom(&number, sizeof(number), 0) != sizeof(number)) {
  }
  return number;
}
