// SPDX-License-Identifier: Apache-2.0
#include "support/cancellation.h"

#include <sys/eventfd.h>

#include "support/mutex.h"

namespace heddle {
namespace {

thread_local constinit Cancellation* innermost = nullptr;

}  // namespace

void Cancellation::cancel() noexcept {
  const Lock lock(mutex_);
  __atomic_store_n(&flag_, 1, __ATOMIC_RELEASE);
  if (event_) ::eventfd_write(event_.get(), 1);
}

int Cancellation::descriptor() {
  const Lock lock(mutex_);
  if (!event_) event_ = File(::eventfd(is_cancelled() ? 1 : 0, EFD_CLOEXEC | EFD_NONBLOCK));
  return event_.get();
}

Cancellation* Cancellation::current() {
  return innermost;
}

Cancellation::Scope::Scope(Cancellation* cancellation)
    : outer_(std::exchange(innermost, cancellation)) {}

Cancellation::Scope::~Scope() {
  innermost = outer_;
}

}  // namespace heddle
