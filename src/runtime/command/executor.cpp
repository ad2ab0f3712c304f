// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/executor.h"

#include <CL/cl_ext.h>

#include "devices/cpu/job.h"
#include "runtime/command/in_flight.h"
#include "runtime/command/part_of_command.h"
#include "support/clock.h"

namespace heddle {
namespace {

// The number of small commands in a row after which a worker lets the pool choose again: a queue
// that never runs dry must not keep a worker from the others.
constexpr unsigned kInARow = 64;

}  // namespace

struct Executor::Thread : Role {
  Command* ready = nullptr;  // oldest first
  Command* newest_ready = nullptr;

  void push(Command& command) {
    command.next_ = nullptr;
    (ready ? newest_ready->next_ : ready) = &command;
    newest_ready = &command;
  }
  Command* pop() {
    Command* command = ready;
    if (command) ready = command->next_;
    return command;
  }
};

thread_local constinit Executor::Thread Executor::thread_;

Executor::Waiting::Waiting(const QueueTraits& queue, const Completion& target, uint64_t last,
                           bool everything)
    : queue_(queue), target_(target), last_(last), everything_(everything), outer_(thread_) {
  static_cast<Role&>(thread_) = {.waiting = this};
}

Executor::Waiting::~Waiting() {
  static_cast<Role&>(thread_) = outer_;
}

Executor::Within::Within(const Command* here) : outer_(thread_) {
  static_cast<Role&>(thread_) = {.within = true, .here = here};
  if (thread_.ready) drain(thread_);  // commands that waited for the kernel's end
}

Executor::Within::~Within() {
  static_cast<Role&>(thread_) = outer_;
}

bool Executor::Waiting::allows(const Command& command) const {
  // A sub-device's commands run on its own compute units only (§5.1).
  if (&command.queue() != &queue_ || queue_.units()) return false;
  if (&command == &target_) return true;
  return command.sequence() <= last_ && (everything_ || queue_.in_order());
}

bool Executor::Waiting::help() {
  if (queue_.units()) return false;
  return cpu::Pool::instance().help(
      [](const cpu::Job& job, void* waiting) {
        const auto* command = dynamic_cast<const Command*>(&job);
        if (const auto* part = command ? nullptr : dynamic_cast<const PartOfCommand*>(&job))
          command = &part->whole();
        return command && static_cast<const Waiting*>(waiting)->allows(*command);
      },
      this);
}

void Executor::ready(Command& command) noexcept {
  Thread& thread = thread_;
  thread.push(command);
  if (thread.draining) return;
  thread.worker = false;
  drain(thread);
}

void Executor::end(Command& command, cl_int status) noexcept {
  Thread& thread = thread_;
  if (thread.draining) return retire(command, status);
  thread.draining = true;
  thread.worker = !thread.waiting;
  thread.units = command.queue().units().get();
  retire(command, status);
  drain(thread);
}

void Executor::retire(Command& command, cl_int status) noexcept {
  if (command.queue().context().terminated()) status = CL_CONTEXT_TERMINATED_KHR;
  if (command.profiled_) {
    command.times_.complete = now_ns();
    if (command.times_.end == 0) command.times_.end = command.times_.complete;
  }
  if (status < 0) command.terminated(status);
  command.release_resources();
  QueueTraits& queue = command.queue_;
  command.complete(status);
  if (command.is_child_) command.is_done();
  if (command.sequence() != 0) InFlight::ended();
  command.release();
  queue.functions().release(queue);
}

void Executor::submit(Command& command) noexcept {
  const QueueTraits& queue = command.queue();
  cpu::Pool::instance().submit(*command.job(), queue.units(), queue.priority(),
                               queue.on_device() ? cpu::Origin::Kernel : cpu::Origin::Host);
}

bool Executor::runs_here(const Thread& thread, const Command& command) noexcept {
  if (thread.within) return &command == thread.here;
  if (!command.small()) return false;
  if (thread.waiting) return thread.waiting->allows(command);
  return thread.worker && command.queue().units().get() == thread.units;
}

void Executor::drain(Thread& thread) noexcept {
  thread.draining = true;
  bool enough = false;  // a worker goes back to the pool for more
  for (unsigned in_a_row = 0;; ++in_a_row) {
    Command* mine = nullptr;
    while (Command* command = thread.pop()) {
      if (command->queue().context().terminated()) {
        retire(*command, CL_CONTEXT_TERMINATED_KHR);
      } else if (command->dependency_failed_.load(std::memory_order_relaxed)) {
        retire(*command, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
      } else if (!command->job()) {
        command->started();
        retire(*command, CL_COMPLETE);
      } else if (!mine && !enough && runs_here(thread, *command)) {
        mine = command;  // last, so that the commands for the pool run at the same time
      } else {
        submit(*command);
        // The pool counts on this worker for what it was just given.
        enough |= thread.worker;
      }
    }
    if (!mine) break;
    enough |= thread.worker && in_a_row == kInARow;
    mine->started();
    cpu::Pool::instance().run_here(*mine->job());
  }
  thread.draining = false;
}

}  // namespace heddle
