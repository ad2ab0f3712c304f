// SPDX-License-Identifier: Apache-2.0
// The units and memory that this process may use: the answer of hwloc, the affinity mask and the
// cgroup's CPU quota. Only this file and its .cpp know hwloc.
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
  bool bind = true;  ///< false if there are fewer workers than allowed units: they are bound to the
                     ///< whole allowed set instead
  bool spin = true;  ///< false under a quota, of which a worker that spins would take a part

  uint64_t memory_bytes = 0;  ///< min(physical, that of the allowed nodes, cgroup memory.max)
  uint64_t cache_bytes = 0;   ///< the largest cache level
  /// The sum of the units' second-level caches, which keep data that a unit used; 0: unknown.
  uint64_t near_cache_bytes = 0;
  uint32_t cache_line_bytes = 64;
  uint32_t max_clock_mhz = 0;
  std::string cpu_name;
  uint32_t numa_nodes = 1;

  /// Returns the bytes written at once, beside twice as many that are read for them, above which
  /// the last cache keeps none of them for the next reader.
  uint64_t streamed_bytes() const;

  /// Returns groups of units (indices into `units`) that share a `domain`, for the given subset of
  /// units. Empty if the machine has no such level.
  std::vector<std::vector<uint32_t>> groups(Domain domain,
                                            const std::vector<uint32_t>& subset) const;

  /// Returns the NUMA node, from 0, that all these units are on; kNoNode if they are on several, or
  /// if the machine has only one.
  uint32_t node_of(const std::vector<uint32_t>& subset) const;

  /// The id of the object that each unit belongs to, for each domain level; used by `groups`
  /// (empty: no such level).
  std::vector<uint32_t> domain_of_unit[5];
};

/// Fills `units`, `bind` and `spin` from `allowed`. If there are fewer workers than units because
/// of a quota (`quota` CPUs; 0: none) or of `limit` (0: none), workers are not bound: two
/// containers, or two ranks of a job, with two CPUs each must not both sit on the first two.
void choose_units(Topology& t, double quota, uint64_t limit);

/// Returns the topology, read at the first call. Starts no thread.
const Topology& topology();

/// Returns the pages that lie wholly in `memory`.
std::span<std::byte> whole_pages(std::span<std::byte> memory);

/// Has the system keep these whole pages on a NUMA node, and moves those that are on another one;
/// with kNoNode each page goes to its next first use. The contents stay, and may be used meanwhile.
/// Returns false if the system refuses.
bool place_pages(std::span<std::byte> pages, uint32_t node);

/// Binds the calling thread for worker `unit` of `t`.
void bind_worker(const Topology& t, uint32_t unit);

}  // namespace heddle::cpu
