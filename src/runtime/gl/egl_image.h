// SPDX-License-Identifier: Apache-2.0
// Images from EGLImages ([EX20]). A texture of ours is the EGLImage's sibling, in a GL context of
// its display, whether the OpenCL context shares with OpenGL or not.
#pragma once

#include <CL/cl_egl.h>

#include "runtime/memory/memory.h"

namespace heddle::gl {

/// Implements clCreateFromEGLImageKHR: CL_INVALID_VALUE, CL_INVALID_EGL_OBJECT_KHR,
/// CL_IMAGE_FORMAT_NOT_SUPPORTED.
Result<Ref<Memory>> create_from_egl_image(Context& context, void* display, void* image,
                                          cl_mem_flags flags,
                                          const cl_egl_image_properties_khr* properties);

}  // namespace heddle::gl
