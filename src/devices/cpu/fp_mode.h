// SPDX-License-Identifier: Apache-2.0
// The floating-point mode that kernels run in: round to nearest even, denormals kept, no exception
// trapped (§7.1, §7.2 of the OpenCL specification: the default mode of a device).
#pragma once

#include <xmmintrin.h>

#include <cstdint>

namespace heddle::cpu {

/// All exceptions masked, nearest even, neither flush-to-zero nor denormals-are-zero.
inline constexpr uint32_t kKernelMxcsr = 0x1f80;

/// A scope in a thread that is not ours: it sets the kernels' mode, and restores the thread's own.
class KernelFpMode {
 public:
  KernelFpMode() : saved_(_mm_getcsr()) { _mm_setcsr(kKernelMxcsr); }
  ~KernelFpMode() { _mm_setcsr(saved_); }
  KernelFpMode(const KernelFpMode&) = delete;
  KernelFpMode& operator=(const KernelFpMode&) = delete;

 private:
  uint32_t saved_;
};

}  // namespace heddle::cpu
