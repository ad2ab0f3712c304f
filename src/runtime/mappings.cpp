// SPDX-License-Identifier: Apache-2.0
#include "runtime/mappings.h"

#include "runtime/memory.h"

namespace heddle {

Result<uint64_t> Mappings::map(const Region& region) {
  std::lock_guard lock(mutex_);
  if (!tables_) tables_ = std::make_unique<Tables>();
  if (region.writable) {
    // Disjoint regions in order: only the last one that begins before our end can reach into us.
    auto after = tables_->writable.lower_bound(region.end);
    if (after != tables_->writable.begin() && std::prev(after)->second > region.begin) {
      return Error{CL_INVALID_OPERATION, "the region overlaps one that is mapped for writing"};
    }
    tables_->writable.emplace_hint(after, region.begin, region.end);
  }
  const uint64_t id = next_id_++;
  tables_->by_pointer.emplace(region.pointer, std::pair(id, region));
  return id;
}

// Where a pointer is mapped several times, a mapping for writing is the first to go.
Status Mappings::unmap(const Memory& object, void* pointer) {
  std::lock_guard lock(mutex_);
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
  std::lock_guard lock(mutex_);
  const auto [first, last] = tables_->by_pointer.equal_range(pointer);
  for (auto at = first; at != last; ++at) {
    if (at->second.first != id) continue;
    erase(at);
    return true;
  }
  return false;
}

void Mappings::forget(const Memory& object) {
  std::lock_guard lock(mutex_);
  for (auto at = tables_->by_pointer.begin(); at != tables_->by_pointer.end();) {
    const auto here = at++;
    if (here->second.second.object == &object) erase(here);
  }
}

void Mappings::erase(std::multimap<void*, std::pair<uint64_t, Region>>::iterator at) {
  const Region& region = at->second.second;
  if (region.writable) tables_->writable.erase(region.begin);
  tables_->by_pointer.erase(at);
}

}  // namespace heddle
