// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/fence.h"

#include <CL/cl_egl.h>
#include <CL/cl_gl.h>

#include "runtime/gl/egl.h"
#include "runtime/gl/share_group.h"

namespace heddle::gl {
namespace {

// An event would have to hold a reference to its sync object, but neither API has a call to take
// one: only a waiter keeps a deleted object alive. So both calls return when the fence has been
// reached.

constexpr uint64_t kTurn = 1'000'000;  // ns: the longest wait at a time for others of the group

Ref<Event> reached(Context& context, cl_command_type type) {
  auto event = make<Event>(context, type);
  event->settle(CL_COMPLETE);
  return event;
}

/// Flushes the caller's own commands, which may not have been sent: most fences are among them.
void flush_here(const ShareGroup& group) {
  if (group.is_current_here()) group.functions().Flush();
}

}  // namespace

Result<Ref<Event>> event_of_sync(Context& context, Sync sync) {
  ShareGroup& group = *TRY(ShareGroup::of(context));
  flush_here(group);
  for (Enum answer = kTimeoutExpired; answer == kTimeoutExpired;) {
    TRY(group.run([&](const Functions& f) -> Status {
      constexpr const char* why = "not a sync object of the share group";
      TRY(require(f.IsSync(sync), CL_INVALID_GL_OBJECT, why));
      answer = f.ClientWaitSync(sync, 0, kTurn);
      return require(answer != kWaitFailed, CL_INVALID_GL_OBJECT, why);
    }));
  }
  return reached(context, CL_COMMAND_GL_FENCE_SYNC_OBJECT_KHR);
}

Result<Ref<Event>> event_of_egl_sync(Context& context, void* display, void* sync) {
  const ShareGroup& group = *TRY(ShareGroup::of(context));
  constexpr const char* why = "not a fence of this EGLDisplay";
  TRY(require(is_egl_fence(display, sync), CL_INVALID_EGL_OBJECT_KHR, why));
  flush_here(group);
  TRY(require(wait_for_egl_fence(display, sync), CL_INVALID_EGL_OBJECT_KHR, why));
  return reached(context, CL_COMMAND_EGL_FENCE_SYNC_OBJECT_KHR);
}

}  // namespace heddle::gl
