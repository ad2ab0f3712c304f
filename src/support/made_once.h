// SPDX-License-Identifier: Apache-2.0
// A value that is made at its first use. A function's static would not do: a fork while another
// thread initialises it would leave the child waiting for that thread.
#pragma once

#include <atomic>
#include <memory>

namespace heddle {

/// Returns the value at `slot`, or else makes it with `make`. If two threads make one at once, both
/// get the first one's. The value is never destroyed, as static destructors would run while others
/// still use it.
template <class T, class Make>
const T& made_once(std::atomic<const T*>& slot, const Make& make) {
  if (const T* made = slot.load(std::memory_order_acquire)) return *made;
  auto made = std::make_unique<const T>(make());
  const T* other = nullptr;
  if (!slot.compare_exchange_strong(other, made.get(), std::memory_order_acq_rel)) return *other;
  return *made.release();
}

}  // namespace heddle
