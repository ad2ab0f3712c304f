// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/variant_table.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "support/log.h"
#include "support/options.h"

namespace heddle {
namespace {

// A size that is used once may never come again, unless that launch is long: then the next of its
// kind is, too.
constexpr uint32_t kLaunches = 2;
constexpr size_t kManyItems = size_t{1} << 16;
// The number of launches that make a compilation worth while once there are a few sizes.
constexpr uint32_t kFewSizes = 4;
constexpr uint32_t kManyLaunches = 32;
// The time that does so, too: about that of a compilation, for code that may be many times as fast.
constexpr uint64_t kMuchNs = 5'000'000;

bool are_same(const VariantKey& a, const VariantKey& b) {
  const auto facts = [](const VariantKey& key) { return std::span(key.arguments); };
  return a.local_size == b.local_size && a.wide_ids == b.wide_ids &&
         a.linear_lanes == b.linear_lanes && a.sub_group_size == b.sub_group_size &&
         a.sizes_only == b.sizes_only && a.arguments.size() == b.arguments.size() &&
         (a.arguments.empty() ||
          std::memcmp(a.arguments.data(), b.arguments.data(), facts(a).size_bytes()) == 0);
}

}  // namespace

bool is_for_speed(const VariantKey& key) {
  return key.has_local_size() || key.sub_group_size != 0 ||
         std::ranges::any_of(key.arguments, [](const hd_argument_facts& each) {
           return each.kind != HD_FACTS_NOTHING && each.kind != HD_FACTS_OVERLAPS;
         });
}

bool has_overlaps(std::span<const hd_argument_facts> facts) {
  return std::ranges::any_of(
      facts, [](const hd_argument_facts& each) { return each.kind == HD_FACTS_OVERLAPS; });
}

std::vector<hd_argument_facts> overlapping_arguments(size_t count) {
  hd_argument_facts overlaps{};
  overlaps.kind = HD_FACTS_OVERLAPS;
  return std::vector<hd_argument_facts>(count, overlaps);
}

VariantTable::Mode VariantTable::parse_mode(std::string_view text) {
  if (text == "background") return Mode::Background;
  if (text == "wait") return Mode::Wait;
  if (text != "off") log::info("HEDDLE_SPECIALISE is none of background, wait and off: off");
  return Mode::Off;
}

VariantTable::Mode VariantTable::mode() {
  static const Mode mode = parse_mode(options().specialise);
  return mode;
}

VariantTable::Entry* VariantTable::get(const VariantKey& key) {
  if (are_same(key, general_.key)) return &general_;
  const bool for_speed = is_for_speed(key);
  size_t met = 0;
  const auto is_it = [&](const Entry& entry) {
    met += is_for_speed(entry.key);
    return are_same(entry.key, key);
  };
  return others_.get(is_it, [&] {
    return for_speed && met == kMostForSpeed ? nullptr : std::make_unique<Entry>(key);
  });
}

VariantTable::Entry* VariantTable::find(const VariantKey& key) {
  return others_.find([&](const Entry& entry) { return are_same(entry.key, key); });
}

VariantTable::Advice VariantTable::launched(Entry& entry, const Launch& launch) {
  const uint32_t launches = entry.launches.fetch_add(1, std::memory_order_relaxed) + 1;
  const uint64_t ns =
      entry.ns.fetch_add(launch.expected_ns, std::memory_order_relaxed) + launch.expected_ns;
  // Launches of few work-items are mostly short ones.
  const bool few =
      entry.key.sub_group_size == 0 && compiled_.load(std::memory_order_relaxed) < kFewSizes;
  const bool worth_it =
      few ? launches >= kLaunches || launch.items > kManyItems : launches >= kManyLaunches;
  if (worth_it || ns >= kMuchNs) return Advice::Compile;
  return launches == 1 ? Advice::Look : Advice::Nothing;
}

}  // namespace heddle
