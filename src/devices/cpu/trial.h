// SPDX-License-Identifier: Apache-2.0
// Decides by time which of two versions of a kernel is faster. The versions take turns on parts of
// the program's own launches, so that nothing is run for the measurement alone.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "devices/cpu/job.h"

namespace heddle::cpu {

/// A comparison of a kernel's first version with its rival. They run in the order of ABBA, which
/// evens out what changes along a range: each time the same number of work-items on the same
/// worker, be it in one launch or in several. Each sample is the time that both took so. No thread
/// waits for another one here: a run that would have to is not counted.
class Trial {
 public:
  enum class Choice : uint8_t { Open, First, Rival };
  using Place = unsigned;  ///< in ABBA, 0 to 3

  struct Outcome {
    Choice choice = Choice::Open;
    uint32_t samples = 0, won = 0;  ///< won by the rival
    float ratio = 1;                ///< the first version's time over the rival's: the median
  };

  /// Without `decides` both versions take turns for ever.
  explicit Trial(bool decides = true) : decides_(decides) {}
  /// Makes a trial that an earlier one has decided.
  explicit Trial(const Outcome& known) : decides_(false), choice_(known.choice), outcome_(known) {}
  static bool is_rivals(Place place) { return place == 1 || place == 2; }

  Choice choice() const { return choice_.load(std::memory_order_acquire); }
  /// Returns the place of the worker's next run of so many work-items; nothing if it will not
  /// count.
  std::optional<Place> next(const Worker& worker, size_t items) noexcept;
  /// Adds the CPU time of that run, in nanoseconds. Decides by a sign test, or at once if one
  /// version is several times as fast as the other: a minimum or a mean would prefer the version
  /// that met the easiest work. The first version stays if the samples tell nothing.
  void add(const Worker& worker, size_t items, Place place, uint64_t ns) noexcept;
  /// Returns the outcome, once it has decided.
  const Outcome& outcome() const { return outcome_; }

 private:
  /// One worker's runs of one number of work-items.
  struct Sequence {
    Place next = 0;
    bool is_warm = false;  ///< code and pages were touched
    std::array<uint64_t, 2> ns{};
  };

  void add_sample(uint64_t first_ns, uint64_t rival_ns);
  Choice judged() const;

  static constexpr uint32_t kMostSamples = 48;

  const bool decides_;
  std::atomic<Choice> choice_{Choice::Open};
  std::atomic<bool> is_busy_{false};  ///< guards what follows until it has decided
  std::map<std::pair<const Worker*, size_t>, Sequence> sequences_;
  Outcome outcome_;
  std::array<float, kMostSamples> ratios_{};  ///< one of each sample
  int clear_ = 0;  ///< clear samples in a row; below 0: for the first version
};

/// Returns the probability that a fair coin falls on one side `won` times of `samples` or more.
double sign_test(uint32_t samples, uint32_t won);

}  // namespace heddle::cpu
