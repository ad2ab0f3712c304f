// SPDX-License-Identifier: Apache-2.0
#include "platform/property_values.h"

#include <climits>

namespace heddle {

Result<std::vector<Ref<Device>>> device_list(const Context& context,
                                             std::span<const cl_ulong> list) {
  std::vector<Ref<Device>> devices;
  for (const cl_ulong each : list) {
    Ref<Device> device = TRY(handle<Device>(reinterpret_cast<cl_device_id>(each)));
    TRY(require(context.has(*device), CL_INVALID_DEVICE, "the device is not of the context"));
    devices.push_back(std::move(device));
  }
  return devices;
}

Result<int> file_descriptor(cl_ulong value, cl_int invalid) {
  TRY(require(value <= INT_MAX, invalid, "the handle is no file descriptor"));
  return static_cast<int>(value);
}

}  // namespace heddle
