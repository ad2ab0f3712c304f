// SPDX-License-Identifier: Apache-2.0
// The version of OpenCL that platform and devices report (HEDDLE_OPENCL_VERSION). All of them do
// the same; programs ask before they use what they know.
#pragma once

#include <CL/cl_ext.h>

#include <string>

namespace heddle {

struct OpenCLVersion {
  cl_uint major, minor;
  /// The newest OpenCL C whose features are all there, if it is asked for (-cl-std).
  cl_uint c_major, c_minor;

  bool is_since(cl_uint other_major, cl_uint other_minor) const {
    return major > other_major || (major == other_major && minor >= other_minor);
  }
  /// __OPENCL_VERSION__ in sources.
  cl_uint macro() const { return major * 100 + minor * 10; }
  /// CL_PLATFORM_VERSION, CL_DEVICE_VERSION.
  std::string text() const;
  cl_version_khr numeric() const { return CL_MAKE_VERSION_KHR(major, minor, 0); }
  /// CL_DEVICE_OPENCL_C_VERSION.
  std::string c_text() const;
  cl_version_khr c_numeric() const { return CL_MAKE_VERSION_KHR(c_major, c_minor, 0); }
};

}  // namespace heddle
