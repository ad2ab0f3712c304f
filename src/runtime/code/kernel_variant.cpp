// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/kernel_variant.h"

#include <CL/cl.h>

#include <new>
#include <utility>

#include "devices/cpu/futex.h"
#include "runtime/command/completion.h"

namespace heddle {

KernelVariant::~KernelVariant() {
  for (const Failure* failure = failure_.load(std::memory_order_acquire); failure;) {
    delete std::exchange(failure, failure->older);
  }
}

bool KernelVariant::is_on_its_way() const {
  return state_.load(std::memory_order_acquire) == (fork_generation() << 2 | kPending);
}

bool KernelVariant::begin(bool again) {
  const uint32_t mine = fork_generation() << 2 | kPending;
  uint32_t state = state_.load(std::memory_order_acquire);
  do {
    const uint32_t kind = state & kKind;
    if (kind == kReady || state == mine || (kind == kFailed && !again)) return false;
  } while (!state_.compare_exchange_weak(state, mine, std::memory_order_acquire));
  return true;
}

void KernelVariant::settle(uint32_t state) {
  state_.store(state, std::memory_order_release);
  cpu::futex_wake(state_, INT_MAX);
}

void KernelVariant::finish(const KernelRecord& record,
                           std::shared_ptr<const cpu::LoadedKernel> loaded) {
  ready_ = {&record, std::move(loaded)};
  settle(kReady);
}

void KernelVariant::finish(std::unique_ptr<const KernelRecord> owned,
                           std::shared_ptr<const cpu::LoadedKernel> loaded) {
  owned_ = std::move(owned);
  finish(*owned_, std::move(loaded));
}

void KernelVariant::fail(Error error) {
  const Failure* older = failure_.load(std::memory_order_relaxed);
  // Without memory for the reason, the last one has to do.
  if (auto* failure = new (std::nothrow) Failure{std::move(error), older}) {
    failure_.store(failure, std::memory_order_release);
  }
  settle(kFailed);
}

Result<const KernelVariant::Ready*> KernelVariant::wait() const {
  for (;;) {
    const uint32_t state = state_.load(std::memory_order_acquire);
    if ((state & kKind) == kReady) return &ready_;
    if ((state & kKind) == kFailed) {
      const Failure* failure = failure_.load(std::memory_order_acquire);
      return failure ? failure->error : Error{CL_OUT_OF_HOST_MEMORY, "out of memory"};
    }
    if ((state & kKind) == kIdle) return Error{CL_OUT_OF_RESOURCES, "abandoned"};
    cpu::futex_wait(state_, state);
  }
}

}  // namespace heddle
