// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "runtime/command/fork_mutex.h"

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
  std::mutex& usable_mutex();

  ForkMutex mutex_;  // guards what follows
  bool taken_ = false;
  Taker* first_ = nullptr;
  Taker* last_ = nullptr;
};

}  // namespace heddle
