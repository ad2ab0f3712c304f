// SPDX-License-Identifier: Apache-2.0
#include "platform/version.h"

#include "platform/overrides.h"
#include "support/log.h"

namespace heddle {
namespace {

constexpr OpenCLVersion k2_2{2, 2, 2, 0}, k3_0{3, 0, 3, 0}, k3_1{3, 1, 3, 1};

// No number of our own behind: programs look for "1.0" and "1.1" anywhere in it.
std::string versioned(const char* prefix, cl_uint major, cl_uint minor) {
  return prefix + std::to_string(major) + "." + std::to_string(minor) + " Heddle";
}

OpenCLVersion chosen() {
  const std::string& name = overrides().opencl_version;
  if (name == "3.0") return k3_0;
  if (name == "3.1") return k3_1;
  if (name != "2.2") log::error("HEDDLE_OPENCL_VERSION is neither 2.2, 3.0 nor 3.1: ignored");
  return k2_2;
}

}  // namespace

std::string OpenCLVersion::text() const {
  return versioned("OpenCL ", major, minor);
}

std::string OpenCLVersion::c_text() const {
  return versioned("OpenCL C ", c_major, c_minor);
}

const OpenCLVersion& opencl_version() {
  static const OpenCLVersion version = chosen();
  return version;
}

}  // namespace heddle
