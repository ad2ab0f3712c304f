// SPDX-License-Identifier: Apache-2.0
// The answers that programs get about the platform and its device instead of the truth, and the
// version and sub-groups that they take for granted: by variables of the environment, or by the
// profile of the program (docs/profiles.md).
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <array>
#include <optional>
#include <string>

#include "platform/version.h"

namespace heddle {

using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;

/// Each is as the driver has it where there is none.
struct Overrides {
  std::optional<std::string> platform_name, platform_vendor;
  std::optional<std::string> device_name, device_vendor, driver_version;
  std::optional<cl_uint> device_vendor_id;
  std::optional<Uuid> device_uuid, driver_uuid;
  cl_device_type device_type = CL_DEVICE_TYPE_CPU;
  cl_uint compute_units = 0;  ///< the least that is told
  OpenCLVersion opencl_version{};
  uint64_t sub_group_size = 0;  ///< as Options has it
};

/// Looked up at the first call, which a query makes: what the process has mapped then decides which
/// profiles are for it. In secure execution there are none.
const Overrides& overrides();
inline const OpenCLVersion& opencl_version() {
  return overrides().opencl_version;
}

}  // namespace heddle
