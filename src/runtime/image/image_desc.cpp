// SPDX-License-Identifier: Apache-2.0
#include "runtime/image/image_desc.h"

#include <algorithm>
#include <bit>

#include "abi/kernel_abi.h"
#include "platform/device.h"
#include "support/checked.h"

namespace heddle {
namespace {

constexpr size_t kCacheLine = 64;

/// Returns the pitch of a row. Rows begin at cache lines, and not all at the same offset in a page:
/// those above each other would fall into the same sets of the cache.
size_t padded_row(size_t row, bool many_rows) {
  if (!many_rows || row < kCacheLine) return row;
  const size_t pitch = align_up(row, kCacheLine);
  return pitch % HD_PAGE_BYTES == 0 ? pitch + kCacheLine : pitch;
}

Status sizes_within(const ImageShape& shape) {
  const bool is_3d = shape.is_3d();
  const size_t max_width = shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER
                               ? Device::image_max_buffer_size()
                           : is_3d ? Device::image_3d_max()
                                   : Device::image_2d_max();
  const size_t max_height = is_3d ? Device::image_3d_max() : Device::image_2d_max();
  return require(shape.width <= max_width && shape.height <= max_height &&
                     shape.depth <= Device::image_3d_max() &&
                     shape.array_size <= Device::image_max_array_size(),
                 CL_INVALID_IMAGE_SIZE, "a size is larger than any device supports");
}

/// Checks the number of levels ([EX29]). Depth images may have levels although its restrictions
/// forbid it: it has functions that read them.
Status levels_within(const ImageShape& shape) {
  if (shape.num_mip_levels == 1) return {};
  TRY(require(shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_INVALID_IMAGE_DESCRIPTOR,
              "1D image buffers cannot have mip levels"));
  // More levels than the sizes have halves do no harm: the sizes stay at 1.
  constexpr auto most = static_cast<cl_uint>(std::bit_width(Device::image_2d_max()));
  return require(shape.num_mip_levels <= most, CL_INVALID_IMAGE_DESCRIPTOR,
                 "more mip levels than the largest image has halves");
}

}  // namespace

bool is_image_type(cl_mem_object_type type) {
  constexpr cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                          CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                          CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
  return std::ranges::find(types, type) != std::end(types);
}

Result<ImageShape> image_shape(const cl_image_desc& desc) {
  const ImageShape shape = TRY(shared_image_shape(desc));
  TRY(require(shape.num_samples == 0, CL_INVALID_IMAGE_DESCRIPTOR, "num_samples is not 0"));
  return shape;
}

Result<ImageShape> shared_image_shape(const cl_image_desc& desc) {
  ImageShape shape{desc.image_type,
                   desc.image_width,
                   1,
                   1,
                   1,
                   desc.image_row_pitch,
                   desc.image_slice_pitch,
                   std::max<cl_uint>(desc.num_mip_levels, 1),
                   desc.num_samples};
  if (shape.has_height()) shape.height = desc.image_height;
  if (shape.is_3d()) shape.depth = desc.image_depth;
  if (shape.is_array()) shape.array_size = desc.image_array_size;
  TRY(require(shape.width && shape.height && shape.depth && shape.array_size,
              CL_INVALID_IMAGE_DESCRIPTOR, "a size is 0"));
  TRY(sizes_within(shape));
  TRY(levels_within(shape));
  return shape;
}

Status complete_pitches(ImageShape& shape, size_t element_size) {
  const size_t row = shape.width * element_size;
  if (!shape.row_pitch) shape.row_pitch = row;
  TRY(require(shape.row_pitch >= row && shape.row_pitch % element_size == 0,
              CL_INVALID_IMAGE_DESCRIPTOR,
              "row pitch below the width, or no multiple of the element size"));
  const auto slice = checked_mul(shape.row_pitch, shape.height);
  TRY(require(slice.has_value(), CL_INVALID_IMAGE_DESCRIPTOR, "the pitches fit into no memory"));
  if (!shape.slice_pitch || !shape.has_slices()) shape.slice_pitch = *slice;
  TRY(require(shape.slice_pitch >= *slice && shape.slice_pitch % shape.row_pitch == 0,
              CL_INVALID_IMAGE_DESCRIPTOR,
              "slice pitch below a slice, or no multiple of the row pitch"));
  return require(checked_mul(shape.slice_pitch, shape.slices()).has_value(),
                 CL_INVALID_IMAGE_DESCRIPTOR, "the pitches fit into no memory");
}

void choose_pitches(ImageShape& shape, size_t element_size) {
  const bool many_rows = shape.height * shape.slices() > 1;
  shape.row_pitch = padded_row(shape.width * element_size, many_rows);
  shape.slice_pitch = shape.row_pitch * shape.height;
}

std::vector<LevelLayout> level_layouts(const ImageShape& shape, size_t element_size) {
  std::vector<LevelLayout> levels;
  levels.reserve(shape.num_mip_levels);
  ImageShape level = shape;
  size_t offset = 0;
  for (cl_uint n = 0; n < shape.num_mip_levels; ++n) {
    if (n > 0) choose_pitches(level, element_size);
    const size_t size = (level.slices() - 1) * level.slice_pitch +
                        (level.height - 1) * level.row_pitch + level.width * element_size;
    levels.push_back(
        {level.width, level.height, level.depth, level.row_pitch, level.slice_pitch, offset, size});
    offset = align_up(offset + size, kCacheLine);
    for (size_t* extent : {&level.width, &level.height, &level.depth}) {
      *extent = std::max<size_t>(*extent / 2, 1);
    }
  }
  return levels;
}

}  // namespace heddle
