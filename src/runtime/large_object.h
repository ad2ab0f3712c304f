// SPDX-License-Identifier: Apache-2.0
// Compiled code takes for granted that an index of 32 bits does not wrap within an object
// (near_lines.h of the vectoriser), unless it was made for launches that reach objects of nearly
// 4 GB and more. This counts those that there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace heddle {

/// A member of what owns `size` bytes.
class LargeObject {
 public:
  enum class Kind : uint8_t { Memory, SVM };
  /// With the step from lane to lane of a vector: see kMaxNearStep.
  static constexpr size_t kSize = (size_t{1} << 32) - (size_t{1} << 28);

  LargeObject(Kind kind, size_t size);
  LargeObject(LargeObject&& other) noexcept
      : kind_(other.kind_), is_large_(std::exchange(other.is_large_, false)) {}
  LargeObject& operator=(LargeObject&&) = delete;
  ~LargeObject();

  /// Is there one of any kind? Of this kind?
  static bool any();
  static bool any(Kind kind);

 private:
  Kind kind_;
  bool is_large_;
};

}  // namespace heddle
