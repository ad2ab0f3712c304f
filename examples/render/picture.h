// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

struct Job {
  unsigned width = 512;
  unsigned height = 288;
  unsigned samples = 32;  ///< paths for each pixel
};

/// Called with the samples that are done.
using Progress = std::function<void(unsigned)>;

struct Picture {
  std::vector<unsigned char> rgba;  ///< rows from the top
  double build_seconds = 0;         ///< compiling the program; 0 for the reference
  double seconds = 0;               ///< rendering
  std::string device;
};

/// With OpenCL, on the first device of the first platform. Exits with a message on any error.
Picture render_on_device(const Job& job, const Progress& progress);
/// The same code compiled by the C++ compiler: every `step`th row, the others stay zero.
Picture render_reference(const Job& job, unsigned step);
