// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_enqueue/parent.h"

#include <utility>

namespace heddle {

Parent::Parent(std::shared_ptr<const Inherited> inherited)
    : inherited_(std::move(inherited)), body_(Ref<Completion>::adopt(new Completion)) {}

// ---- The end.

void Parent::leave(cl_int status) noexcept {
  if (status < 0) {
    cl_int none = CL_COMPLETE;
    status_.compare_exchange_strong(none, status, std::memory_order_relaxed);
  }
  if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) reach_end();
}

void Parent::end() noexcept {
  // This ends the command, and `this`; its own parent may reach its end.
  command_->ended(status_.load(std::memory_order_relaxed));
}

void Parent::body_ended(cl_int status) noexcept {
  command_->body_ended();
  // Children that wait for the body may start, and end, at once. The body still counts as
  // unfinished.
  const Ref<Completion> body = body_;
  body->complete(CL_COMPLETE);
  if (command_->is_child_) command_->rests();
  leave(status);
}

// ---- Ranges of work-groups.

thread_local constinit Completion* Parent::range_ = nullptr;

void* Parent::range_begins() noexcept {
  return std::exchange(range_, nullptr);
}

void Parent::range_ended(void* outer) noexcept {
  Completion* const range = std::exchange(range_, static_cast<Completion*>(outer));
  if (!range) return;
  // Children start, and may end, now. The body has not ended, so `this` stays.
  Ref<Completion>::adopt(range)->complete(CL_COMPLETE);
}

Completion* Parent::range() {
  if (!range_) range_ = new Completion;
  return range_;
}

}  // namespace heddle
