// SPDX-License-Identifier: Apache-2.0
// The version of OpenCL that platform and devices report (HEDDLE_OPENCL_VERSION). It changes no
// behaviour: programs ask before they use what they know.
#pragma once

#include <CL/cl_ext.h>

#include <string>

namespace heddle {

struct OpenCLVersion {
  cl_uint major, minor;
  /// The newest OpenCL C with all features, if a source asks for it (-cl-std).
  cl_uint c_major, c_minor;

  bool is_since(cl_uint other_major, cl_uint other_minor) const {
    return major > other_major || (major == other_major && minor >= other_minor);
  }
  /// Returns __OPENCL_VERSION__ of sources.
  cl_uint macro() const { return major * 100 + minor * 10; }
  /// Returns CL_PLATFORM_VERSION and CL_DEVICE_VERSION.
  std::string text() const;
  cl_version_khr numeric() const { return CL_MAKE_VERSION_KHR(major, minor, 0); }
  /// Returns CL_DEVICE_OPENCL_C_VERSION.
  std::string c_text() const;
  cl_version_khr c_numeric() const { return CL_MAKE_VERSION_KHR(c_major, c_minor, 0); }
};

}  // namespace heddle
