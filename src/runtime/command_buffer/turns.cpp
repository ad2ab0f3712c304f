// SPDX-License-Identifier: Apache-2.0
#include "runtime/command_buffer/turns.h"

#include <utility>

#include "support/mutex.h"

namespace heddle {

// Returns the mutex; a forked child drops the parent's replays, which do not run in it.
Mutex& Turns::usable_mutex() {
  return mutex_.get([this]() NO_THREAD_SAFETY_ANALYSIS {
    taken_ = false;
    first_ = last_ = nullptr;
  });
}

bool Turns::take() {
  const Lock lock(usable_mutex());
  return !std::exchange(taken_, true);
}

bool Turns::take_or_wait(Taker& taker) {
  const Lock lock(usable_mutex());
  if (!std::exchange(taken_, true)) return true;
  (first_ ? last_->next_waiting_ : first_) = &taker;
  last_ = &taker;
  return false;
}

void Turns::pass() {
  Taker* next = nullptr;
  {
    const Lock lock(usable_mutex());
    next = first_;
    if (next) first_ = next->next_waiting_;
    taken_ = next != nullptr;
  }
  if (next) next->has_turn();
}

}  // namespace heddle
