// SPDX-License-Identifier: Apache-2.0
#include "platform/device.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "devices/cpu/topology.h"
#include "platform/overrides.h"
#include "support/cpu_features.h"

namespace heddle {
namespace {

cpu::UnitSet all_units() {
  auto units = std::make_shared<std::vector<uint32_t>>(cpu::topology().units.size());
  std::iota(units->begin(), units->end(), 0u);
  return units;
}

}  // namespace

Device::Device() : units_(all_units()), numa_node_(cpu::topology().node_of(*units_)) {}

Device::Device(Device& parent, std::vector<uint32_t> units, PartitionProperties partition)
    : parent_(parent),
      units_(std::make_shared<const std::vector<uint32_t>>(std::move(units))),
      partition_(std::move(partition)),
      numa_node_(cpu::topology().node_of(*units_)) {}

cl_device_type Device::type() {
  return overrides().device_type;
}

// Leaves an eighth to the application's own memory and the system, which are in the same place.
cl_ulong Device::global_mem_size() {
  const cl_ulong memory = cpu::topology().memory_bytes;
  return memory - memory / 8;
}

// Returns a power of two, which programs take; more than a quarter of global memory is mandated
// (Table 5).
cl_ulong Device::max_mem_alloc_size() {
  const cl_ulong memory = global_mem_size();
  return std::max(std::bit_floor(memory - memory / 4), cl_ulong{32} << 20);
}

const std::string& Device::cpu_features() {
  return heddle::cpu_features();
}

}  // namespace heddle
