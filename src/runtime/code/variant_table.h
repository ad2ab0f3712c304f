// SPDX-License-Identifier: Apache-2.0
// All variants of one kernel, found by their assumptions (abi/variant_key.h).
//
// Some are for speed only: for one local size, for one choice of formats of images and of samplers,
// for both, or for launches of few work-items. With constant sizes and full groups, loops over
// work-items unroll, and values that live across barriers fit into registers. With known formats
// little of an image access is left but the memory access. This class decides which of them are
// made; launches run other variants meanwhile (HEDDLE_SPECIALISE).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "abi/variant_key.h"
#include "runtime/code/kept_trial.h"
#include "runtime/code/kernel_variant.h"
#include "support/append_only.h"

namespace heddle {

/// Tells whether launches can do without such a variant, so that it is for speed only.
bool is_for_speed(const VariantKey& key);
/// Tells whether its work-items are no lanes of vectors: sub-groups of one.
inline bool is_one_by_one(const VariantKey& key) {
  return key.sub_group_size == 1;
}
bool has_overlaps(std::span<const hd_argument_facts> facts);
/// Returns facts for arguments any of which may overlap another one. One variant serves all ways to
/// overlap.
std::vector<hd_argument_facts> overlapping_arguments(size_t count);

class VariantTable {
 public:
  /// The most variants for speed: enough for an application that tries out sizes to find the best.
  static constexpr size_t kMostForSpeed = 16;

  enum class Mode : uint8_t { Background, Wait, Off };
  /// Returns the mode that HEDDLE_SPECIALISE sets (options.def).
  static Mode mode();
  static Mode parse_mode(std::string_view text);

  struct Entry {
    explicit Entry(VariantKey of = {}) : key(std::move(of)) {}
    const VariantKey key;
    KernelVariant variant;
    std::atomic<uint32_t> launches{0};
    std::atomic<uint64_t> ns{0};  ///< the time of its launches without it, if known
    /// Trials of the code that launches run without it, and this variant, its rival.
    AppendOnly<KeptTrial, 32> trials;
  };

  struct Launch {
    size_t items;          ///< work-items
    uint64_t expected_ns;  ///< the time without the variant; 0: unknown
  };

  VariantTable() = default;
  VariantTable(const VariantTable&) = delete;
  VariantTable& operator=(const VariantTable&) = delete;

  /// Returns a variant. Null if it is for speed and there are enough of those. Never locks, and
  /// reads few words for each that was met before.
  Entry* get(const VariantKey& key);
  /// Returns a variant; null if nobody asked for it before.
  Entry* find(const VariantKey& key);
  /// Returns the variant with the assumptions that all launches share.
  KernelVariant& general() { return general_.variant; }
  const KernelVariant& general() const { return general_.variant; }

  /// Counts a launch that a variant for speed would serve, and returns an advice.
  enum class Advice : uint8_t {
    Nothing,
    Look,  ///< the first time: another process may have compiled it
    Compile,
  };
  Advice launched(Entry& entry, const Launch& launch);
  /// Counts an entry's launches from none again: another process compiles it, and later launches
  /// find it in the cache.
  static void count_anew(Entry& entry) {
    entry.launches.store(0, std::memory_order_relaxed);
    entry.ns.store(0, std::memory_order_relaxed);
  }
  /// Counts a variant for speed that is being compiled.
  void compiled() { compiled_.fetch_add(1, std::memory_order_relaxed); }

 private:
  // The most variants that launches need, one for each such key: wide ids, linear lanes,
  // overlapping arguments, sizes only.
  static constexpr size_t kMostNeeded = 16;

  Entry general_;
  AppendOnly<Entry, kMostForSpeed + kMostNeeded> others_;
  std::atomic<uint32_t> compiled_{0};
};

}  // namespace heddle
