// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/trial.h"

#include <algorithm>
#include <cmath>

namespace heddle::cpu {
namespace {

constexpr Trial::Place kPlaces = 4;      // ABBA
constexpr uint64_t kShortest = 10'000;   // ns of a sample, below which clocks and caches are noise
constexpr size_t kMostSequences = 1024;  // threads that come and go leave theirs behind
constexpr double kChance = 0.002;        // the probability of a decision without a cause
constexpr float kLeastGain = 1.1F;       // the rival's
constexpr uint64_t kClear = 3;           // a factor that no disturbance makes twice in a row

/// A turn of one thread. A fork may leave it taken for ever: then the trial stays open in the
/// child.
class Turn {
 public:
  explicit Turn(std::atomic<bool>& is_busy)
      : is_busy_(is_busy), is_mine_(!is_busy.exchange(true, std::memory_order_acquire)) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (is_mine_) is_busy_.store(false, std::memory_order_release);
  }
  explicit operator bool() const { return is_mine_; }

 private:
  std::atomic<bool>& is_busy_;
  const bool is_mine_;
};

}  // namespace

double sign_test(uint32_t samples, uint32_t won) {
  double chance = 0, ways = 1;  // to choose k of the samples
  for (uint32_t k = 0; k <= samples; ++k) {
    if (k >= won) chance += ways;
    ways = ways * (samples - k) / (k + 1);
  }
  return chance * std::exp2(-static_cast<double>(samples));
}

std::optional<Trial::Place> Trial::next(const Worker& worker, size_t items) noexcept {
  const Turn turn(is_busy_);
  if (!turn || choice() != Choice::Open) return std::nullopt;
  try {
    if (sequences_.size() >= kMostSequences) sequences_.clear();
    return sequences_[{&worker, items}].next;
  } catch (...) {  // no memory
    return std::nullopt;
  }
}

void Trial::add(const Worker& worker, size_t items, Place place, uint64_t ns) noexcept {
  const Turn turn(is_busy_);
  if (!turn) return;
  const auto found = sequences_.find({&worker, items});
  if (found == sequences_.end() || found->second.next != place) return;
  Sequence& sequence = found->second;
  sequence.ns[is_rivals(place)] += ns;
  sequence.next = (place + 1) % kPlaces;
  if (!decides_ || sequence.next != 0 || sequence.ns[0] + sequence.ns[1] < kShortest) return;
  if (sequence.is_warm) add_sample(sequence.ns[0], sequence.ns[1]);
  sequence = {.next = 0, .is_warm = true};
  outcome_.choice = judged();
  if (outcome_.choice == Choice::Open) return;
  sequences_.clear();
  const auto end = ratios_.begin() + outcome_.samples,
             median = ratios_.begin() + outcome_.samples / 2;
  std::nth_element(ratios_.begin(), median, end);
  outcome_.ratio = *median;
  // Parts of a chunk find other cache lines than a whole one does: less than that proves nothing.
  if (outcome_.ratio < kLeastGain) outcome_.choice = Choice::First;
  choice_.store(outcome_.choice, std::memory_order_release);
}

void Trial::add_sample(uint64_t first_ns, uint64_t rival_ns) {
  ratios_[outcome_.samples++] =
      static_cast<float>(first_ns) / static_cast<float>(std::max<uint64_t>(rival_ns, 1));
  outcome_.won += rival_ns < first_ns;
  if (rival_ns > kClear * first_ns) {
    clear_ = std::min(clear_, 0) - 1;
  } else if (first_ns > kClear * rival_ns) {
    clear_ = std::max(clear_, 0) + 1;
  } else {
    clear_ = 0;
  }
}

Trial::Choice Trial::judged() const {
  if (clear_ >= 2 || sign_test(outcome_.samples, outcome_.won) < kChance) return Choice::Rival;
  const uint32_t lost = outcome_.samples - outcome_.won;
  const bool is_first = clear_ <= -2 || outcome_.samples == kMostSamples ||
                        sign_test(outcome_.samples, lost) < kChance;
  return is_first ? Choice::First : Choice::Open;
}

}  // namespace heddle::cpu
