// SPDX-License-Identifier: Apache-2.0
// Image formats (§5.3.1, 5.3.2): which there are (abi/image_formats.def), and a colour as an
// element of one (§5.3.4).
#pragma once

#include <CL/cl.h>
#include <CL/cl_gl.h>  // CL_DEPTH_STENCIL and CL_UNORM_INT24 are there since 2024

#include <cstddef>
#include <span>

#include "support/result.h"

namespace heddle {

struct ImageFormat {
  cl_image_format cl;
  size_t element_size;  ///< bytes: 1, 2, 4, 8 or 16

  cl_channel_order order() const { return cl.image_channel_order; }
  cl_channel_type data_type() const { return cl.image_channel_data_type; }
  bool is_depth() const { return order() == CL_DEPTH || has_stencil(); }
  /// [EX17.2]: such images are made from another API's textures, and kernels read them; nothing
  /// else can be done with them.
  bool has_stencil() const { return order() == CL_DEPTH_STENCIL; }
};

/// All formats, each once.
std::span<const ImageFormat> image_formats();
/// Whether images of this type may have the format; kernels can do with it what they like.
bool suits(const ImageFormat& format, cl_mem_object_type type);
/// For images that the application makes. CL_INVALID_IMAGE_FORMAT_DESCRIPTOR for what the
/// specification does not know, CL_IMAGE_FORMAT_NOT_SUPPORTED for what we do not have for images of
/// this type.
Result<const ImageFormat*> image_format(const cl_image_format* format, cl_mem_object_type type);
/// For images made from another API's: null for what we do not have for images of this type.
const ImageFormat* known_format(const cl_image_format& format, cl_mem_object_type type);

/// clEnqueueFillImage: `color` is four floats, int32s or uint32s as the data type wants, or one
/// float for CL_DEPTH. Writes element_size bytes.
void pack_color(const ImageFormat& format, const void* color, std::byte* element);

}  // namespace heddle
