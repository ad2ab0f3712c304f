// SPDX-License-Identifier: Apache-2.0
// The floating-point mode that kernels run in: round to nearest even, denormals kept, no exception
// trapped (§7.1, §7.2 of the OpenCL specification: the default mode of a device).
#pragma once

#include <cfenv>

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

/// A scope in a call of the application's: it sets the mode that a process starts with where the
/// thread has another one, and restores the thread's own. Without it the digits of printf, the
/// elements of a filled image and the compiler's own arithmetic would follow the caller's rounding,
/// and traps that the caller has enabled would end the process. Threads that are made within the
/// scope inherit the mode.
class CallFpMode {
 public:
  CallFpMode() : is_other_(!has_kernel_float_settings()) {
    if (is_other_) set();
  }
  ~CallFpMode() {
    if (is_other_) std::fesetenv(&saved_);
  }
  CallFpMode(const CallFpMode&) = delete;
  CallFpMode& operator=(const CallFpMode&) = delete;

 private:
  /// Sets the registers of all kinds of arithmetic: functions of the C library look at any of them.
  void set() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
    set_float_settings(kKernelFloatSettings);
  }

  const bool is_other_;
  std::fenv_t saved_;
};

}  // namespace heddle::cpu
