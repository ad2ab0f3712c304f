// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/trial.h"

#include <algorithm>
#include <cmath>

namespace heddle::cpu {
namespace {

constexpr uint64_t kShortest = 10'000;  // ns of a sample, below which clocks and caches are noise
constexpr uint32_t kSkipped = 2;        // samples at the beginning: pages and code are touched
constexpr uint32_t kMost = 48;          // samples
constexpr double kChance = 0.002;       // the probability of a decision without a cause
constexpr uint64_t kClear = 3;          // a factor that no disturbance makes twice in a row

}  // namespace

double sign_test(uint32_t samples, uint32_t won) {
  double chance = 0, ways = 1;  // to choose k of the samples
  for (uint32_t k = 0; k <= samples; ++k) {
    if (k >= won) chance += ways;
    ways = ways * (samples - k) / (k + 1);
  }
  return chance * std::exp2(-static_cast<double>(samples));
}

void Trial::add(uint64_t first_ns, uint64_t rival_ns) {
  if (first_ns + rival_ns < kShortest) return;
  const Lock lock(mutex_);
  if (choice() != Choice::Open || skipped_++ < kSkipped) return;
  ++tally_.samples;
  tally_.won += rival_ns < first_ns;
  if (rival_ns > kClear * first_ns) {
    clear_ = std::min(clear_, 0) - 1;
  } else if (first_ns > kClear * rival_ns) {
    clear_ = std::max(clear_, 0) + 1;
  } else {
    clear_ = 0;
  }
  choice_.store(judged(), std::memory_order_relaxed);
}

Trial::Choice Trial::judged() const {
  if (clear_ >= 2 || sign_test(tally_.samples, tally_.won) < kChance) return Choice::Rival;
  const uint32_t lost = tally_.samples - tally_.won;
  const bool is_first =
      clear_ <= -2 || tally_.samples == kMost || sign_test(tally_.samples, lost) < kChance;
  return is_first ? Choice::First : Choice::Open;
}

Trial::Tally Trial::tally() const {
  const Lock lock(mutex_);
  return tally_;
}

}  // namespace heddle::cpu
