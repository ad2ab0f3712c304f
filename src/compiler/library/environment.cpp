// SPDX-License-Identifier: Apache-2.0
// Replaces getenv in libheddle-compiler.so alone: LLVM and Clang read variables by this function
// (LLVM_OVERRIDE_PRODUCER, TMPDIR, HOME ...), which knows none in secure execution.
#include "support/environment.h"

extern "C" __attribute__((visibility("hidden"))) char* getenv(const char* name) noexcept;

char* getenv(const char* name) noexcept {
  return const_cast<char*>(heddle::environment_variable(name));
}
