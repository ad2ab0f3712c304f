// SPDX-License-Identifier: Apache-2.0
// Events that complete with another API's sync objects ([EX12.5], [EX19.5]).
#pragma once

#include "runtime/command/event.h"
#include "runtime/gl/gl_api.h"

namespace heddle::gl {

/// Implements clCreateEventFromGLsyncKHR: CL_INVALID_CONTEXT, CL_INVALID_GL_OBJECT. Both functions
/// return when the fence has been reached.
Result<Ref<Event>> event_of_sync(Context& context, Sync sync);

/// Implements clCreateEventFromEGLSyncKHR: CL_INVALID_CONTEXT, CL_INVALID_EGL_OBJECT_KHR.
Result<Ref<Event>> event_of_egl_sync(Context& context, void* display, void* sync);

}  // namespace heddle::gl
