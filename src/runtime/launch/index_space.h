// SPDX-License-Identifier: Apache-2.0
// The index space of a kernel (§3.2.1).
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>

namespace heddle {

using Sizes3 = std::array<size_t, 3>;

/// The index space as the application gave it.
struct NDRangeRequest {
  cl_uint work_dim;
  const size_t* offset;
  const size_t* global;
  const size_t* local;
};

/// The index space as it will run. Unused dimensions have size 1 and offset 0.
struct NDRange {
  cl_uint work_dim = 1;
  Sizes3 offset{0, 0, 0};
  Sizes3 global{1, 1, 1};
  Sizes3 local{1, 1, 1};

  /// Tells whether no work-item runs; `local` means nothing then (§5.10).
  bool empty() const { return !global[0] || !global[1] || !global[2]; }
};

}  // namespace heddle
