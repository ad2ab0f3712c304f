// SPDX-License-Identifier: Apache-2.0
// A GL context of ours that shares objects with the application's ([EX10]), made through the
// window system's library that the application has loaded. None is loaded by us: without one there
// is no context to share with.
#pragma once

#include <memory>

#include "support/result.h"

namespace heddle::gl {

class SharedContext {
 public:
  virtual ~SharedContext() = default;
  SharedContext(const SharedContext&) = delete;
  SharedContext& operator=(const SharedContext&) = delete;

  /// Current on the calling thread, until the end. False if that fails.
  virtual bool make_current() = 0;
  /// A GL function, or null.
  virtual void* function(const char* name) const = 0;
  /// Whether the calling thread, whichever it is, has a context of this window system that is
  /// current.
  virtual bool is_any_current() const = 0;

 protected:
  SharedContext() = default;
};

/// Both are to be called on the thread that will work with the context, and change what is current
/// there. CL_INVALID_OPERATION: the application has not loaded that window system's library;
/// CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR: no valid context, or none that ours can share with.
Result<std::unique_ptr<SharedContext>> share_with_egl(void* display, void* context);
Result<std::unique_ptr<SharedContext>> share_with_glx(void* display, void* context);

/// The same without another context to share with: for what belongs to the display.
/// CL_OUT_OF_RESOURCES.
Result<std::unique_ptr<SharedContext>> make_with_egl(void* display);

/// A function of a library that the process has loaded, however it did; null if it has not.
void* loaded_function(const char* library, const char* name);

}  // namespace heddle::gl
