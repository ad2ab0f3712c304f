// SPDX-License-Identifier: Apache-2.0
#include "platform/device.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "devices/cpu/topology.h"
#include "support/cpu_features.h"
#include "support/log.h"
#include "support/options.h"

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
  static const cl_device_type type = [] {
    const std::string& name = options().device_type;
    if (name == "gpu") return cl_device_type{CL_DEVICE_TYPE_GPU};
    if (name == "accelerator") return cl_device_type{CL_DEVICE_TYPE_ACCELERATOR};
    if (name != "cpu")
      log::error("HEDDLE_DEVICE_TYPE is neither cpu, gpu nor accelerator: ignored");
    return cl_device_type{CL_DEVICE_TYPE_CPU};
  }();
  return type;
}

// The application's own memory and the system's are in the same place: an eighth is left to them.
cl_ulong Device::global_mem_size() {
  const cl_ulong memory = cpu::topology().memory_bytes;
  return memory - memory / 8;
}

// Programs take powers of two; more than a quarter of global memory is mandated (Table 5).
cl_ulong Device::max_mem_alloc_size() {
  const cl_ulong memory = global_mem_size();
  return std::max(std::bit_floor(memory - memory / 4), cl_ulong{32} << 20);
}

const std::string& Device::cpu_features() {
  return heddle::cpu_features();
}

}  // namespace heddle
