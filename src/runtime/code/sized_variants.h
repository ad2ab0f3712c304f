// SPDX-License-Identifier: Apache-2.0
// The variants of one kernel that were made for one local size each, for one choice of formats of
// images and of samplers, or for both, or for launches of few work-items: constant sizes and full
// groups make loops over work-items unroll, and what lives across barriers fit into registers;
// known formats leave of an image access little but the memory access. Which sizes and facts get
// one is decided here; launches run the generic variant meanwhile (HEDDLE_SPECIALISE).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/code/kernel_variant.h"

namespace heddle {

class SizedVariants {
 public:
  using Size = std::array<uint64_t, 3>;
  using Facts = std::span<const hd_argument_facts>;
  /// Enough for an application that tries out sizes to find the best.
  static constexpr size_t kMostSizes = 16;

  enum class Mode : uint8_t { Background, Wait, Off };
  /// From HEDDLE_SPECIALISE (options.def).
  static Mode mode();
  static Mode parse_mode(std::string_view text);

  struct Entry {
    Entry(const Size& local, Facts about, bool alone)
        : size(local), one_by_one(alone), facts(about.begin(), about.end()) {}
    const Size size;        ///< zeros: any
    const bool one_by_one;  ///< work-items are no lanes of vectors
    const std::vector<hd_argument_facts> facts;
    KernelVariant variant;
    std::atomic<uint32_t> launches{0};
    std::atomic<uint64_t> ns{0};  ///< that its launches took without it, where that is known
  };

  struct Launch {
    size_t items;          ///< work-items
    uint64_t expected_ns;  ///< that it will take without the variant; 0: unknown
  };

  SizedVariants() = default;
  SizedVariants(const SizedVariants&) = delete;
  SizedVariants& operator=(const SizedVariants&) = delete;
  ~SizedVariants();

  /// The entry of a size (zeros: any) and of facts about the arguments, made if there is room; else
  /// null. Never locks, and looks at few words for each that was met before.
  Entry* find(const Size& size, Facts facts = {}, bool one_by_one = false);

  /// Counts a launch, and says what to do for its size.
  enum class Advice : uint8_t {
    Nothing,
    Look,  ///< for the first time: it may have been compiled by another process
    Compile,
  };
  Advice launched(Entry& entry, const Launch& launch);
  /// A size is being compiled for.
  void compiled() { compiled_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::array<std::atomic<Entry*>, kMostSizes> entries_{};  // filled from the front, never changed
  std::atomic<uint32_t> compiled_{0};
};

}  // namespace heddle
