// SPDX-License-Identifier: Apache-2.0
// The extensions that the driver has, as one table: what CL_DEVICE_EXTENSIONS lists is what the
// compiler lets sources use.
#pragma once

#include <CL/cl_ext.h>

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// Space-separated names: CL_PLATFORM_EXTENSIONS, CL_DEVICE_EXTENSIONS and hdc_target.extensions.
/// Every device has them all, so the platform does too (§4.1).
const std::string& extension_names();
/// The same with versions (cl_khr_extended_versioning).
std::vector<cl_name_version_khr> extension_versions();
/// An element of answers that have a version for each name.
cl_name_version_khr named(std::string_view name, cl_version_khr version);

}  // namespace heddle
