// SPDX-License-Identifier: Apache-2.0
// OpenGL's internal formats and their image formats ([EX11.4.1], [EX17.3]).
#pragma once

#include <CL/cl.h>
#include <CL/cl_gl.h>  // CL_DEPTH_STENCIL and CL_UNORM_INT24 are there since 2024

#include "runtime/gl/gl_api.h"
#include "support/result.h"

namespace heddle::gl {

/// The format of a texture or renderbuffer, from GL's queries.
struct StoredFormat {
  Enum internal;  ///< as the application gave it, which may have no size
  Int red_size;   ///< bits
  Int red_type;   ///< GL_UNSIGNED_NORMALIZED, GL_FLOAT...
};
/// Returns the image format that keeps every bit of the texture:
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR.
Result<cl_image_format> image_format_of(const StoredFormat& stored);

/// The `format` and `type` of glTexSubImage2D with which elements of an image format go in and out
/// of GL.
struct PixelFormat {
  Enum format, type;
};
PixelFormat pixel_format(const cl_image_format& format);

}  // namespace heddle::gl
