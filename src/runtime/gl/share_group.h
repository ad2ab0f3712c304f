// SPDX-License-Identifier: Apache-2.0
// The share group that an OpenCL context was made in ([EX10]): a GL context of ours, on a thread of
// its own. So nothing changes about what is current on the application's threads and on those that
// run commands, whichever window system they use, and there are no two uses at a time.
#pragma once

#include <functional>
#include <memory>

#include "platform/context.h"
#include "runtime/gl/gl_api.h"
#include "support/result.h"

namespace heddle::gl {

class ShareGroup final : public Context::Sharing {
 public:
  /// The group that the properties of `context` name, or null if they name none.
  /// CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR, CL_INVALID_OPERATION, CL_INVALID_PROPERTY.
  static Result<std::unique_ptr<ShareGroup>> of_properties(const Context& context);
  /// The group of a context that was made with one: CL_INVALID_CONTEXT.
  static Result<ShareGroup*> of(const Context& context);

  /// A group of our own in an EGLDisplay, the same for all who ask for it meanwhile.
  /// CL_OUT_OF_RESOURCES.
  static Result<std::shared_ptr<ShareGroup>> of_display(void* display);

  ~ShareGroup() override;

  /// `work` on the group's thread, and waits for its end. Bindings that it leaves must be 0 again,
  /// errors of GL are forgotten after it.
  using Work = std::function<Status(const Functions&)>;
  Status run(const Work& work);
  /// Whether the calling thread has a GL context that is current, which may be of the group.
  bool is_current_here() const;
  /// The functions, for such a context.
  const Functions& functions() const;

 private:
  struct Thread;
  explicit ShareGroup(std::shared_ptr<Thread> thread) : thread_(std::move(thread)) {}

  const std::shared_ptr<Thread> thread_;
};

/// clCreateContext and clCreateContextFromType: the new context with its share group, if its
/// properties name one.
Result<Ref<Context>> joined(Result<Ref<Context>> context);

/// clGetGLContextInfoKHR.
Status gl_context_info(const cl_context_properties* properties, cl_uint id, const InfoSink& sink);

}  // namespace heddle::gl
