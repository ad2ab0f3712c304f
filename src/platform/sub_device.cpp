// SPDX-License-Identifier: Apache-2.0
// Assigns compute units to sub-devices.
#include "platform/sub_device.h"

#include <algorithm>
#include <span>

#include "devices/cpu/topology.h"

namespace heddle {
namespace {

using Property = cl_device_partition_property;

struct Plan {
  std::vector<std::vector<uint32_t>> parts;
  std::vector<Property> type;  // the answer to CL_DEVICE_PARTITION_TYPE
};

struct DomainLevel {
  cl_device_affinity_domain flag;
  cpu::Domain domain;
};
// The levels in the order in which NEXT_PARTITIONABLE searches.
constexpr DomainLevel kLevels[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, cpu::Domain::Numa},
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, cpu::Domain::L4},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, cpu::Domain::L3},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, cpu::Domain::L2},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, cpu::Domain::L1},
};

std::vector<uint32_t> slice(const std::vector<uint32_t>& units, size_t begin, size_t count) {
  return {units.begin() + static_cast<ptrdiff_t>(begin),
          units.begin() + static_cast<ptrdiff_t>(begin + count)};
}

Result<Plan> equally(const Device& device, const Property* properties) {
  const std::vector<uint32_t>& units = device.unit_list();
  const Property n = properties[1];
  TRY(require(n > 0, CL_INVALID_VALUE, "no compute units for each sub-device"));
  TRY(require(properties[2] == 0, CL_INVALID_VALUE, "more than one partition scheme"));
  const auto each = static_cast<size_t>(n);
  // The CTS wants this error, though §4.3 names it for counts only.
  TRY(require(each <= units.size(), CL_INVALID_DEVICE_PARTITION_COUNT,
              "more compute units than the device has"));
  // One part only would be no partition, in the CTS, too (negative_create_sub_devices).
  TRY(require(each <= units.size() / 2, CL_DEVICE_PARTITION_FAILED,
              "no two sub-devices of that size"));
  Plan plan{{}, {CL_DEVICE_PARTITION_EQUALLY, n, 0}};
  for (size_t i = 0; i + each <= units.size(); i += each)
    plan.parts.push_back(slice(units, i, each));
  return plan;
}

Result<Plan> by_counts(const Device& device, const Property* properties) {
  const std::vector<uint32_t>& units = device.unit_list();
  Plan plan{{}, {CL_DEVICE_PARTITION_BY_COUNTS}};
  size_t used = 0;
  const Property* count = properties + 1;
  for (; *count != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++count) {
    TRY(require(*count > 0 && static_cast<size_t>(*count) <= units.size() - used,
                CL_INVALID_DEVICE_PARTITION_COUNT, "a count is negative or the sum is too large"));
    plan.parts.push_back(slice(units, used, static_cast<size_t>(*count)));
    plan.type.push_back(*count);
    used += static_cast<size_t>(*count);
  }
  TRY(require(!plan.parts.empty(), CL_INVALID_VALUE, "no counts"));
  // Nothing after the list is read: programs leave out the 0 that §4.3 wants there.
  TRY(require(units.size() > 1, CL_DEVICE_PARTITION_FAILED, "the device is a single compute unit"));
  plan.type.insert(plan.type.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  return plan;
}

Result<Plan> by_affinity(const Device& device, const Property* properties) {
  const auto wanted = static_cast<cl_device_affinity_domain>(properties[1]);
  const bool any = wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  const bool known = any || std::ranges::any_of(kLevels, [&](const DomainLevel& level) {
                       return level.flag == wanted;
                     });
  TRY(require(known, CL_INVALID_VALUE, "not exactly one affinity domain"));
  TRY(require(properties[2] == 0, CL_INVALID_VALUE, "more than one partition scheme"));
  for (const DomainLevel& level : kLevels) {
    if (!any && level.flag != wanted) continue;
    auto parts = cpu::topology().groups(level.domain, device.unit_list());
    if (parts.size() < 2) continue;
    return Plan{std::move(parts),
                {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<Property>(level.flag), 0}};
  }
  // The domain is not supported at all, or it is and this device is too small.
  if (affinity_domains(device.root()) & wanted) {
    return Error{CL_DEVICE_PARTITION_FAILED, "all compute units share that domain"};
  }
  return Error{CL_INVALID_VALUE, "the machine has no such affinity domain"};
}

Result<Plan> plan(const Device& device, const Property* properties) {
  TRY(require(properties, CL_INVALID_VALUE, "no partition scheme"));
  switch (properties[0]) {
    case CL_DEVICE_PARTITION_EQUALLY:
      return equally(device, properties);
    case CL_DEVICE_PARTITION_BY_COUNTS:
      return by_counts(device, properties);
    case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
      return by_affinity(device, properties);
    default:
      return Error{CL_INVALID_VALUE, "unknown partition scheme"};
  }
}

}  // namespace

Result<size_t> partition_count(const Device& device,
                               const cl_device_partition_property* properties) {
  return TRY(plan(device, properties)).parts.size();
}

Result<std::vector<Ref<Device>>> partition(Device& device,
                                           const cl_device_partition_property* properties) {
  Plan parts = TRY(plan(device, properties));
  std::vector<Ref<Device>> devices;
  devices.reserve(parts.parts.size());
  for (auto& units : parts.parts)
    devices.push_back(make<Device>(device, std::move(units), parts.type));
  return devices;
}

cl_device_affinity_domain affinity_domains(const Device& device) {
  cl_device_affinity_domain domains = 0;
  for (const DomainLevel& level : kLevels) {
    if (cpu::topology().groups(level.domain, device.unit_list()).size() >= 2) domains |= level.flag;
  }
  return domains ? domains | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE : 0;
}

}  // namespace heddle
