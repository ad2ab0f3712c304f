// SPDX-License-Identifier: Apache-2.0
// printf of OpenCL C (§6.13.13): formatting from packed arguments (kernel_abi.h), and the buffer of
// one launch.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "devices/cpu/futex.h"
#include "devices/cpu/printed_text.h"

namespace heddle::cpu {

/// Appends the output of a call. Returns false if a conversion is not OpenCL C's, or has no
/// argument: it is printed as it stands then.
bool format_printf(std::string& out, const char* format, const char* kinds,
                   const unsigned char* args);

/// The output of the kernels of one launch, in the order of the calls, which do not mix.
class PrintfBuffer {
 public:
  PrintfBuffer() = default;
  ~PrintfBuffer();
  PrintfBuffer(const PrintfBuffer&) = delete;
  PrintfBuffer& operator=(const PrintfBuffer&) = delete;

  /// Returns 0, or -1 as printf does. Writes a full chunk out first.
  int32_t print(const char* format, const char* kinds, const unsigned char* args) noexcept;
  /// Writes to stdout and flushes it.
  void flush() noexcept;

 private:
  void write_out() REQUIRES(mutex_);

  SpinningMutex mutex_;
  std::atomic<TextChunk*> chunk_{nullptr};  // none before the first call; set with the mutex held
};

}  // namespace heddle::cpu
