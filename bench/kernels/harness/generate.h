// SPDX-License-Identifier: Apache-2.0
// Input that looks random and is the same in every run.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::bench {

/// splitmix64's finaliser over element and seed.
inline uint64_t scramble(uint64_t index, uint64_t seed) {
  uint64_t x = (index + 1) * 0x9e3779b97f4a7c15 + seed * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Element generators for input(): floats of 20 random bits in [low, high).
inline auto uniform(uint64_t seed, double low = 0, double high = 1) {
  return [=](size_t i) {
    return low + (high - low) * static_cast<double>(scramble(i, seed) >> 44) / (1 << 20);
  };
}

inline auto signed_noise(uint64_t seed) {
  return uniform(seed, -1, 1);
}

inline auto integers(uint64_t seed, uint64_t below = uint64_t{1} << 32) {
  return [=](size_t i) { return (scramble(i, seed) >> 16) % below; };
}

inline auto zeros() {
  return [](size_t) { return 0; };
}

}  // namespace heddle::bench
