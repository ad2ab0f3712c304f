// SPDX-License-Identifier: Apache-2.0
// The floating-point mode that kernels run in: round to nearest even, denormals kept, no exception
// trapped (§7.1, §7.2 of the OpenCL specification: the default mode of a device).
#pragma once

#include "devices/cpu/processor.h"

namespace heddle::cpu {

/// A scope in a thread that is not ours: it sets the kernels' mode, and restores the thread's own.
class KernelFpMode {
 public:
  KernelFpMode() : saved_(float_settings()) { set_float_settings(kKernelFloatSettings); }
  ~KernelFpMode() { set_float_settings(saved_); }
  KernelFpMode(const KernelFpMode&) = delete;
  KernelFpMode& operator=(const KernelFpMode&) = delete;

 private:
  uint32_t saved_;
};

}  // namespace heddle::cpu
