// SPDX-License-Identifier: Apache-2.0
// The variants of one kernel that were made for one local size each: constant sizes and full groups
// make loops over work-items unroll, and what lives across barriers fit into registers. Which sizes
// get one is decided here; launches run the generic variant meanwhile (HEDDLE_SPECIALISE).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "runtime/kernel_variant.h"

namespace heddle {

class SizedVariants {
 public:
  using Size = std::array<uint64_t, 3>;
  /// Enough for an application that tries out sizes to find the best.
  static constexpr size_t kMostSizes = 16;

  enum class Mode : uint8_t { Background, Wait, Off };
  /// From HEDDLE_SPECIALISE (options.def).
  static Mode mode();
  static Mode parse_mode(std::string_view text);

  struct Entry {
    explicit Entry(const Size& local) : size(local) {}
    const Size size;
    KernelVariant variant;
    std::atomic<uint32_t> launches{0};
  };

  SizedVariants() = default;
  SizedVariants(const SizedVariants&) = delete;
  SizedVariants& operator=(const SizedVariants&) = delete;
  ~SizedVariants();

  /// The entry of a size, made if there is room; else null. Never locks, and looks at one word for
  /// each size that was met before.
  Entry* find(const Size& size);

  /// Counts a launch of `items` work-items, and says what to do for its size.
  enum class Advice : uint8_t {
    Nothing,
    Look,  ///< for the first time: it may have been compiled by another process
    Compile,
  };
  Advice launched(Entry& entry, size_t items);
  /// A size is being compiled for.
  void compiled() { compiled_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::array<std::atomic<Entry*>, kMostSizes> entries_{};  // filled from the front, never changed
  std::atomic<uint32_t> compiled_{0};
};

}  // namespace heddle
