// SPDX-License-Identifier: Apache-2.0
// Arithmetic on sizes that come from the application. Nothing here wraps.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace heddle {

/// Tells whether [offset, offset + size) lies within [0, limit).
constexpr bool in_range(uint64_t offset, uint64_t size, uint64_t limit) {
  return size <= limit && offset <= limit - size;
}

/// Tells whether [a, a + a_size) and [b, b + b_size) share a byte. Neither range may wrap.
constexpr bool ranges_overlap(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size) {
  return a_size && b_size && (a < b ? b - a < a_size : a - b < b_size);
}

/// Returns the sum, or nothing if it does not fit.
template <std::unsigned_integral T, std::same_as<T>... Rest>
constexpr std::optional<T> checked_add(T first, Rest... rest) {
  T sum = first;
  const bool overflow = (__builtin_add_overflow(sum, rest, &sum) || ...);
  return overflow ? std::nullopt : std::optional<T>(sum);
}

/// Returns the product, or nothing if it does not fit.
template <std::unsigned_integral T, std::same_as<T>... Rest>
constexpr std::optional<T> checked_mul(T first, Rest... rest) {
  T product = first;
  bool zero = first == 0;
  bool overflow = false;
  ((zero |= rest == 0, overflow |= __builtin_mul_overflow(product, rest, &product)), ...);
  if (zero) return T{0};  // whatever the partial products did
  return overflow ? std::nullopt : std::optional<T>(product);
}

constexpr bool is_power_of_two(uint64_t value) {
  return value && !(value & (value - 1));
}

/// Rounds up to a multiple of `alignment`, a power of two. Returns nothing if the result does not
/// fit.
template <std::unsigned_integral T>
constexpr std::optional<T> checked_align_up(T value, T alignment) {
  const auto sum = checked_add(value, static_cast<T>(alignment - 1));
  return sum ? std::optional<T>(static_cast<T>(*sum & ~static_cast<T>(alignment - 1)))
             : std::nullopt;
}

/// Rounds up values that are known to be far from the limit.
template <std::unsigned_integral T>
constexpr T align_up(T value, T alignment) {
  return static_cast<T>((value + alignment - 1) & ~static_cast<T>(alignment - 1));
}

}  // namespace heddle
