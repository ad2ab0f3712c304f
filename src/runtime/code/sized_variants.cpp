// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/sized_variants.h"

#include <cstring>

#include "support/log.h"
#include "support/options.h"

namespace heddle {
namespace {

// A size that is used once may never come again, unless the one launch is long: then the next of
// its kind is, too.
constexpr uint32_t kLaunches = 2;
constexpr size_t kManyItems = size_t{1} << 16;
// Beyond a few sizes it takes more to be worth a compilation: so many launches.
constexpr uint32_t kFewSizes = 4;
constexpr uint32_t kManyLaunches = 32;
// Or so much time: about that of a compilation, for what may be many times as fast.
constexpr uint64_t kMuchNs = 5'000'000;

bool same(SizedVariants::Facts a, SizedVariants::Facts b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

}  // namespace

SizedVariants::Mode SizedVariants::parse_mode(std::string_view text) {
  if (text == "background") return Mode::Background;
  if (text == "wait") return Mode::Wait;
  if (text != "off") log::info("HEDDLE_SPECIALISE is none of background, wait and off: off");
  return Mode::Off;
}

SizedVariants::Mode SizedVariants::mode() {
  static const Mode mode = parse_mode(options().specialise);
  return mode;
}

SizedVariants::~SizedVariants() {
  for (auto& entry : entries_) delete entry.load(std::memory_order_acquire);
}

SizedVariants::Entry* SizedVariants::find(const Size& size, Facts facts, bool one_by_one) {
  std::unique_ptr<Entry> made;
  for (auto& place : entries_) {
    Entry* entry = place.load(std::memory_order_acquire);
    if (!entry) {
      if (!made) made = std::make_unique<Entry>(size, facts, one_by_one);
      // Another thread may be the first to fill the place.
      if (place.compare_exchange_strong(entry, made.get(), std::memory_order_acq_rel)) {
        return made.release();
      }
    }
    if (entry->size == size && entry->one_by_one == one_by_one && same(entry->facts, facts))
      return entry;
  }
  return nullptr;
}

SizedVariants::Advice SizedVariants::launched(Entry& entry, const Launch& launch) {
  const uint32_t launches = entry.launches.fetch_add(1, std::memory_order_relaxed) + 1;
  const uint64_t ns =
      entry.ns.fetch_add(launch.expected_ns, std::memory_order_relaxed) + launch.expected_ns;
  // Launches of few work-items are mostly short ones.
  const bool few = !entry.one_by_one && compiled_.load(std::memory_order_relaxed) < kFewSizes;
  const bool worth_it =
      few ? launches >= kLaunches || launch.items > kManyItems : launches >= kManyLaunches;
  if (worth_it || ns >= kMuchNs) return Advice::Compile;
  return launches == 1 ? Advice::Look : Advice::Nothing;
}

}  // namespace heddle
