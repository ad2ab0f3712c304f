// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/command/fork_mutex.h"
#include "support/mutex.h"

namespace heddle {

/// Recorded commands have one job each, so the replays of a command-buffer take turns: one that is
/// ready while another one runs waits for it, without a thread.
class Turns {
 public:
  class Taker {
   protected:
    ~Taker() = default;
    /// The turn that it waits for has come.
    virtual void has_turn() noexcept = 0;

   private:
    friend class Turns;
    Taker* next_waiting_ = nullptr;
  };

  /// False if it is another one's.
  bool take();
  /// The same; if false, `taker` is told when its turn comes.
  bool take_or_wait(Taker& taker);
  /// The turn has ended: it is the next one's.
  void pass();

 private:
  Mutex& usable_mutex() RETURN_CAPABILITY(mutex_);

  ForkMutex mutex_;
  bool taken_ GUARDED_BY(mutex_) = false;
  Taker* first_ GUARDED_BY(mutex_) = nullptr;
  Taker* last_ GUARDED_BY(mutex_) = nullptr;
};

}  // namespace heddle
