// SPDX-License-Identifier: Apache-2.0
// Memory objects from OpenGL objects ([EX11]). All functions fail with CL_INVALID_CONTEXT, with
// CL_INVALID_VALUE for flags, and with CL_INVALID_GL_OBJECT.
#pragma once

#include <CL/cl_gl.h>

#include <functional>
#include <span>

#include "platform/info.h"
#include "runtime/gl/gl_api.h"
#include "runtime/gl/shared_object.h"
#include "runtime/memory/memory.h"

namespace heddle::gl {

/// Implements clCreateFromGLBuffer.
Result<Ref<Memory>> create_from_buffer(Context& context, cl_mem_flags flags, Uint buffer);
/// Implements clCreateFromGLTexture and its older forms; `targets` are those that the call takes.
/// Fails with CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
/// CL_INVALID_OPERATION, too.
Result<Ref<Memory>> create_from_texture(Context& context, cl_mem_flags flags,
                                        std::span<const Enum> targets, Enum target, Int level,
                                        Uint texture);
extern const std::span<const Enum> kAnyTarget, k2DTargets, k3DTargets;
/// Implements clCreateFromGLRenderbuffer. Fails with CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
/// CL_INVALID_OPERATION, too.
Result<Ref<Memory>> create_from_renderbuffer(Context& context, cl_mem_flags flags,
                                             Uint renderbuffer);

/// Makes an image from the description that `open` returns on the group's thread.
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR.
using OpenImage = std::function<Result<ImageSource>(const Functions&)>;
Result<Ref<Memory>> image_from(Context& context, cl_mem_flags flags, ShareGroup& group,
                               const OpenImage& open);

/// Implements clGetGLTextureInfo.
Status texture_info(const Memory& memory, cl_gl_texture_info id, const InfoSink& sink);

}  // namespace heddle::gl
