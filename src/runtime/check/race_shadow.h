// SPDX-License-Identifier: Apache-2.0
// The accesses that work-items have made to memory, by word of four bytes, as ThreadSanitizer's
// shadow and FastTrack (Flanagan and Freund, 2009) keep them: enough of them to find that the next
// access and an earlier one race, in whatever order the work-items run.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

/// Scopes of memory accesses, from none to the widest. Those of OpenCL's memory_scope are in this
/// order.
enum class RaceScope : uint8_t { NotAtomic, WorkItem, SubGroup, WorkGroup, Device, AllDevices };

/// An access to the bytes of one word.
struct RaceAccess {
  uint32_t group, local, epoch;  ///< `epoch`: of the memory that is accessed
  uint32_t sub_group_epoch;
  uint32_t launch;  ///< the number of the launch, not 0, below 2^24
  int32_t site;     ///< the place in the source, as the launch numbers them, from -2^21 to 2^21 - 1
  uint8_t bytes;    ///< a bit for each of the four
  bool is_write;
  RaceScope scope;
};

/// The facts about a launch that tell which accesses are ordered.
struct RaceRules {
  uint32_t sub_group_size;  ///< 0: there are no sub-groups
  bool is_local;            ///< the word is in local memory, which the next group uses anew
};

/// Up to four accesses of one word. All operations may run on several threads at once.
class alignas(64) RaceCell {
 public:
  /// Adds an access. Returns true, and the earlier access in `other`, if the two race but for
  /// synchronisation by atomic operations.
  bool add(const RaceAccess& access, const RaceRules& rules, RaceAccess& other);

 private:
  /// An access in two words. `who` is 0 while the slot is being written: readers do not lock.
  struct Slot {
    std::atomic<uint64_t> who{0}, what{0};
  };
  void put(Slot& slot, uint64_t who, uint64_t what);
  bool is_known(uint64_t who, uint64_t what, const RaceRules& rules) const;
  static bool is_live(const Slot& slot, uint64_t who, uint64_t what, const RaceRules& rules);
  /// Returns the slot that may be forgotten for the access; null if it says nothing new.
  Slot* place_for(const RaceAccess& access, const RaceRules& rules);

  std::array<Slot, 4> slots_;
};

/// The cells of all memory: a tree by the address, of pages that are made when they are met.
class RaceShadow {
 public:
  static RaceShadow& instance();

  /// Returns the cell of the word at `address`, a multiple of four; null if there is no memory.
  RaceCell* cell(uint64_t address);

  /// Begins a launch, and returns its number. Each has another one, until these are used up and the
  /// shadow, which is cleared then, begins anew. 0: the launch cannot be recorded.
  uint32_t begin_launch();
  void end_launch(uint32_t number);

 private:
  static constexpr uint32_t kPageBits = 16, kTableBits = 15, kAddressBits = 47;
  static constexpr size_t kPages = size_t{1} << kTableBits;
  static constexpr size_t kTables = size_t{1} << (kAddressBits - kPageBits - kTableBits);
  static constexpr size_t kPageBytes = (size_t{1} << kPageBits) / 4 * sizeof(RaceCell);
  using Table = std::array<std::atomic<RaceCell*>, kPages>;

  RaceShadow() = default;
  void clear();

  std::array<std::atomic<Table*>, kTables> tables_{};
};

}  // namespace heddle
