// SPDX-License-Identifier: Apache-2.0
// Replaces exit.cpp if LLVM is a library of its own, whose objects will be destroyed: exit() waits
// for the kernels that are being compiled, and no other one begins.
#include <cstdlib>

#include "compiler/jobs/job_threads.h"

namespace {

// Registered after LLVM's destructors, so it runs before them.
[[gnu::constructor]] void wait_at_exit() {
  std::atexit(heddle::compiler::hold_jobs);
}

}  // namespace
