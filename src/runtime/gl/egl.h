// SPDX-License-Identifier: Apache-2.0
// What is used of EGL beside contexts (shared_context.h), from the library that the application has
// loaded.
#pragma once

namespace heddle::gl {

/// Whether it is an EGLDisplay that has been initialised.
bool is_egl_display(void* display);
/// False if it is no EGLImage of the display. EGL has no call that only asks, and some OpenGLs
/// follow any pointer, so the answer comes from extensions that export images, asked for nothing;
/// without them it is true.
bool may_be_egl_image(void* display, void* image);
/// Whether it is a fence sync object of the display (EGL_SYNC_FENCE).
bool is_egl_fence(void* display, void* sync);
/// Waits for it. False if it is none.
bool wait_for_egl_fence(void* display, void* sync);

}  // namespace heddle::gl
