// SPDX-License-Identifier: Apache-2.0
// The extensions that the driver has, as one table: the compiler lets sources use what
// CL_DEVICE_EXTENSIONS lists.
#pragma once

#include <CL/cl_ext.h>

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// Returns the names, separated by spaces: CL_PLATFORM_EXTENSIONS, CL_DEVICE_EXTENSIONS and
/// hdc_target.extensions. Every device has them all, so the platform does too (§4.1).
const std::string& extension_names();
/// Returns the names with versions (cl_khr_extended_versioning).
std::vector<cl_name_version_khr> extension_versions();
/// Makes an element of answers that have a version for each name.
cl_name_version_khr named(std::string_view name, cl_version_khr version);

}  // namespace heddle
