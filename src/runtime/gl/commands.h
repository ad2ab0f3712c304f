// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CL/cl_egl.h>
#include <CL/cl_gl.h>

#include <span>

#include "runtime/command/enqueue.h"

namespace heddle::gl {

/// Enqueues clEnqueueAcquireGLObjects (CL_COMMAND_ACQUIRE_GL_OBJECTS) or clEnqueueReleaseGLObjects
/// (CL_COMMAND_RELEASE_GL_OBJECTS): CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT,
/// CL_INVALID_GL_OBJECT. `objects` may be null if it is empty.
Status enqueue_sharing(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                       const EnqueueArgs& args);

/// Enqueues clEnqueueAcquireEGLObjectsKHR (CL_COMMAND_ACQUIRE_EGL_OBJECTS_KHR) or
/// clEnqueueReleaseEGLObjectsKHR: CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT,
/// CL_INVALID_EGL_OBJECT_KHR.
Status enqueue_egl_sharing(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                           const EnqueueArgs& args);

}  // namespace heddle::gl
