// SPDX-License-Identifier: Apache-2.0
#include "runtime/local_size.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "support/checked.h"

namespace heddle {
namespace {

constexpr size_t kMostItems =
    1024;  // more gains nothing: the loop over a group's items is long enough
constexpr size_t kFewestItems = 64;   // below, handing out groups starts to show
constexpr size_t kGroupsPerUnit = 4;  // so that units that finish early find more to do
constexpr size_t kLanes = 16;         // the widest vector of 32-bit items

/// How well `size` items along dimension 0 use vectors of kLanes and repay the start of a group.
double usefulness(size_t size) {
  const size_t lanes = (size + kLanes - 1) / kLanes * kLanes;
  return static_cast<double>(size) / static_cast<double>(lanes + kLanes);
}

/// 32-bit division takes a fraction of the time of 64-bit division.
bool divides(size_t size, size_t global) {
  if (global <= UINT32_MAX) return static_cast<uint32_t>(global) % static_cast<uint32_t>(size) == 0;
  return global % size == 0;
}

/// The best divisor of `global` that is at most `limit` (>= 1).
size_t best_divisor(size_t global, size_t limit) {
  if (global <= limit) return global;
  const size_t power = std::min(global & (~global + 1), std::bit_floor(limit));
  if (power >= kFewestItems || power == limit) return power;  // the usual case, without the search
  size_t best = 1;
  double best_value = 0;
  size_t smallest = 1;  // a smaller size cannot be better than `best`, even if its vectors are full
  for (size_t size = limit; size >= smallest; --size) {
    if (!divides(size, global)) continue;
    const double value = usefulness(size);
    if (value <= best_value) continue;
    best = size;
    best_value = value;
    smallest = static_cast<size_t>(value / (1 - value) * static_cast<double>(kLanes)) + 1;
  }
  return best;
}

/// For a size with a large prime factor: long groups, be they few, are better than many of a few
/// items; one for each unit if possible.
size_t awkward_divisor(size_t global, size_t size, size_t most, size_t units) {
  for (const size_t limit : {global / std::max<size_t>(units, 1), global}) {
    if (size >= std::min(kLanes, global)) break;
    size = std::max(size,
                    best_divisor(global, std::clamp<size_t>(limit, 1, std::max<size_t>(most, 1))));
  }
  return size;
}

/// Work-items in all, or the largest size_t.
size_t total(const Sizes3& sizes) {
  return checked_mul(sizes[0], sizes[1], sizes[2]).value_or(~size_t{0});
}

}  // namespace

Sizes3 choose_local_size(const LocalSizeRequest& request) {
  if (request.required[0] != 0) return request.required;
  const size_t groups_wanted = std::max<size_t>(request.compute_units, 1) * kGroupsPerUnit;
  size_t budget = std::bit_floor(std::max<size_t>(total(request.global) / groups_wanted, 1));
  budget = std::min(std::clamp(budget, kFewestItems, kMostItems),
                    std::max<size_t>(request.max_items, 1));

  Sizes3 local{1, 1, 1};
  for (size_t d = 0; d < 3; ++d) {
    const size_t global = request.global[d];
    const size_t limit = std::max<size_t>(std::min(budget, request.max_sizes[d]), 1);
    if (!request.uniform) {
      local[d] = std::min(global, limit);
    } else {
      local[d] = best_divisor(global, limit);
      if (d == 0 && local[0] < kLanes) {
        local[0] =
            awkward_divisor(global, local[0], std::min(request.max_items, request.max_sizes[0]),
                            request.compute_units);
      }
    }
    budget = std::max<size_t>(budget / local[d], 1);
  }
  return local;
}

}  // namespace heddle
