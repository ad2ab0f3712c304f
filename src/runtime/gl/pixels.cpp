// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/pixels.h"

#include "runtime/gl/formats.h"

namespace heddle::gl {
namespace {

/// The layout of our rows and slices for glPixelStorei: pitches are whole elements.
struct Pitches {
  explicit Pitches(const ImageDetails& image) {
    const hd_image_level& level = image.levels().front();
    const bool rows_are_slices = image.shape().type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t row = rows_are_slices ? level.slice_pitch : level.row_pitch;
    row_length = static_cast<Int>(row / image.format().element_size);
    image_height = static_cast<Int>(level.slice_pitch / row);
  }
  Int row_length, image_height;
};

}  // namespace

void read_texture(const Functions& f, Enum target, Int level, const ImageDetails& image) {
  const PixelFormat pixels = pixel_format(image.format().cl);
  const Pitches pitches(image);
  f.PixelStorei(kPackRowLength, pitches.row_length);
  f.PixelStorei(kPackImageHeight, pitches.image_height);
  f.GetTexImage(target, level, pixels.format, pixels.type, image.levels().front().data);
}

void write_texture(const Functions& f, Enum target, Int level, const ImageDetails& image) {
  const PixelFormat pixels = pixel_format(image.format().cl);
  const Pitches pitches(image);
  const hd_image_level& elements = image.levels().front();
  const auto layers = static_cast<Int>(image.shape().array_size);
  f.PixelStorei(kUnpackRowLength, pitches.row_length);
  f.PixelStorei(kUnpackImageHeight, pitches.image_height);
  switch (image.shape().type) {
    case CL_MEM_OBJECT_IMAGE1D:
      f.TexSubImage1D(target, level, 0, elements.width, pixels.format, pixels.type, elements.data);
      break;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      f.TexSubImage2D(target, level, 0, 0, elements.width, layers, pixels.format, pixels.type,
                      elements.data);
      break;
    case CL_MEM_OBJECT_IMAGE2D:
      f.TexSubImage2D(target, level, 0, 0, elements.width, elements.height, pixels.format,
                      pixels.type, elements.data);
      break;
    default: {
      const Int depth = image.shape().is_3d() ? elements.depth : layers;
      f.TexSubImage3D(target, level, 0, 0, 0, elements.width, elements.height, depth, pixels.format,
                      pixels.type, elements.data);
    }
  }
}

}  // namespace heddle::gl
