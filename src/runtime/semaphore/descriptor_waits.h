// SPDX-License-Identifier: Apache-2.0
// What waits until a file descriptor can be read from: one thread for all, which starts with the
// first wait and runs until the process ends.
#pragma once

#include "platform/context.h"

namespace heddle {

class DescriptorWait {
 public:
  virtual int descriptor() const noexcept = 0;
  virtual const Context& context() const noexcept = 0;
  /// On the thread that waits: the descriptor can be read from, is `broken`, or the context has
  /// been terminated. False: the wait goes on, perhaps for another descriptor. After true `this`
  /// may be gone.
  virtual bool go_on(bool broken) noexcept = 0;

 protected:
  ~DescriptorWait() = default;

 private:
  friend class DescriptorWaits;
  DescriptorWait* next_ = nullptr;
};

/// `wait` may be over, and gone, when this returns. False if there is no thread, or no memory for
/// it.
bool wait_for_descriptor(DescriptorWait& wait) noexcept;
/// A context has been terminated: its waits go on.
void wake_descriptor_waits() noexcept;

}  // namespace heddle
