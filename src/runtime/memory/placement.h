// SPDX-License-Identifier: Apache-2.0
// On which NUMA node memory has been placed (cl_heddle_memory_placement).
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
  /// For memory that gets another owner, while nobody places it.
  Placement(Placement&& other) noexcept;

  /// Moves the pages that lie in `memory` as a whole to a NUMA node, where they stay until they are
  /// placed anew; cpu::kNoNode: they may go anywhere. Where the system will not, nothing changes.
  void place(std::span<std::byte> memory, uint32_t node) noexcept;
  /// Before `memory`, all that was ever placed, is given back: what comes to lie there is
  /// another's.
  void forget(std::span<std::byte> memory) noexcept;

  // What queries answer: of the newest placement, their number, and what went to some node.
  cl_int node() const { return static_cast<cl_int>(node_.load()); }
  cl_uint count() const { return count_.load(); }
  cl_ulong bytes() const { return bytes_.load(); }

 private:
  std::atomic<uint32_t> node_{cpu::kNoNode};
  std::atomic<cl_uint> count_{0};
  std::atomic<cl_ulong> bytes_{0};
};

}  // namespace heddle
