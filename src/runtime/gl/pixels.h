// SPDX-License-Identifier: Apache-2.0
// Copies the elements of an image to and from a texture that is bound to `target`.
#pragma once

#include "runtime/gl/gl_api.h"
#include "runtime/image/image.h"

namespace heddle::gl {

/// `target` is that of glGetTexImage: a face, for a cube map. The GL context must be current;
/// errors of GL's are left to check().
void read_texture(const Functions& f, Enum target, Int level, const ImageDetails& image);
void write_texture(const Functions& f, Enum target, Int level, const ImageDetails& image);

}  // namespace heddle::gl
