// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch/local_size.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "support/checked.h"

namespace heddle {
namespace {

// The largest useful size: the loop over a group's items is long enough.
constexpr size_t kMostItems = 1024;
constexpr size_t kMostItemsWithoutBarriers = 4096;
constexpr size_t kFewestItems = 64;  // below, the cost of handing out groups shows
// Groups for each unit, so that units that finish early find more to do. Without barriers more
// groups cost nothing.
constexpr size_t kGroupsPerUnit = 4;
constexpr size_t kGroupsPerUnitWithoutBarriers = 12;
constexpr size_t kLanes = 16;  // used for a kernel that has no vectors

/// Rates how well `size` items in a row use vectors of `lanes` and repay the start of a group.
double usefulness(size_t size, size_t lanes) {
  const size_t used = (size + lanes - 1) / lanes * lanes;
  return static_cast<double>(size) / static_cast<double>(used + lanes);
}

/// Tells whether it divides. 32-bit division takes a fraction of the time of 64-bit division.
bool divides(size_t size, size_t global) {
  if (global <= UINT32_MAX) return static_cast<uint32_t>(global) % static_cast<uint32_t>(size) == 0;
  return global % size == 0;
}

/// Returns the best divisor of `global` that is at most `limit` (>= 1).
size_t best_divisor(size_t global, size_t limit, size_t lanes) {
  if (global <= limit) return global;
  const size_t power = std::min(global & (~global + 1), std::bit_floor(limit));
  // A power of two is the usual case, and needs no search.
  if (power >= std::max(kFewestItems, lanes) || power == limit) return power;
  size_t best = 1;
  double best_value = 0;
  size_t smallest = 1;  // a smaller size cannot be better than `best`, even if its vectors are full
  for (size_t size = limit; size >= smallest; --size) {
    if (!divides(size, global)) continue;
    const double value = usefulness(size, lanes);
    if (value <= best_value) continue;
    best = size;
    best_value = value;
    smallest = static_cast<size_t>(value / (1 - value) * static_cast<double>(lanes)) + 1;
  }
  return best;
}

/// Returns a divisor for a size with a large prime factor. A few long groups are better than many
/// of a few items; one for each unit if possible.
size_t awkward_divisor(size_t global, size_t size, size_t most, size_t units, size_t lanes) {
  for (const size_t limit : {global / std::max<size_t>(units, 1), global}) {
    if (size >= std::min(lanes, global)) break;
    const size_t at_most = std::clamp<size_t>(limit, 1, std::max<size_t>(most, 1));
    size = std::max(size, best_divisor(global, at_most, lanes));
  }
  return size;
}

/// Returns the number of work-items, or the largest size_t.
size_t total(const Sizes3& sizes) {
  return checked_mul(sizes[0], sizes[1], sizes[2]).value_or(~size_t{0});
}

}  // namespace

Sizes3 choose_local_size(const LocalSizeRequest& request) {
  if (request.required[0] != 0) return request.required;
  const size_t lanes = request.lane_width > 1 ? request.lane_width : kLanes;
  const size_t groups_wanted = std::max<size_t>(request.compute_units, 1) *
                               (request.barriers ? kGroupsPerUnit : kGroupsPerUnitWithoutBarriers);
  const size_t most = request.barriers ? kMostItems : kMostItemsWithoutBarriers;
  size_t budget = std::bit_floor(std::max<size_t>(total(request.global) / groups_wanted, 1));
  budget = std::min(std::clamp(budget, std::max(kFewestItems, std::min(lanes, most)), most),
                    std::max<size_t>(request.max_items, 1));

  // The dimension of the lanes comes first, then the others from 0 on.
  Sizes3 order{request.lane_dimension, 0, 1};
  if (request.lane_dimension == 0) order = {0, 1, 2};
  if (request.lane_dimension == 1) order = {1, 0, 2};
  Sizes3 local{1, 1, 1};
  for (const size_t d : order) {
    const bool along_lanes = d == request.lane_dimension;
    const size_t global = request.global[d];
    const size_t limit = std::max<size_t>(std::min(budget, request.max_sizes[d]), 1);
    if (!request.uniform) {
      local[d] = std::min(global, limit);
    } else {
      local[d] = best_divisor(global, limit, along_lanes ? lanes : kLanes);
      // Groups of a few items cost only along the lanes.
      const size_t row = std::min(lanes, kLanes);
      if (along_lanes && local[d] < row) {
        local[d] =
            awkward_divisor(global, local[d], std::min(request.max_items, request.max_sizes[d]),
                            request.compute_units, row);
      }
    }
    budget = std::max<size_t>(budget / local[d], 1);
  }
  return local;
}

}  // namespace heddle
