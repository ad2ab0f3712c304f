// SPDX-License-Identifier: Apache-2.0
// The share group that an OpenCL context was made in ([EX10]): a GL context of ours, on a thread of
// its own. So the current contexts of the application's threads and of those that run commands stay
// as they are, with every window system, and there are no two uses at a time.
#pragma once

#include <functional>
#include <memory>

#include "platform/context.h"
#include "runtime/gl/gl_api.h"
#include "support/result.h"

namespace heddle::gl {

class ShareGroup final : public Context::Sharing {
 public:
  /// Makes the group that the properties of `context` name, or null if they name none.
  /// CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, CL_INVALID_OPERATION, CL_INVALID_PROPERTY.
  static Result<std::unique_ptr<ShareGroup>> of_properties(const Context& context);
  /// Returns the group of a context that was made with one: CL_INVALID_CONTEXT.
  static Result<ShareGroup*> of(const Context& context);

  /// Returns a group of our own in an EGLDisplay, shared by all present users. CL_OUT_OF_RESOURCES.
  static Result<std::shared_ptr<ShareGroup>> of_display(void* display);

  ~ShareGroup() override;

  /// Runs `work` on the group's thread, and waits for its end. Bindings that it leaves must be 0
  /// again; errors of GL are forgotten after it.
  using Work = std::function<Status(const Functions&)>;
  Status run(const Work& work);
  /// Tells whether the calling thread has a current GL context, which may be of the group.
  bool is_current_here() const;
  /// Returns the functions, for such a context.
  const Functions& functions() const;

 private:
  struct Thread;
  explicit ShareGroup(std::shared_ptr<Thread> thread) : thread_(std::move(thread)) {}

  const std::shared_ptr<Thread> thread_;
};

/// Gives the new context of clCreateContext or clCreateContextFromType its share group, if its
/// properties name one.
Result<Ref<Context>> joined(Result<Ref<Context>> context);

/// Implements clGetGLContextInfoKHR.
Status gl_context_info(const cl_context_properties* properties, cl_uint id, const InfoSink& sink);

}  // namespace heddle::gl
