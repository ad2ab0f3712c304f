// SPDX-License-Identifier: Apache-2.0
// Turns to compile: processes that share a kernel cache, and the threads of one, compile the same
// thing once. A turn is a lock of one byte of the file `turns` in the cache's folder, at an offset
// made of the key's hash. The kernel drops the lock when its holder dies, so nothing goes stale and
// nothing is to be removed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/code/kernel_cache.h"
#include "support/file.h"

namespace heddle {

/// The right to compile what the kernel cache is to hold under one key. Whoever does not get it may
/// compile as well: a turn saves work, and results do not depend on it.
class CompileTurn {
 public:
  enum class State : uint8_t {
    Mine,    ///< others wait for the holder
    Others,  ///< somebody else compiles it
    None,    ///< there is no cache, or its file system has no locks: everybody compiles
  };

  /// Takes the turn for `key` if nobody has it.
  explicit CompileTurn(const CacheKey& key);
  /// Takes it, or waits until its holder has stored the entry, or is gone. When a holder should be
  /// done with `bytes` bytes of source or IR, even beside others, it may have been suspended: one
  /// of those who wait takes a second turn, and the others wait twice as long for both. So a slow
  /// machine compiles a few times, not once for each process. Gives up after some such turns, and
  /// when this thread's work is cancelled.
  CompileTurn(const CacheKey& key, size_t bytes);
  CompileTurn(const CompileTurn&) = delete;
  CompileTurn& operator=(const CompileTurn&) = delete;
  /// Gives it back.
  ~CompileTurn();

  State state() const { return state_; }
  /// Tells whether the cache has an entry now: look there before you compile.
  bool is_stored() const { return is_stored_; }

  /// Returns the time, in milliseconds, that the first holder has before another turn opens.
  static uint64_t first_wait(size_t bytes);

 private:
  friend struct HeldTurns;
  void take(const CacheKey& key, int turns, uint64_t milliseconds);
  /// Takes the first of some turns that nobody has.
  State take_one(int64_t first, int count);

  State state_ = State::None;
  bool is_stored_ = false;
  int64_t at_ = 0;
  File file_;
  CompileTurn* next_ = nullptr;  // the list of HeldTurns
};

}  // namespace heddle
