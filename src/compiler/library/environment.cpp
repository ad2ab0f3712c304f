// SPDX-License-Identifier: Apache-2.0
// Of libheddle-compiler.so alone. What LLVM and Clang read of the environment
// (LLVM_OVERRIDE_PRODUCER, TMPDIR, HOME ...), they read by this function, which knows no variables
// in secure execution.
#include "support/environment.h"

extern "C" __attribute__((visibility("hidden"))) char* getenv(const char* name) noexcept;

char* getenv(const char* name) noexcept {
  return const_cast<char*>(heddle::environment_variable(name));
}
