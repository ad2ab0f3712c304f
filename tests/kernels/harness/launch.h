// SPDX-License-Identifier: Apache-2.0
// One launch of one kernel: its arguments, by name and address space, and its guarded output.
#pragma once

#include <vector>

#include "device.h"
#include "output.h"
#include "spec.h"

namespace kernels {

struct Range {
  unsigned dims;
  Size3 global, local, offset;

  size_t items() const { return global[0] * global[1] * global[2]; }
  std::string text() const;
};

struct ElementType {
  std::string base;  ///< "int", "float" ...
  unsigned width;    ///< elements of the vector
  size_t base_size;

  size_t size() const { return base_size * (width == 3 ? 4 : width); }
};

struct Output {
  ElementType type;
  std::vector<unsigned char> bytes;   ///< with guards in front and behind
  std::vector<unsigned char> images;  ///< what is in all images of the launch
};

/// SPIR-V knows less of a kernel's arguments than a source, so another one may describe them.
struct Launched {
  cl_kernel kernel;
  cl_kernel described_by;
};

/// Runs `kernel` over `range` (or as one work-item if `single`) and reads the whole output back.
/// `number` counts launches: by it what directives offer is chosen, and the thread.
Output launch(Device& device, const Spec& spec, Launched kernel, const Range& range, bool single,
              unsigned number);

}  // namespace kernels
