// SPDX-License-Identifier: Apache-2.0
// The functions of EGL that are used beside contexts (shared_context.h), from the library that the
// application has loaded.
#pragma once

namespace heddle::gl {

/// Tells whether it is an initialised EGLDisplay.
bool is_egl_display(void* display);
/// Returns false if it is no EGLImage of the display. EGL has no call that only asks, and some
/// OpenGLs follow any pointer, so the answer comes from extensions that export images, asked for
/// nothing. Returns true without them.
bool may_be_egl_image(void* display, void* image);
/// Tells whether it is a fence sync object of the display (EGL_SYNC_FENCE).
bool is_egl_fence(void* display, void* sync);
/// Waits for a fence. Returns false if it is none.
bool wait_for_egl_fence(void* display, void* sync);

}  // namespace heddle::gl
