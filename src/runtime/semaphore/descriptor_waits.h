// SPDX-License-Identifier: Apache-2.0
// Waits until file descriptors can be read from. One thread serves all; it starts with the first
// wait and runs until the process ends.
#pragma once

#include "platform/context.h"

namespace heddle {

class DescriptorWait {
 public:
  virtual int descriptor() const noexcept = 0;
  virtual const Context& context() const noexcept = 0;
  /// Continues on the waiting thread: the descriptor can be read from, is `broken`, or the context
  /// has been terminated. Returns false to wait again, perhaps for another descriptor. After true
  /// `this` may be gone.
  virtual bool go_on(bool broken) noexcept = 0;

 protected:
  ~DescriptorWait() = default;

 private:
  friend class DescriptorWaits;
  DescriptorWait* next_ = nullptr;
};

/// Starts a wait, which may be over, and gone, when this returns. Returns false if there is no
/// thread, or no memory for it.
bool wait_for_descriptor(DescriptorWait& wait) noexcept;
/// Continues the waits of contexts that have been terminated.
void wake_descriptor_waits() noexcept;

}  // namespace heddle
