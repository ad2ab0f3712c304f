// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "runtime/command/execute.h"
#include "runtime/device_enqueue/parent_kernel.h"

namespace heddle {

/// While one exists, its thread, which is in a kernel that enqueues, runs other jobs or waits for
/// them (child_room.h). What it was about before waits; what the jobs make ready goes to the pool,
/// but for `here`.
class WithinKernel {
 public:
  explicit WithinKernel(const Command* here = nullptr);
  WithinKernel(const WithinKernel&) = delete;
  WithinKernel& operator=(const WithinKernel&) = delete;
  ~WithinKernel();

  /// How many there are on this thread.
  static uint32_t depth();

 private:
  const Executor::Within executor_;
  const ParentKernel::Within endings_;
};

}  // namespace heddle
