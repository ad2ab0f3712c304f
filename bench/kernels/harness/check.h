// SPDX-License-Identifier: Apache-2.0
// Checks of results against plain C++.
#pragma once

#include <algorithm>
#include <cmath>
#include <sstream>
#include <type_traits>

#include "bench.h"
#include "generate.h"

namespace heddle::bench {

struct Tolerance {
  double relative = 0;
  double absolute = 0;
  size_t samples = 4000;  // elements that are looked at; more than there are: all
  double outliers =
      0;  // the share of them that may be wrong, for what one rounding changes completely
};

/// A sum: its tolerance is relative to the sum of its terms' magnitudes, not to what is left after
/// cancellation.
struct Sum {
  double value = 0, magnitude = 0;

  void add(double term) {
    value += term;
    magnitude += std::abs(term);
  }
};

template <typename T>
std::string mismatch(size_t index, T got, T want) {
  std::ostringstream text;
  text.precision(9);
  text << "element " << index << " is " << +got << ", not " << +want;
  return text.str();
}

/// An integer is right when it is equal, or as near as the tolerance says.
template <typename T, typename W>
std::string compare(size_t index, T got, W want, const Tolerance& tolerance) {
  if constexpr (std::is_same_v<W, Sum>) {
    const double g = static_cast<double>(got);
    const double allowed = tolerance.absolute + tolerance.relative * want.magnitude;
    return std::abs(g - want.value) <= allowed ? "" : mismatch(index, g, want.value);
  } else if constexpr (std::is_integral_v<T>) {
    if (got == static_cast<T>(want)) return {};
    if (tolerance.relative == 0 && tolerance.absolute == 0) {
      return mismatch(index, got, static_cast<T>(want));
    }
    return compare(index, static_cast<double>(got), static_cast<double>(want), tolerance);
  } else {
    const double g = static_cast<double>(got), w = static_cast<double>(want);
    if (std::abs(g - w) <= tolerance.absolute + tolerance.relative * std::abs(w)) return {};
    return mismatch(index, g, w);
  }
}

/// Compares elements of one argument with `expected(data, index)`: the first, the last and a random
/// choice.
template <typename T, typename F>
Check each(size_t argument, Tolerance tolerance, F expected) {
  return [=](const Data& data) -> std::string {
    const size_t ends = std::min<size_t>(64, tolerance.samples / 4);
    const size_t count = data.count<T>(argument);
    const T* result = data.get<T>(argument);
    const bool all = count <= tolerance.samples;
    const size_t samples = all ? count : tolerance.samples;
    size_t allowed = static_cast<size_t>(tolerance.outliers * static_cast<double>(samples));
    for (size_t i = 0; i < samples; ++i) {
      size_t index = all ? i : scramble(i, count) % count;
      if (!all && i < ends) index = i % 2 ? count - 1 - i / 2 : i / 2;
      std::string wrong = compare(index, result[index], expected(data, index), tolerance);
      if (!wrong.empty() && allowed-- == 0) return wrong;
    }
    return {};
  };
}

}  // namespace heddle::bench
