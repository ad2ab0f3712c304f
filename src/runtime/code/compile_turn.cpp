// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/compile_turn.h"

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "runtime/code/cache_folder.h"
#include "support/cancellation.h"
#include "support/clock.h"
#include "support/fork_lock.h"
#include "support/hash.h"

namespace heddle {

/// The turns that this process has. A child of fork() has none of them: it closes its copies of the
/// descriptors, or a lock would outlive its holder.
struct HeldTurns final : ForkLock {
  HeldTurns() { enlist(); }
  static HeldTurns& instance() {
    static HeldTurns& held = *new HeldTurns;  // never destroyed: threads compile until the end
    return held;
  }

  void add(CompileTurn& turn) {
    const Lock lock(mutex);
    turn.next_ = first;
    first = &turn;
  }

  /// Does nothing for a turn of the parent.
  void remove(CompileTurn& turn) {
    const Lock lock(mutex);
    CompileTurn** at = &first;
    while (*at && *at != &turn) at = &(*at)->next_;
    if (*at) *at = turn.next_;
  }

 private:
  // The lock is kept from the first of these to one of the others.
  void lock_before_fork() override NO_THREAD_SAFETY_ANALYSIS { mutex.lock(); }
  void unlock_in_parent() override NO_THREAD_SAFETY_ANALYSIS { mutex.unlock(); }
  void renew_in_child() override NO_THREAD_SAFETY_ANALYSIS {
    for (CompileTurn* turn = first; turn; turn = turn->next_) {
      turn->file_.close();
      turn->state_ = CompileTurn::State::None;
    }
    first = nullptr;
    mutex.unlock();
  }

  Mutex mutex;
  CompileTurn* first GUARDED_BY(mutex) = nullptr;
};

namespace {

/// Sets the lock of one byte, without waiting. It belongs to the open file, not to the process as
/// other locks of fcntl do, which any close() of the same file in the process would drop.
bool lock_byte(const File& file, int64_t at, short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = at;
  lock.l_len = 1;
  return ::fcntl(file.get(), F_OFD_SETLK, &lock) == 0;
}

constexpr int kLongestPause = 20;  // milliseconds between two looks
constexpr int kTurns = 6;          // turns of a key: one more opens when its holders take too long

/// Sleeps, or returns true as soon as this thread's work is cancelled.
bool sleep_or_cancelled(int milliseconds) {
  Cancellation* const current = Cancellation::current();
  pollfd descriptor{current ? current->descriptor() : -1, POLLIN, 0};
  ::poll(&descriptor, 1, milliseconds);
  return current && current->is_cancelled();
}

}  // namespace

uint64_t CompileTurn::first_wait(size_t bytes) {
  constexpr uint64_t kLeast = 10'000, kMost = 600'000, kBytesOfMillisecond = 20;
  return std::min(kLeast + bytes / kBytesOfMillisecond, kMost);
}

CompileTurn::CompileTurn(const CacheKey& key) {
  take(key, 1, 0);
}

CompileTurn::CompileTurn(const CacheKey& key, size_t bytes) {
  take(key, kTurns, first_wait(bytes));
}

CompileTurn::State CompileTurn::take_one(int64_t first, int count) {
  for (at_ = first; at_ < first + count; ++at_) {
    if (lock_byte(file_, at_, F_WRLCK)) return State::Mine;
    if (errno != EAGAIN && errno != EACCES) return State::None;
  }
  return State::Others;
}

void CompileTurn::take(const CacheKey& key, int turns, uint64_t milliseconds) {
  const CacheFolder folder = KernelCache::instance().make_folder();
  if (!folder || !(file_ = folder.turns())) return;
  const Hash128 hash = hash128(key.bytes());
  const auto first = static_cast<int64_t>(hash.low >> 4) * kTurns;  // not negative
  uint64_t end = now_ns() + milliseconds * 1'000'000;
  for (int open = 1, pause = 1;; pause = std::min(pause * 3 / 2 + 1, kLongestPause)) {
    state_ = take_one(first, open);
    if (state_ == State::None) break;
    is_stored_ = folder.has(hash.hex());
    if (state_ == State::Mine || is_stored_) break;
    if (now_ns() >= end) {
      if (++open > turns) break;
      milliseconds *= 2;
      end += milliseconds * 1'000'000;
    } else if (sleep_or_cancelled(pause)) {
      break;
    }
  }
  if (state_ == State::Mine) return HeldTurns::instance().add(*this);
  file_.close();
}

CompileTurn::~CompileTurn() {
  if (state_ != State::Mine) return;
  HeldTurns::instance().remove(*this);
  // Explicit, not left to close(): a process that was made without fork handlers has it, too.
  if (file_) lock_byte(file_, at_, F_UNLCK);
}

}  // namespace heddle
