// SPDX-License-Identifier: Apache-2.0
// The mapped regions of one store (§5.5.2, 5.5.3). They tell which pointers may be unmapped, and
// that regions mapped for writing do not overlap. Costs grow with the logarithm of the regions
// mapped now.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "support/fork_lock.h"
#include "support/mutex.h"
#include "support/result.h"

namespace heddle {

class Memory;

class Mappings {
 public:
  /// A box of an image (bytes of the store). Two boxes with the same base and pitches are
  /// comparable: they overlap only if they share an element.
  struct Box {
    size_t base, row_pitch, slice_pitch;
    size_t begin[3], end[3];  ///< bytes of a row, rows, slices
    bool is_comparable(const Box& other) const;
    bool overlaps(const Box& other) const;  ///< only with comparable boxes
  };
  struct Region {
    const Memory* object;  ///< the mapped object, which it must be unmapped through
    void* pointer;         ///< as returned to the application
    size_t begin, end;     ///< bytes in the store that it covers
    bool writable;
    std::optional<Box> box;  ///< if it does not cover all of them
  };

  /// Adds a region and returns an id for `drop`. CL_INVALID_OPERATION if it overlaps another region
  /// that is mapped for writing.
  Result<uint64_t> map(const Region& region);
  /// Ends one mapping of `pointer`; CL_INVALID_VALUE if there is none of that object.
  Status unmap(const Memory& object, void* pointer);
  /// Ends the mapping `id` of `pointer`, as its command failed. Returns false if it has been
  /// unmapped.
  bool drop(uint64_t id, void* pointer);
  /// Ends all mappings of an object that is going away.
  void forget(const Memory& object);

 private:
  struct WritableBox {
    uint64_t id;
    size_t begin, end;
    Box box;
  };
  struct Tables {
    std::multimap<void*, std::pair<uint64_t, Region>> by_pointer;
    std::map<size_t, size_t> writable;  // begin -> end, disjoint; those without a box
    std::vector<WritableBox> boxes;     // those with one
  };
  bool overlaps_writable(const Region& region) const REQUIRES(mutex_);
  void erase(std::multimap<void*, std::pair<uint64_t, Region>>::iterator at) REQUIRES(mutex_);

  ObjectMutex mutex_;
  std::unique_ptr<Tables> tables_ GUARDED_BY(mutex_);  // made at the first map
  uint64_t next_id_ GUARDED_BY(mutex_) = 1;
};

}  // namespace heddle
