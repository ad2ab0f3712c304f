// SPDX-License-Identifier: Apache-2.0
// The samples of a multi-sample texture ([EX18]), which GL shows to shaders alone.
#pragma once

#include "runtime/gl/gl_api.h"
#include "runtime/image/image.h"
#include "support/result.h"

namespace heddle::gl {

/// Draws each sample of the bound texture, which has the format `internal`, into a texture without
/// samples, and reads that into a slice of `image`. CL_INVALID_GL_OBJECT.
Status read_samples(const Functions& f, Enum internal, const ImageDetails& image);

}  // namespace heddle::gl
