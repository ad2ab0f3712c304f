// SPDX-License-Identifier: Apache-2.0
// Builds a kernel file through the loader, runs each test kernel at many local sizes and compares
// with its expect kernel.
#pragma once

#include <string>

#include "device.h"
#include "spec.h"

namespace kernels {

struct Filter {
  std::string kernel;    ///< only this one; without the prefix
  size_t local = 0;      ///< only this local size in dimension 0
  bool quick = false;    ///< a few local sizes only
  bool verbose = false;  ///< say what is about to run
  bool digests = false;  ///< print a hash of what is right in each run
  bool binary = false;   ///< test what was made of the program's binary
  std::string include;   ///< folder of common.h
  std::string il;        ///< SPIR-V that the source was compiled to: what is tested, if not empty
};

struct Result {
  unsigned runs = 0;
  unsigned skipped = 0;  ///< more work-items than the kernel can have in a group
  unsigned failures = 0;
};

/// Builds with the file's options and `more_options`; `quick`: a few local sizes only. Prints every
/// failure.
Result run_file(Device& device, const Spec& spec, const Filter& filter,
                const std::string& more_options, bool quick);

/// What is running now, for the handler of a crash.
extern char current[512];

}  // namespace kernels
