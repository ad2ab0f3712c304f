// SPDX-License-Identifier: Apache-2.0
#include "platform/version.h"

namespace heddle {
namespace {

// Appends no number of our own: programs look for "1.0" and "1.1" anywhere in the text.
std::string versioned(const char* prefix, cl_uint major, cl_uint minor) {
  return prefix + std::to_string(major) + "." + std::to_string(minor) + " Heddle";
}

}  // namespace

std::string OpenCLVersion::text() const {
  return versioned("OpenCL ", major, minor);
}

std::string OpenCLVersion::c_text() const {
  return versioned("OpenCL C ", c_major, c_minor);
}

}  // namespace heddle
