// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/mappings.h"

#include <algorithm>

#include "support/mutex.h"

namespace heddle {

bool Mappings::Box::is_comparable(const Box& other) const {
  return base == other.base && row_pitch == other.row_pitch && slice_pitch == other.slice_pitch;
}

bool Mappings::Box::overlaps(const Box& other) const {
  for (size_t d = 0; d < 3; ++d) {
    if (end[d] <= other.begin[d] || other.end[d] <= begin[d]) return false;
  }
  return true;
}

bool Mappings::overlaps_writable(const Region& region) const {
  // Disjoint regions in order: only the last one that begins before our end can reach into us.
  const auto after = tables_->writable.lower_bound(region.end);
  if (after != tables_->writable.begin() && std::prev(after)->second > region.begin) return true;
  return std::ranges::any_of(tables_->boxes, [&](const WritableBox& other) {
    if (other.end <= region.begin || region.end <= other.begin) return false;
    return !region.box || !region.box->is_comparable(other.box) || region.box->overlaps(other.box);
  });
}

Result<uint64_t> Mappings::map(const Region& region) {
  const Lock lock(mutex_);
  if (!tables_) tables_ = std::make_unique<Tables>();
  const uint64_t id = next_id_++;
  if (region.writable) {
    if (overlaps_writable(region)) {
      return Error{CL_INVALID_OPERATION, "the region overlaps one that is mapped for writing"};
    }
    if (region.box) {
      tables_->boxes.push_back({id, region.begin, region.end, *region.box});
    } else {
      tables_->writable.emplace(region.begin, region.end);
    }
  }
  tables_->by_pointer.emplace(region.pointer, std::pair(id, region));
  return id;
}

// Unmaps a pointer. If it is mapped several times, a mapping for writing goes first.
Status Mappings::unmap(const Memory& object, void* pointer) {
  const Lock lock(mutex_);
  if (tables_) {
    const auto [first, last] = tables_->by_pointer.equal_range(pointer);
    auto found = last;
    for (auto at = first; at != last; ++at) {
      const Region& region = at->second.second;
      if (region.object != &object) continue;
      found = at;
      if (region.writable) break;
    }
    if (found != last) {
      erase(found);
      return {};
    }
  }
  return Error{CL_INVALID_VALUE, "the pointer is not one that a map of this object returned"};
}

bool Mappings::drop(uint64_t id, void* pointer) {
  const Lock lock(mutex_);
  const auto [first, last] = tables_->by_pointer.equal_range(pointer);
  for (auto at = first; at != last; ++at) {
    if (at->second.first != id) continue;
    erase(at);
    return true;
  }
  return false;
}

void Mappings::forget(const Memory& object) {
  const Lock lock(mutex_);
  for (auto at = tables_->by_pointer.begin(); at != tables_->by_pointer.end();) {
    const auto here = at++;
    if (here->second.second.object == &object) erase(here);
  }
}

void Mappings::erase(std::multimap<void*, std::pair<uint64_t, Region>>::iterator at) {
  const Region& region = at->second.second;
  if (region.writable && region.box) {
    std::erase_if(tables_->boxes,
                  [&](const WritableBox& box) { return box.id == at->second.first; });
  } else if (region.writable) {
    tables_->writable.erase(region.begin);
  }
  tables_->by_pointer.erase(at);
}

}  // namespace heddle
