// SPDX-License-Identifier: Apache-2.0
// The vectoriser's plan, which its passes share: work-items of one dimension become the lanes of
// vectors.
#pragma once

namespace heddle::compiler {

/// The arrangement of a kernel's work-items in vectors. width 1: none.
struct Lanes {
  unsigned dimension = 0;  ///< lanes are neighbours along this dimension
  unsigned width = 1;      ///< work-items of one vector; a power of two, may be several registers
  unsigned rows = 1;       ///< vectors of one tile, neighbours along `row_dimension`
  unsigned row_dimension = 1;
  bool by_columns = false;     ///< vectors below each other share more of the cache than neighbours
  bool small_objects = false;  ///< no argument points to an object of 4 GB: modular_affine.h
  bool linear = false;  ///< lanes follow the linear local id through all dimensions; `dimension` is
                        ///< 0, and the group is treated as one-dimensional (sub_groups.cpp)
  bool paired = false;  ///< members of short vectors share registers (paired_members.cpp)
  bool same = false;    ///< all work-items do the same: the code of one serves for a vector of them

  bool are_used() const { return width > 1; }
};

}  // namespace heddle::compiler
