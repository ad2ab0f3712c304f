// SPDX-License-Identifier: Apache-2.0
// A trial of two versions of a kernel (devices/cpu/trial.h) whose outcome the kernel cache keeps,
// so that the next process does not measure again.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "devices/cpu/trial.h"
#include "runtime/code/kernel_cache.h"

namespace heddle {

/// The strides of a launch, as far as they decide which version of the kernel is faster.
struct StrideClass {
  uint32_t number = 0;  ///< the same for strides of about a size that fall into as many sets of a
                        ///< cache; 0: there are none
  bool shares_sets = false;  ///< rows so far apart begin in the same sets
};

/// The launches that one trial is for.
struct TrialClass {
  uint32_t units;    ///< the compute units of the device
  uint32_t size;     ///< the binary digits of the number of work-items, divided by 4
  uint32_t strides;  ///< as class_of_strides has it (runtime/kernel/argument_facts.h)
  uint32_t lanes;    ///< those of the first version

  static TrialClass of(uint32_t units, size_t items, uint32_t strides, uint32_t lanes);
  bool operator==(const TrialClass&) const = default;
};

class KeptTrial {
 public:
  /// `rival` is the key of the rival's code, which has `rival_lanes`. Looks for the outcome on
  /// disk.
  KeptTrial(std::string kernel, uint32_t rival_lanes, const CacheKey& rival, TrialClass launches);
  KeptTrial(const KeptTrial&) = delete;
  KeptTrial& operator=(const KeptTrial&) = delete;

  TrialClass launches() const { return launches_; }
  cpu::Trial& trial() { return trial_; }
  /// Tells whether the trial has decided and the caller is the one to call keep().
  bool take_outcome() {
    return trial_.choice() != cpu::Trial::Choice::Open &&
           !is_kept_.exchange(true, std::memory_order_relaxed);
  }
  /// Writes the outcome to disk, and prints it with HEDDLE_REPORT. Does nothing if it cannot.
  void keep() noexcept;

 private:
  KeptTrial(std::string kernel, uint32_t rival_lanes, CacheKey key, TrialClass launches,
            const std::optional<cpu::Trial::Outcome>& known);
  void report(const char* when) const;

  const std::string kernel_;
  const uint32_t rival_lanes_;
  const CacheKey key_;
  const TrialClass launches_;
  cpu::Trial trial_;
  std::atomic<bool> is_kept_;
};

/// Tells whether launches may compare versions of kernels by time, and run the faster one.
bool keeps_trials();
/// Tells whether all launches run both versions of their kernels, and decide nothing.
bool always_tries_both();

std::vector<unsigned char> pack_outcome(const cpu::Trial::Outcome& outcome);
/// Reads the outcome of a trial that has decided; nothing if the bytes are none.
std::optional<cpu::Trial::Outcome> unpack_outcome(std::span<const unsigned char> bytes);
/// Describes an outcome for people: "vectors of 16, 2.1 times as fast as scalar code".
std::string describe_outcome(const cpu::Trial::Outcome& outcome, uint32_t lanes,
                             uint32_t rival_lanes);

}  // namespace heddle
