// SPDX-License-Identifier: Apache-2.0
// Decides by time which of two versions of a kernel is faster. The versions take turns on parts of
// the program's own launches, so that nothing is run for the measurement alone.
#pragma once

#include <atomic>
#include <cstdint>

#include "support/mutex.h"

namespace heddle::cpu {

/// A comparison of a kernel's first version with its rival. Each sample is the time that both took
/// for as many work-items, one after the other on the same worker.
class Trial {
 public:
  enum class Choice : uint8_t { Open, First, Rival };

  Choice choice() const { return choice_.load(std::memory_order_relaxed); }
  /// Adds a sample, in nanoseconds of the worker's CPU time. Decides by a sign test, or at once if
  /// one version is several times as fast as the other: a minimum or a mean would prefer the
  /// version that met the easiest work. The first version stays if the samples tell nothing.
  void add(uint64_t first_ns, uint64_t rival_ns);
  struct Tally {
    uint32_t samples = 0, won = 0;  ///< won by the rival
  };
  Tally tally() const;

 private:
  Choice judged() const REQUIRES(mutex_);

  std::atomic<Choice> choice_{Choice::Open};
  mutable Mutex mutex_;
  uint32_t skipped_ GUARDED_BY(mutex_) = 0;
  Tally tally_ GUARDED_BY(mutex_);
  int clear_ GUARDED_BY(mutex_) = 0;  ///< clear samples in a row; below 0: for the first version
};

/// Returns the probability that a fair coin falls on one side `won` times of `samples` or more.
double sign_test(uint32_t samples, uint32_t won);

}  // namespace heddle::cpu
