// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/share_group.h"

#include <CL/cl_gl.h>

#include <map>
#include <string_view>
#include <vector>

#include "platform/platform.h"
#include "runtime/command/completion.h"
#include "runtime/gl/shared_context.h"
#include "support/background.h"
#include "support/mutex.h"

namespace heddle::gl {
namespace {

constexpr cl_int kNoGroup = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;

/// The pair of properties that names a GL context.
struct Reference {
  bool is_egl = true;
  void* display = nullptr;
  void* context = nullptr;  ///< null: ours has no context to share with
};

Result<std::unique_ptr<SharedContext>> context_for(const Reference& reference) {
  if (!reference.context) return make_with_egl(reference.display);
  return reference.is_egl ? share_with_egl(reference.display, reference.context)
                          : share_with_glx(reference.display, reference.context);
}

/// Returns the GL context that the properties name; its context is null if they name none.
Result<Reference> reference(const Context& context) {
  const auto value = [&](cl_context_properties name) {
    return reinterpret_cast<void*>(context.property(name).value_or(0));
  };
  void* const gl = value(CL_GL_CONTEXT_KHR);
  void* const egl = value(CL_EGL_DISPLAY_KHR);
  void* const glx = value(CL_GLX_DISPLAY_KHR);
  TRY(require(!value(CL_WGL_HDC_KHR) && !value(CL_CGL_SHAREGROUP_KHR), CL_INVALID_OPERATION,
              "WGL and CGL are of other systems"));
  TRY(require(!egl || !glx, CL_INVALID_OPERATION, "both an EGL and a GLX display are given"));
  if (!gl) return Reference{};
  TRY(require(egl || glx, kNoGroup, "CL_GL_CONTEXT_KHR without a display"));
  TRY(require(!context.property(CL_CONTEXT_INTEROP_USER_SYNC), CL_INVALID_PROPERTY,
              "CL_CONTEXT_INTEROP_USER_SYNC with an OpenGL context"));
  return Reference{egl != nullptr, egl ? egl : glx, gl};
}

bool has_extension(const Functions& f, std::string_view extension) {
  Int count = 0;
  f.GetIntegerv(kNumExtensions, &count);
  for (Int i = 0; i < count; ++i) {
    const char* name = f.GetStringi(kExtensions, static_cast<Uint>(i));
    if (name && name == extension) return true;
  }
  return false;
}

bool has_copy_image(const Functions& f) {
  Int major = 0, minor = 0;
  f.GetIntegerv(kVersionMajor, &major);
  f.GetIntegerv(kVersionMinor, &minor);
  return major > 4 || (major == 4 && minor >= 3) || has_extension(f, "GL_ARB_copy_image");
}

/// Makes `context` current on the calling thread, and returns its functions.
Result<Functions> begun_with(SharedContext& context) {
  TRY(require(context.make_current(), kNoGroup, "our context cannot be made current"));
  Functions f;
  bool whole = true;
#define HEDDLE_GL_FIND(result, name, parameters)                             \
  f.name = reinterpret_cast<decltype(f.name)>(context.function("gl" #name)); \
  whole = whole && f.name;
  HEDDLE_GL_FUNCTIONS(HEDDLE_GL_FIND)
#undef HEDDLE_GL_FIND
  // Some libraries return an address for functions that the context does not have.
  TRY(require(whole && has_copy_image(f), kNoGroup,
              "OpenGL 3.2 with GL_ARB_copy_image, or 4.3, is needed"));
  if (has_extension(f, "GL_OES_EGL_image")) {
    f.EGLImageTargetTexture2DOES = reinterpret_cast<decltype(f.EGLImageTargetTexture2DOES)>(
        context.function("glEGLImageTargetTexture2DOES"));
  }
  return f;
}

template <class Body>
Status guarded(const Body& body) noexcept {
  try {
    return body();
  } catch (...) {
    return Error{CL_OUT_OF_HOST_MEMORY, "out of memory"};
  }
}

}  // namespace

/// The state that the thread and its users share.
struct ShareGroup::Thread {
  static Result<std::shared_ptr<Thread>> start(const Reference& reference);
  /// Runs for the thread's whole life.
  void main(const Reference& reference) noexcept;

  const uint32_t generation = fork_generation();  // a forked child has no such thread
  Mutex turn;                                     // held by the one user of `work`
  Mutex mutex;
  ConditionVariable changed;
  bool ready GUARDED_BY(mutex) = false;          // `status` says whether it can work
  bool stop GUARDED_BY(mutex) = false;           // the group goes...
  bool ended GUARDED_BY(mutex) = false;          // ...and the thread has let go of its context
  const Work* work GUARDED_BY(mutex) = nullptr;  // to be done
  Status status GUARDED_BY(mutex);               // the start's, then the newest work's
  // Constant once `ready`.
  std::unique_ptr<SharedContext> context;
  Functions functions;
};

void ShareGroup::Thread::main(const Reference& reference) noexcept {
  const auto begin = [&]() -> Status {
    context = TRY(context_for(reference));
    functions = TRY(begun_with(*context));
    functions.PixelStorei(kPackAlignment, 1);
    functions.PixelStorei(kUnpackAlignment, 1);
    return {};
  };
  Status begun = guarded(begin);
  const bool works = static_cast<bool>(begun);
  Lock lock(mutex);
  status = std::move(begun);
  ready = true;
  changed.notify_all();
  while (works) {
    while (!work && !stop) changed.wait(mutex);
    if (stop) break;
    const Work& next = *work;
    lock.unlock();
    Status done = guarded([&] { return next(functions); });
    while (functions.GetError() != kNoError) {
    }
    lock.lock();
    status = std::move(done);
    work = nullptr;
    changed.notify_all();
  }
  lock.unlock();
  context.reset();
  lock.lock();
  ended = true;
  changed.notify_all();
}

Result<std::shared_ptr<ShareGroup::Thread>> ShareGroup::Thread::start(const Reference& reference) {
  auto thread = std::make_shared<Thread>();
  TRY(require(run_in_background([thread, reference] { thread->main(reference); }),
              CL_OUT_OF_RESOURCES, "no thread for OpenGL's work"));
  Lock lock(thread->mutex);
  while (!thread->ready) thread->changed.wait(thread->mutex);
  TRY(Status(thread->status));
  lock.unlock();
  return thread;
}

Result<std::unique_ptr<ShareGroup>> ShareGroup::of_properties(const Context& context) {
  const Reference named = TRY(reference(context));
  if (!named.context) return std::unique_ptr<ShareGroup>();
  auto thread = TRY(Thread::start(named));
  return std::unique_ptr<ShareGroup>(new ShareGroup(std::move(thread)));
}

Result<std::shared_ptr<ShareGroup>> ShareGroup::of_display(void* display) {
  struct Groups {
    Mutex mutex;
    std::map<void*, std::weak_ptr<ShareGroup>> by_display GUARDED_BY(mutex);
  };
  static Groups& groups = *new Groups;  // leaked on purpose: no static destructors
  const Lock lock(groups.mutex);
  std::weak_ptr<ShareGroup>& known = groups.by_display[display];
  std::shared_ptr<ShareGroup> group = known.lock();
  if (!group || group->thread_->generation != fork_generation()) {
    auto thread = TRY(Thread::start({true, display, nullptr}));
    group.reset(new ShareGroup(std::move(thread)));
    known = group;
  }
  return group;
}

Result<ShareGroup*> ShareGroup::of(const Context& context) {
  auto* group = static_cast<ShareGroup*>(context.sharing());
  TRY(require(group != nullptr, CL_INVALID_CONTEXT, "the context was made without one of OpenGL"));
  return group;
}

ShareGroup::~ShareGroup() {
  if (thread_->generation != fork_generation()) return;
  const Lock lock(thread_->mutex);
  thread_->stop = true;
  thread_->changed.notify_all();
  while (!thread_->ended) thread_->changed.wait(thread_->mutex);
}

Status ShareGroup::run(const Work& work) {
  TRY(require(thread_->generation == fork_generation(), CL_OUT_OF_RESOURCES,
              "OpenGL objects are not shared with a forked process"));
  const Lock turn(thread_->turn);
  const Lock lock(thread_->mutex);
  thread_->work = &work;
  thread_->changed.notify_all();
  while (thread_->work) thread_->changed.wait(thread_->mutex);
  return std::move(thread_->status);
}

bool ShareGroup::is_current_here() const {
  return thread_->context->is_any_current();
}

const Functions& ShareGroup::functions() const {
  return thread_->functions;
}

Result<Ref<Context>> joined(Result<Ref<Context>> context) {
  Context& made = *TRY(context);
  made.set_sharing(TRY(ShareGroup::of_properties(made)));
  return context;
}

Status gl_context_info(const cl_context_properties* properties, cl_uint id, const InfoSink& sink) {
  TRY(require(id == CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR || id == CL_DEVICES_FOR_GL_CONTEXT_KHR,
              CL_INVALID_VALUE, "unknown param_name"));
  cl_device_id device = TRY(platform().find_device(CL_DEVICE_TYPE_DEFAULT));
  auto context = Context::create(properties, 1, &device, nullptr, nullptr);
  if (!context && context.error().code == CL_INVALID_PROPERTY) {
    return Error{CL_INVALID_VALUE, context.error().why};  // this query has another code for it
  }
  TRY(require(TRY(ShareGroup::of_properties(*TRY(std::move(context)))) != nullptr, kNoGroup,
              "the properties name no OpenGL context"));
  return put(sink, std::vector{device});  // the only one, whichever the query asks for
}

}  // namespace heddle::gl
