// SPDX-License-Identifier: Apache-2.0
// The rules of cl_image_desc (§5.3.1).
#pragma once

#include <CL/cl.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/result.h"

namespace heddle {

/// A checked cl_image_desc: sizes that the type does not have are 1, and pitches are those of the
/// elements in memory.
struct ImageShape {
  cl_mem_object_type type;
  size_t width, height, depth, array_size;
  size_t row_pitch, slice_pitch;
  cl_uint num_mip_levels;  ///< at least 1
  cl_uint num_samples;     ///< for multi-sample images ([EX18]), each a slice; else 0

  bool has_height() const {
    return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
           type == CL_MEM_OBJECT_IMAGE3D;
  }
  bool is_3d() const { return type == CL_MEM_OBJECT_IMAGE3D; }
  bool is_array() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  bool has_slices() const { return is_3d() || is_array(); }
  /// Returns the number of slices of level 0.
  size_t slices() const { return depth * array_size * std::max<size_t>(num_samples, 1); }
};

bool is_image_type(cl_mem_object_type type);

/// Checks type, sizes, numbers of levels and samples: CL_INVALID_IMAGE_DESCRIPTOR,
/// CL_INVALID_IMAGE_SIZE. Pitches are still those of the descriptor.
Result<ImageShape> image_shape(const cl_image_desc& desc);
/// Does the same for an image made from another API's, which may have samples.
Result<ImageShape> shared_image_shape(const cl_image_desc& desc);
/// Fills in pitches that are 0, for elements in the application's memory or in a buffer:
/// CL_INVALID_IMAGE_DESCRIPTOR.
Status complete_pitches(ImageShape& shape, size_t element_size);
/// Sets the pitches of storage of our own.
void choose_pitches(ImageShape& shape, size_t element_size);

/// One mip level: `levels[n]` of an image with this shape, with data as an offset from level 0.
struct LevelLayout {
  size_t width, height, depth;
  size_t row_pitch, slice_pitch;
  size_t offset;
  size_t size;  ///< bytes, up to the last element
};
std::vector<LevelLayout> level_layouts(const ImageShape& shape, size_t element_size);

}  // namespace heddle
