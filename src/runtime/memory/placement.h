// SPDX-License-Identifier: Apache-2.0
// The NUMA node that memory has been placed on (cl_heddle_memory_placement).
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "devices/cpu/topology.h"

namespace heddle {

class Placement {
 public:
  Placement() = default;
  /// Moves the placement to another owner, while nobody places the memory.
  Placement(Placement&& other) noexcept;

  /// Moves the pages that lie wholly in `memory` to a NUMA node, where they stay until they are
  /// placed anew; cpu::kNoNode: they may go anywhere. Changes nothing if the system refuses.
  void place(std::span<std::byte> memory, uint32_t node) noexcept;
  /// Undoes the placement of `memory`, all that was ever placed, before it is given back: the next
  /// object there is another's.
  void forget(std::span<std::byte> memory) noexcept;

  // Answers of queries: the node of the newest placement, the number of placements, and the bytes
  // that went to some node.
  cl_int node() const { return static_cast<cl_int>(node_.load()); }
  cl_uint count() const { return count_.load(); }
  cl_ulong bytes() const { return bytes_.load(); }

 private:
  std::atomic<uint32_t> node_{cpu::kNoNode};
  std::atomic<cl_uint> count_{0};
  std::atomic<cl_ulong> bytes_{0};
};

}  // namespace heddle
