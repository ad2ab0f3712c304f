// SPDX-License-Identifier: Apache-2.0
// A value that the first who asks makes. No static of a function: a fork while another thread
// initialises that would leave the child waiting for the thread.
#pragma once

#include <atomic>
#include <memory>

namespace heddle {

/// The value that `slot` leads to. If there is none, it is what `make` returns; of two threads that
/// make one at once, both get the first one's. Never destroyed, as static destructors would run
/// while others still ask.
template <class T, class Make>
const T& made_once(std::atomic<const T*>& slot, const Make& make) {
  if (const T* made = slot.load(std::memory_order_acquire)) return *made;
  auto made = std::make_unique<const T>(make());
  const T* other = nullptr;
  if (!slot.compare_exchange_strong(other, made.get(), std::memory_order_acq_rel)) return *other;
  return *made.release();
}

}  // namespace heddle
