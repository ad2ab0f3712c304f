// SPDX-License-Identifier: Apache-2.0
// The image formats (§5.3.1, 5.3.2) of abi/image_formats.def, and a colour as an element of one
// (§5.3.4).
#pragma once

#include <CL/cl.h>
#include <CL/cl_gl.h>  // CL_DEPTH_STENCIL and CL_UNORM_INT24 are there since 2024

#include <cstddef>
#include <span>

#include "support/result.h"

namespace heddle {

/// Bytes of the largest element.
inline constexpr size_t kMaxElementSize = 16;

struct ImageFormat {
  cl_image_format cl;
  size_t element_size;  ///< bytes: a power of two, at most kMaxElementSize

  cl_channel_order order() const { return cl.image_channel_order; }
  cl_channel_type data_type() const { return cl.image_channel_data_type; }
  bool is_depth() const { return order() == CL_DEPTH || has_stencil(); }
  /// Tells whether the format has stencil bits. Such images are made from another API's textures,
  /// and only kernels can read them ([EX17.2]).
  bool has_stencil() const { return order() == CL_DEPTH_STENCIL; }
};

/// Returns all formats, each once.
std::span<const ImageFormat> image_formats();
/// Tells whether images of this type may have the format. Kernels may read and write all such
/// images, except those with stencil bits.
bool suits(const ImageFormat& format, cl_mem_object_type type);
/// Looks up the format of an image that the application makes. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR
/// if the specification does not know it, CL_IMAGE_FORMAT_NOT_SUPPORTED if we do not have it for
/// images of this type.
Result<const ImageFormat*> image_format(const cl_image_format* format, cl_mem_object_type type);
/// Looks up the format of an image made from another API's; null if we do not have it for images of
/// this type.
const ImageFormat* known_format(const cl_image_format& format, cl_mem_object_type type);

/// Converts the colour of clEnqueueFillImage. `color` is four floats, int32s or uint32s by the data
/// type, or one float for CL_DEPTH. Writes element_size bytes.
void pack_color(const ImageFormat& format, const void* color, std::byte* element);

}  // namespace heddle
