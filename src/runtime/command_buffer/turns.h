// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/command/fork_mutex.h"
#include "support/mutex.h"

namespace heddle {

/// The turns of a command-buffer's replays. Recorded commands have one job each, so a replay that
/// is ready while another one runs waits for it, without a thread.
class Turns {
 public:
  class Taker {
   protected:
    ~Taker() = default;
    /// Runs once the awaited turn has come.
    virtual void has_turn() noexcept = 0;

   private:
    friend class Turns;
    Taker* next_waiting_ = nullptr;
  };

  /// Takes the turn. Returns false if another replay has it.
  bool take();
  /// Takes the turn, or else calls `taker` when its turn comes and returns false.
  bool take_or_wait(Taker& taker);
  /// Ends the turn and gives it to the next one.
  void pass();

 private:
  Mutex& usable_mutex() RETURN_CAPABILITY(mutex_);

  ForkMutex mutex_;
  bool taken_ GUARDED_BY(mutex_) = false;
  Taker* first_ GUARDED_BY(mutex_) = nullptr;
  Taker* last_ GUARDED_BY(mutex_) = nullptr;
};

}  // namespace heddle
