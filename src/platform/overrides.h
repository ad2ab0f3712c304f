// SPDX-License-Identifier: Apache-2.0
// Answers about the platform and its device that replace the truth for programs, and the version
// and sub-groups that programs expect. They come from variables of the environment, or from the
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

/// The replaced answers. A member that nothing sets has the driver's own value.
struct Overrides {
  std::optional<std::string> platform_name, platform_vendor;
  std::optional<std::string> device_name, device_vendor, driver_version;
  std::optional<cl_uint> device_vendor_id;
  std::optional<Uuid> device_uuid, driver_uuid;
  cl_device_type device_type = CL_DEVICE_TYPE_CPU;
  cl_uint compute_units = 0;  ///< the least number that programs are told
  OpenCLVersion opencl_version{};
  uint64_t sub_group_size = 0;  ///< as in Options
};

/// Returns the overrides. The first call, which a query makes, looks them up: the files that the
/// process has mapped then decide which profiles apply. In secure execution there are none.
const Overrides& overrides();
inline const OpenCLVersion& opencl_version() {
  return overrides().opencl_version;
}

}  // namespace heddle
