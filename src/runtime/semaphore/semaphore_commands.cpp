// SPDX-License-Identifier: Apache-2.0
#include "runtime/semaphore/semaphore_commands.h"

#include <memory>
#include <utility>
#include <vector>

#include "runtime/semaphore/descriptor_waits.h"
#include "runtime/semaphore/semaphore.h"

namespace heddle {
namespace {

using Payloads = std::vector<std::shared_ptr<const SharedPayload>>;

/// A command that completes the waits that were enqueued before it, and signals shared payloads
/// unless it failed: a waiter in another process cannot be told that.
class SignalCommand final : public Command {
 public:
  SignalCommand(Queue& queue, size_t semaphores) : Command(queue, khr::kCommandSemaphoreSignal) {
    awaited_.reserve(semaphores);
    payloads_.reserve(semaphores);
  }

  void signals(Semaphore& semaphore) {
    if (semaphore.shared()) {
      payloads_.push_back(semaphore.shared());
    } else if (Ref<Completion> awaited = semaphore.signal(*this)) {
      awaited_.push_back(std::move(awaited));
    }
  }
  void terminated(cl_int status) noexcept override { status_ = status; }
  /// Fails, as there was no memory to enqueue it. Others may wait for it by now.
  void fail() noexcept {
    status_ = CL_OUT_OF_HOST_MEMORY;
    release_resources();
    complete(status_);
  }
  void release_resources() noexcept override {
    for (const Ref<Completion>& awaited : awaited_) awaited->complete(status_);
    for (const auto& payload : payloads_) {
      if (status_ == CL_COMPLETE) payload->signal();
    }
    awaited_.clear();
    payloads_.clear();
  }

 private:
  std::vector<Ref<Completion>> awaited_;
  Payloads payloads_;
  cl_int status_ = CL_COMPLETE;
};

/// A command that takes shared payloads, one after the other, once nothing else holds it back. If
/// one is not signalled the command continues when it is, without a thread of its own.
class SharedWaitCommand final : public Command, public cpu::Job, public DescriptorWait {
 public:
  explicit SharedWaitCommand(Queue& queue, Payloads payloads)
      : Command(queue, khr::kCommandSemaphoreWait), payloads_(std::move(payloads)) {}

  size_t chunks() const override { return 1; }
  void run(size_t /*chunk*/, cpu::Worker& /*worker*/) noexcept override {
    started();
    take();
  }
  void finished() noexcept override {
    if (at_end()) return ended();
    if (!wait_for_descriptor(*this)) ended(CL_OUT_OF_RESOURCES);
  }
  cpu::Job* job() noexcept override { return this; }
  void release_resources() noexcept override { payloads_.clear(); }

  int descriptor() const noexcept override { return payloads_[next_]->descriptor(); }
  const Context& context() const noexcept override { return queue().context(); }
  bool go_on(bool broken) noexcept override {
    if (!broken && !context().terminated()) {
      take();
      if (!at_end()) return false;
    }
    ended(broken ? CL_OUT_OF_RESOURCES : CL_COMPLETE);
    return true;
  }

 private:
  void take() noexcept {
    while (!at_end() && payloads_[next_]->take()) ++next_;
  }
  bool at_end() const noexcept { return next_ == payloads_.size(); }

  Payloads payloads_;
  size_t next_ = 0;
};

using Semaphores = std::vector<Ref<Semaphore>>;

Result<Semaphores> usable(const Queue& queue, std::span<const khr::SemaphoreHandle> handles,
                          const WaitList& waits) {
  TRY(require(!handles.empty() && handles.data(), CL_INVALID_VALUE, "no semaphores given"));
  Semaphores semaphores;
  for (const khr::SemaphoreHandle each : handles) {
    semaphores.push_back(TRY(handle<Semaphore>(each)));
    const Semaphore& semaphore = *semaphores.back();
    TRY(require(&semaphore.context() == &queue.context(), CL_INVALID_CONTEXT,
                "queue and semaphore are of different contexts"));
    TRY(require(semaphore.is_for(queue.device()), CL_INVALID_COMMAND_QUEUE,
                "the semaphore was not made for the queue's device"));
    if (semaphore.shared()) TRY(SharedPayload::usable());
  }
  TRY(none_failed(waits));
  TRY(Queue::room_for_command());
  return semaphores;
}

Ref<Command> wait_command(Queue& queue, const Semaphores& semaphores) {
  Payloads payloads;
  for (const Ref<Semaphore>& each : semaphores) {
    if (each->shared()) payloads.push_back(each->shared());
  }
  if (payloads.empty()) {
    return Ref<Command>::adopt(new Command(queue, khr::kCommandSemaphoreWait));
  }
  return Ref<Command>::adopt(new SharedWaitCommand(queue, std::move(payloads)));
}

}  // namespace

Status enqueue_semaphore_wait(Queue& queue, std::span<const khr::SemaphoreHandle> handles,
                              const EnqueueArgs& args) {
  const Semaphores semaphores = TRY(usable(queue, handles, args.waits));
  Ref<Command> command = wait_command(queue, semaphores);
  try {
    for (const Ref<Semaphore>& semaphore : semaphores) {
      if (!semaphore->shared()) semaphore->wait(*command);
    }
    const Status status = enqueue(queue, command, args);
    if (!status) command.leak()->discard();
    return status;
  } catch (...) {
    // No memory. Signals know the command as their waiter: it stays, and never starts.
    command.leak()->discard();
    throw;
  }
}

Status enqueue_semaphore_signal(Queue& queue, std::span<const khr::SemaphoreHandle> handles,
                                const EnqueueArgs& args) {
  const Semaphores semaphores = TRY(usable(queue, handles, args.waits));
  auto command = Ref<SignalCommand>::adopt(new SignalCommand(queue, semaphores.size()));
  for (const Ref<Semaphore>& semaphore : semaphores) command->signals(*semaphore);
  try {
    const Status status = enqueue(queue, Ref<Command>(*command), args);
    if (!status) {
      command->fail();
      return status;
    }
  } catch (...) {
    command->fail();
    throw;
  }
  // A wait in another queue cannot flush this one: either this queue's command did not exist yet,
  // or the later wait does not know the queue.
  queue.flush();
  return {};
}

}  // namespace heddle
