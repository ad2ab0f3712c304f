// SPDX-License-Identifier: Apache-2.0
// A library that nobody should load: it says so.
#include <unistd.h>

[[gnu::constructor]] static void say() {
  constexpr char kText[] = "the intruder was loaded\n";
  [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, kText, sizeof(kText) - 1);
}
