// SPDX-License-Identifier: Apache-2.0
// A request to compile OpenCL C: the source and what it is compiled with.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "compiler/program/build_options.h"

namespace heddle::compiler {

/// An embedded header (§5.8.5): found before the folders of -I.
struct Header {
  std::string name;  ///< as in #include
  std::string_view text;
};

struct FrontendRequest {
  std::string_view source;
  std::span<const Header> headers;
  CompileOptions options;
  std::string cpu;                ///< hdc_target.cpu
  std::string extensions;         ///< hdc_target.extensions
  uint32_t opencl_version = 220;  ///< hdc_target.opencl_version
};

}  // namespace heddle::compiler
