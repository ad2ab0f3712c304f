// SPDX-License-Identifier: Apache-2.0
// HEDDLE_CATCH_FAULTS: one sentence on stderr when a kernel dies of a signal, after what it
// printed. Handlers are there from the first launch on, and look at faults in kernels' code alone.
// They allocate nothing and take no lock.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::cpu {

enum class Catching : uint8_t { Unknown, Off, On };
/// Reads the option and installs the handlers, at the first call.
Catching begin_catching();
extern constinit std::atomic<Catching> catching_state;

/// Tells whether faults are caught.
inline bool catches_faults() {
  const Catching state = catching_state.load(std::memory_order_acquire);
  return (state == Catching::Unknown ? begin_catching() : state) == Catching::On;
}

/// Gives the calling thread a stack for handlers, unless it has one: its own may be what is full.
void need_stack_for_handlers();

}  // namespace heddle::cpu
