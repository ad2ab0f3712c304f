// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/commands.h"

#include <vector>

#include "platform/error_names.h"
#include "runtime/command/command.h"
#include "runtime/gl/share_group.h"
#include "runtime/gl/shared_object.h"
#include "runtime/memory/validate.h"

namespace heddle::gl {
namespace {

using Objects = std::vector<Ref<Memory>>;

bool is_acquire(cl_command_type type) {
  return type == CL_COMMAND_ACQUIRE_GL_OBJECTS || type == CL_COMMAND_ACQUIRE_EGL_OBJECTS_KHR;
}

const char* name_of(cl_command_type type) {
  switch (type) {
    case CL_COMMAND_ACQUIRE_GL_OBJECTS:
      return "clEnqueueAcquireGLObjects";
    case CL_COMMAND_RELEASE_GL_OBJECTS:
      return "clEnqueueReleaseGLObjects";
    case CL_COMMAND_ACQUIRE_EGL_OBJECTS_KHR:
      return "clEnqueueAcquireEGLObjectsKHR";
    default:
      return "clEnqueueReleaseEGLObjectsKHR";
  }
}

/// A command for both directions. The objects go one after the other, as there is one GL context
/// for each group.
class SharingCommand final : public Command, public cpu::Job {
 public:
  SharingCommand(Queue& queue, cl_command_type type, Objects objects)
      : Command(queue, type), objects_(std::move(objects)) {}

  cpu::Job* job() noexcept override { return this; }
  bool small() const noexcept override { return false; }  // it waits for GL
  size_t chunks() const override { return 1; }
  void run(size_t, cpu::Worker&) noexcept override {
    started();
    if (const Status status = guarded_transfer(); !status) {
      status_ = status.error().code;
      queue().context().notify(name_of(type()), status.error());
    }
  }
  void finished() noexcept override { ended(status_); }
  void release_resources() noexcept override { objects_.clear(); }

 private:
  Status guarded_transfer() noexcept {
    try {
      return transfer();
    } catch (...) {
      return Error{CL_OUT_OF_HOST_MEMORY, "out of memory"};
    }
  }
  Status transfer() {
    for (const Ref<Memory>& memory : objects_) {
      SharedObject& object = *shared_origin(*memory);
      TRY(object.group(*memory).run([&](const Functions& f) -> Status {
        if (is_acquire(type())) return object.acquire(f, *memory);
        TRY(object.release(f, *memory));
        f.Finish();  // the event's waiters use the objects in contexts of their own next
        return {};
      }));
    }
    return {};
  }

  Objects objects_;
  cl_int status_ = CL_COMPLETE;
};

}  // namespace

Status enqueue_sharing(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                       const EnqueueArgs& args) {
  ShareGroup& group = *TRY(ShareGroup::of(queue.context()));
  Objects held;
  held.reserve(objects.size());
  for (const cl_mem each : objects) {
    held.push_back(TRY(handle<Memory>(each)));
    TRY(shared_object(*held.back()));
    TRY(same_context(queue, *held.back()));
  }
  // GL commands that this thread has issued are done before an acquire, and those that it will
  // issue come after a release ([EX12.6]). GL can hold commands back only by returning later.
  const bool synchronizes = !objects.empty() && group.is_current_here();
  if (synchronizes && is_acquire(type)) group.functions().Finish();
  auto command = Ref<Command>::adopt(new SharingCommand(queue, type, std::move(held)));
  TRY(enqueue(queue, command, args));
  if (synchronizes && !is_acquire(type)) queue.wait(*command);
  return {};
}

Status enqueue_egl_sharing(Queue& queue, cl_command_type type, std::span<const cl_mem> objects,
                           const EnqueueArgs& args) {
  Objects held;
  held.reserve(objects.size());
  for (const cl_mem each : objects) {
    held.push_back(TRY(handle<Memory>(each)));
    const SharedObject* const object = shared_origin(*held.back());
    TRY(require(object && object->type() == SharedObject::kNotOfGl, CL_INVALID_EGL_OBJECT_KHR,
                "not made from an EGLImage"));
    TRY(require(&held.back()->context() == &queue.context(), CL_INVALID_MEM_OBJECT,
                "the memory object is of another context than the queue"));
  }
  return enqueue(queue, Ref<Command>::adopt(new SharingCommand(queue, type, std::move(held))),
                 args);
}

}  // namespace heddle::gl
