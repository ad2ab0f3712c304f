// SPDX-License-Identifier: Apache-2.0
// A GL context of ours that shares objects with the application's ([EX10]). It is made through the
// window system's library that the application has loaded. We load none: without one there is no
// context to share with.
#pragma once

#include <memory>

#include "support/result.h"

namespace heddle::gl {

class SharedContext {
 public:
  virtual ~SharedContext() = default;
  SharedContext(const SharedContext&) = delete;
  SharedContext& operator=(const SharedContext&) = delete;

  /// Makes it current on the calling thread, until the end. Returns false if that fails.
  virtual bool make_current() = 0;
  /// Returns a GL function, or null.
  virtual void* function(const char* name) const = 0;
  /// Tells whether the calling thread, whichever it is, has a current context of this window
  /// system.
  virtual bool is_any_current() const = 0;

 protected:
  SharedContext() = default;
};

/// Make a context that shares with `context`. Both are to be called on the thread that will work
/// with it, and change what is current there. CL_INVALID_OPERATION: the application has not loaded
/// that window system's library. CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR: no valid context, or none
/// that ours can share with.
Result<std::unique_ptr<SharedContext>> share_with_egl(void* display, void* context);
Result<std::unique_ptr<SharedContext>> share_with_glx(void* display, void* context);

/// Makes a context that shares with no other, for objects that belong to the display.
/// CL_OUT_OF_RESOURCES.
Result<std::unique_ptr<SharedContext>> make_with_egl(void* display);

/// Returns a function of a library that the process has loaded, in any way; null if it has not.
void* loaded_function(const char* library, const char* name);

}  // namespace heddle::gl
