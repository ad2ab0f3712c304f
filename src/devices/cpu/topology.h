// SPDX-License-Identifier: Apache-2.0
// What this process may compute with: the answer of hwloc, the affinity mask and the cgroup's CPU
// quota. The only file of the room, with its .cpp, that knows hwloc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heddle::cpu {

/// Levels of §4.3's affinity domains, outermost first.
enum class Domain : uint8_t { Numa, L4, L3, L2, L1 };

/// No NUMA node in particular.
inline constexpr uint32_t kNoNode = UINT32_MAX;

struct Topology {
  struct Unit {
    uint32_t os_index;  ///< the operating system's number of this processing unit
  };
  std::vector<Unit> units;        ///< one for each compute unit; never empty
  std::vector<uint32_t> allowed;  ///< the operating system's numbers of all that the process may
                                  ///< use; empty if not known
  bool bind = true;  ///< false under a quota: workers are bound to the whole allowed set instead

  uint64_t memory_bytes = 0;  ///< min(physical, cgroup memory.max)
  uint64_t cache_bytes = 0;   ///< the largest cache level
  /// The units' caches of the second level together, which keep what a unit used; 0: not known.
  uint64_t near_cache_bytes = 0;
  uint32_t cache_line_bytes = 64;
  uint32_t max_clock_mhz = 0;
  std::string cpu_name;
  uint32_t numa_nodes = 1;

  /// What is written at once, beside twice as much that is read for it, beyond which the last cache
  /// keeps none of it for whoever reads it next.
  uint64_t streamed_bytes() const;

  /// Groups of units (indices into `units`) that share a `domain`, for the given subset of units.
  /// Empty if the machine has no such level.
  std::vector<std::vector<uint32_t>> groups(Domain domain,
                                            const std::vector<uint32_t>& subset) const;

  /// The NUMA node, from 0, that all these units are on; kNoNode if they are on several, or if the
  /// machine has no two.
  uint32_t node_of(const std::vector<uint32_t>& subset) const;

  /// For `groups`: for each domain level the id of the object that each unit belongs to (empty: no
  /// such level).
  std::vector<uint32_t> domain_of_unit[5];
};

/// Fills `units` and `bind` from `allowed`. Fewer workers than units because of a quota (`quota`
/// CPUs; 0: none) are not bound: two containers with two CPUs each must not both sit on the first
/// two. Fewer because of `limit` (0: none) are.
void choose_units(Topology& t, double quota, uint64_t limit);

/// Read once, at the first call. Starts no thread.
const Topology& topology();

/// The pages that lie in `memory` as a whole.
std::span<std::byte> whole_pages(std::span<std::byte> memory);

/// Has the system keep these whole pages on a NUMA node, and moves those that are on another one;
/// kNoNode: from now on each goes where it is first used. What is in them stays as it is, and may
/// be used meanwhile. False if the system will not.
bool place_pages(std::span<std::byte> pages, uint32_t node);

/// Binds the calling thread for worker `unit` of `t`.
void bind_worker(const Topology& t, uint32_t unit);

}  // namespace heddle::cpu
