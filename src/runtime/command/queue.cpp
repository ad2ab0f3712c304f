// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/queue.h"

#include <immintrin.h>

#include <algorithm>
#include <new>
#include <optional>
#include <tuple>

#include "runtime/command/device_queue.h"
#include "runtime/command/event.h"
#include "runtime/command/event_callbacks.h"
#include "runtime/command/execute.h"
#include "runtime/command/terminate.h"
#include "runtime/command/within_kernel.h"
#include "support/clock.h"

namespace heddle {
namespace {

// A waiting thread looks for so long before it sleeps: about what the wake-up would cost.
constexpr uint64_t kSpinNs = 5000;

constexpr uint64_t kAll = ~uint64_t{0};

}  // namespace

// Has no work and is never in the list of pending commands: sealing it is its submission.
class Queue::Epoch final : public Command {
 public:
  explicit Epoch(Queue& queue) : Command(queue, CL_COMMAND_MARKER) {}
};

static_assert(sizeof(Queue) <= 256);

Queue::Queue(Context& context, Device& device, cl_command_queue_properties properties, int priority,
             cl_uint size)
    : context_(context),
      device_(device),
      units_(device.units()),
      properties_(properties),
      priority_(priority),
      direct_(in_order() && !profiling() && !units_),
      size_(size),
      child_room_(size / Device::device_queue_command_size(), device.max_compute_units()),
      generation_(fork_generation()) {
  enlist(*this);
}

// No command is in flight: each holds its queue. So nothing is pending, and an epoch has no unmet
// dependency.
Queue::~Queue() {
  delist(*this);
}

std::mutex& Queue::usable_mutex() {
  if (generation_.load(std::memory_order_acquire) != fork_generation()) after_fork();
  return mutex_;
}

// In a forked child: the commands of the parent will never be done here, and its threads may have
// held the mutex.
void Queue::after_fork() {
  static std::mutex once;
  std::lock_guard lock(once);
  if (generation_.load(std::memory_order_relaxed) == fork_generation()) return;
  new (&mutex_) std::mutex;
  pending_ = nullptr;
  pending_count_.store(0, std::memory_order_relaxed);
  (void)last_.leak();
  (void)barrier_.leak();
  (void)epoch_.leak();
  generation_.store(fork_generation(), std::memory_order_release);
}

bool Queue::idle() const {
  return !pending_ && (!last_ || last_->done());
}

// ---- Into the queue.

Status Queue::enqueue(Ref<Command> command, const WaitList& waits, cl_event* event, bool blocking) {
  return enqueue(std::move(command), waits, event, blocking, Order::Command);
}

Status Queue::enqueue_sync(Sync kind, const WaitList& waits, cl_event* event) {
  const bool barrier = kind == Sync::Barrier;
  auto command =
      Ref<Command>::adopt(new Command(*this, barrier ? CL_COMMAND_BARRIER : CL_COMMAND_MARKER));
  return enqueue(std::move(command), waits, event, false, barrier ? Order::Barrier : Order::Marker);
}

Status Queue::enqueue(Ref<Command> command, const WaitList& waits, cl_event* event, bool blocking,
                      Order order) {
  // All that can fail comes first.
  command->reserve_dependencies(waits.count + 2);
  Ref<Event> made = event ? make<Event>(*command) : nullptr;
  Ref<Command> waited = blocking ? command : nullptr;
  flush_producers(waits);

  const bool at_once = !command->small();
  {
    std::lock_guard lock(usable_mutex());
    link(*command, waits, order);
    append(std::move(command));
  }
  if (waited) {
    wait(*waited);
    if (const cl_int status = waited->status(); status < 0) {
      return Error{status, "the command was terminated"};
    }
  } else if (at_once || pending_count_.load(std::memory_order_relaxed) >= kGather) {
    flush();
  }
  if (event) *event = made.leak();
  return {};
}

// A command of another queue that this one waits for may not have been flushed by the application
// (§5.15 asks it to be; an application that forgets should not hang).
void Queue::flush_producers(const WaitList& waits) {
  for (cl_uint i = 0; i < waits.count; ++i) {
    const Event& event = *static_cast<const Event*>(waits.events[i]);
    if (event.queue() && event.queue() != this) event.queue()->flush();
  }
}

void Queue::link(Command& command, const WaitList& waits, Order order) {
  const bool after_everything = order != Order::Command && waits.count == 0;
  Ref<Command> next_epoch;
  if (!in_order() && (!epoch_ || after_everything)) {
    next_epoch = Ref<Command>::adopt(new Epoch(*this));
  }
  command.sequence_ = ++sequence_;
  command.profiled_ = profiling();
  if (command.profiled_) command.times_.queued = now_ns();
  for (cl_uint i = 0; i < waits.count; ++i) {
    Event& event = *static_cast<Event*>(waits.events[i]);
    command.depend_on(event.completion());
    if (event.is_user()) event.pin();
  }
  if (in_order()) {
    if (last_) command.depend_on(*last_, false);
    last_ = Ref<Command>(command);
    return;
  }
  if (barrier_ && barrier_->done()) barrier_ = nullptr;
  if (barrier_) command.depend_on(*barrier_, false);
  if (after_everything) {
    if (const Ref<Command> before = everything()) command.depend_on(*before, false);
  }
  if (order == Order::Barrier) barrier_ = Ref<Command>(command);
  count_in_epoch(command, std::move(next_epoch));
}

void Queue::append(Ref<Command> command) {
  retain();                          // a command in flight holds its queue
  Command* newest = command.leak();  // and itself
  newest->next_ = nullptr;
  (pending_ ? newest_pending_->next_ : pending_) = newest;
  newest_pending_ = newest;
  pending_count_.store(pending_count_.load(std::memory_order_relaxed) + 1,
                       std::memory_order_relaxed);
}

void Queue::count_in_epoch(Command& command, Ref<Command> next_epoch) {
  if (!epoch_) {
    epoch_ = std::move(next_epoch);
    if (last_) epoch_->depend_on(*last_, false);
  }
  command.epoch_link_.successor = epoch_.get();
  epoch_->unmet_.fetch_add(1, std::memory_order_relaxed);
  command.add(command.epoch_link_);  // it is not done yet
}

// What is done when every command so far is; null if there was none. The next epoch begins with the
// next command and waits for this one, too.
Ref<Command> Queue::everything() {
  if (epoch_) {
    last_ = std::move(epoch_);
    last_->retain();  // in flight from here on, as in append()
    retain();
    last_->advance(CL_SUBMITTED);
    last_->dependency_met(false);
  }
  return last_;
}

bool Queue::enqueue_child(Ref<Command> child, const Queue& parents,
                          std::span<const ChildWait> waits) noexcept {
  const bool ready = std::ranges::all_of(
      waits, [](const ChildWait& wait) { return wait.completion->status() == CL_COMPLETE; });
  const ChildRoom::Place place = child_room_.take(*this, parents, *child, ready);
  if (place == ChildRoom::Place::None) return false;
  try {
    child->reserve_dependencies(waits.size());
  } catch (...) {
    child_room_.give_back();
    return false;
  }
  child->is_child_ = true;
  child->profiled_ = profiling();
  if (child->profiled_) child->times_.queued = now_ns();
  for (const ChildWait& wait : waits) child->depend_on(*wait.completion, wait.propagate);
  retain();  // as in append()
  std::optional<WithinKernel> within;
  if (place == ChildRoom::Place::Here) within.emplace(child.get());
  child.leak()->submit();
  return true;
}

void Queue::child_goes_on(Command& child) {
  child.goes_on_ = true;
  child_room_.goes_on();
}

void Queue::child_rests(Command& child) {
  if (std::exchange(child.goes_on_, false)) child_room_.rests();
}

void Queue::child_ended(Command& child) {
  child_room_.give_back();
  child_rests(child);  // last: whoever sees that nothing goes on sees the room, too
}

// ---- Out of the queue.

// The oldest command that is not submitted, if its number is not above `last`.
Command* Queue::take_pending(uint64_t last) {
  if (pending_count_.load(std::memory_order_relaxed) == 0) return nullptr;
  std::lock_guard lock(usable_mutex());
  Command* command = pending_;
  if (!command || command->sequence_ > last) return nullptr;
  pending_ = command->next_;
  pending_count_.store(pending_count_.load(std::memory_order_relaxed) - 1,
                       std::memory_order_relaxed);
  return command;
}

void Queue::flush() {
  while (Command* command = take_pending(kAll)) command->submit();
}

void Queue::wait(Command& command) {
  if (command.done()) return flush();
  wait_for(command, command.sequence(), false);
}

void Queue::finish() {
  const uint64_t callbacks = registered_callbacks();
  Ref<Command> target;
  uint64_t last;
  {
    std::lock_guard lock(usable_mutex());
    target = everything();
    last = sequence_;
  }
  if (!target) return flush();
  wait_for(*target, last, true);
  wait_for_callbacks(*this, callbacks);
}

void Queue::wait_for(Completion& target, uint64_t last, bool everything) {
  Executor::Waiting waiting(*this, target, last, everything);
  // One by one: small commands run here, on this thread, and nobody else has to wake up. Other
  // threads can take the rest.
  while (Command* command = take_pending(last)) command->submit();
  flush();
  for (uint64_t spin_end = 0; !target.done();) {
    if (waiting.help()) {
      spin_end = 0;
      continue;
    }
    const uint64_t now = now_ns();
    if (spin_end == 0) spin_end = now + kSpinNs;
    if (now >= spin_end) return target.sleep_until_done();
    for (int i = 0; i < 8; ++i) _mm_pause();
  }
}

bool Queue::user_release() {
  Ref<Queue> keep(*this);
  if (!Object::user_release()) return false;
  if (user_count() == 0) {
    flush();
    if (on_device()) forget_default_queue(*this);
  }
  return true;
}

Status Queue::info(cl_command_queue_info id, const InfoSink& sink) const {
  static constexpr std::tuple table{
      Row{CL_QUEUE_CONTEXT, [](const Queue& q) -> cl_context { return q.context_.get(); }},
      Row{CL_QUEUE_DEVICE, [](const Queue& q) -> cl_device_id { return q.device_.get(); }},
      Row{CL_QUEUE_REFERENCE_COUNT, [](const Queue& q) { return q.user_count(); }},
      Row{CL_QUEUE_PROPERTIES, &Queue::properties_},
      Row{CL_QUEUE_SIZE,
          [](const Queue& q) -> Result<cl_uint> {
            TRY(require(q.on_device(), CL_INVALID_COMMAND_QUEUE, "only device queues have a size"));
            return q.size_;
          }},
      Row{CL_QUEUE_DEVICE_DEFAULT,
          [](const Queue& q) -> cl_command_queue {
            return default_queue(*q.context_, *q.device_).get();
          }},
  };
  return query(table, *this, id, sink);
}

}  // namespace heddle
