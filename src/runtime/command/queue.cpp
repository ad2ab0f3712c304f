// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/queue.h"

#include <algorithm>
#include <new>
#include <optional>
#include <tuple>
#include <vector>

#include "devices/cpu/processor.h"
#include "runtime/command/enlisted.h"
#include "runtime/command/executor.h"
#include "runtime/command/in_flight.h"
#include "support/clock.h"
#include "support/mutex.h"

namespace heddle {
namespace {

// The time that a waiting thread spins before it sleeps: about the cost of the wake-up.
constexpr uint64_t kSpinNs = 5000;

constexpr uint64_t kAll = ~uint64_t{0};

}  // namespace

// A command that has no work and is never in the list of pending commands: sealing it is its
// submission.
class Queue::Epoch final : public Command {
 public:
  explicit Epoch(Queue& queue) : Command(queue, CL_COMMAND_MARKER) {}
};

static_assert(sizeof(Queue) <= 256);

namespace {

constexpr CommandFunctions kFunctions{Executor::ready, Executor::end, [](QueueTraits& queue) {
                                        static_cast<Queue&>(queue).release();
                                      }};

}  // namespace

Queue::Queue(Context& context, Device& device, cl_command_queue_properties properties, int priority,
             cl_uint size)
    : QueueTraits(context, device, properties, priority, kFunctions),
      direct_(in_order() && !profiling() && !units()),
      size_(size),
      child_room_(size / Device::device_queue_command_size(), device.max_compute_units()) {
  Enlisted<Queue>::all().add(*this);
}

// No command is in flight: each holds its queue. So nothing is pending, and an epoch has no unmet
// dependency.
Queue::~Queue() {
  Enlisted<Queue>::all().remove(*this);
  InFlight::all_begun(sequence_);
  if (!on_device()) return;
  // The queue was made the default after the application's last release.
  Context::DefaultQueues& defaults = context().default_queues();
  const Lock lock(defaults.mutex);
  defaults.forget(this);
}

// In a forked child the commands of the parent will never be done.
Mutex& Queue::usable_mutex() {
  return mutex_.get([this]() NO_THREAD_SAFETY_ANALYSIS {
    pending_ = nullptr;
    pending_count_.store(0, std::memory_order_relaxed);
    (void)last_.leak();
    (void)barrier_.leak();
    (void)epoch_.leak();
  });
}

bool Queue::idle() const {
  return !pending_ && (!last_ || last_->done());
}

// ---- Into the queue.

bool Queue::append(Ref<Command> command, std::span<Completion* const> waits, Order order) {
  const bool at_once = !command->small();
  {
    const Lock lock(usable_mutex());
    link(*command, waits, order);
    gather(std::move(command));
  }
  return at_once || pending_count_.load(std::memory_order_relaxed) >= kGather;
}

// The analysis knows no lists of locks.
void Queue::append_together(std::span<Part> parts) NO_THREAD_SAFETY_ANALYSIS {
  // Each mutex once, in one order for all threads.
  std::vector<Mutex*> mutexes;
  for (const Part& part : parts) mutexes.push_back(&part.queue.usable_mutex());
  std::ranges::sort(mutexes);
  const auto twice = std::ranges::unique(mutexes);
  mutexes.erase(twice.begin(), twice.end());
  std::vector<std::unique_lock<Mutex>> locks;
  locks.reserve(mutexes.size());
  for (Mutex* mutex : mutexes) locks.emplace_back(*mutex);

  for (const Part& part : parts) {
    if (!part.queue.in_order() && !part.queue.epoch_)
      part.queue.open_epoch(Ref<Command>::adopt(new Epoch(part.queue)));
  }
  for (Part& part : parts) {
    part.queue.link(*part.command, part.waits, Order::Command);
    part.queue.gather(std::move(part.command));
  }
}

void Queue::link(Command& command, std::span<Completion* const> waits, Order order) {
  const bool after_everything = order != Order::Command && waits.empty();
  Ref<Command> next_epoch;
  if (!in_order() && (!epoch_ || after_everything)) {
    next_epoch = Ref<Command>::adopt(new Epoch(*this));
  }
  command.sequence_ = ++sequence_;
  InFlight::begun(sequence_);
  command.profiled_ = profiling();
  if (command.profiled_) command.times_.queued = now_ns();
  for (Completion* wait : waits) command.depend_on(*wait);
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
  if (!epoch_) open_epoch(std::move(next_epoch));
  count_in_epoch(command);
}

Status Queue::room_for_command() {
  return require(
      !InFlight::too_many(), CL_OUT_OF_RESOURCES,
      "too many commands that are not done: they wait for events, or nobody flushes them");
}

void Queue::gather(Ref<Command> command) {
  retain();                          // a command in flight holds its queue
  Command* newest = command.leak();  // and itself
  newest->next_ = nullptr;
  (pending_ ? newest_pending_->next_ : pending_) = newest;
  newest_pending_ = newest;
  pending_count_.store(pending_count_.load(std::memory_order_relaxed) + 1,
                       std::memory_order_relaxed);
}

/// Opens an epoch. Every command before it is done when the previous epoch is.
void Queue::open_epoch(Ref<Command> epoch) {
  epoch_ = std::move(epoch);
  if (last_) epoch_->depend_on(*last_, false);
}

void Queue::count_in_epoch(Command& command) {
  command.epoch_link_.successor = epoch_.get();
  epoch_->unmet_.fetch_add(1, std::memory_order_relaxed);
  command.add(command.epoch_link_);  // it is not done yet
}

// Returns a completion of every command so far; null if there was none. The next epoch begins with
// the next command and waits for this one, too.
Ref<Command> Queue::everything() {
  if (epoch_) {
    last_ = std::move(epoch_);
    last_->retain();  // in flight from here on, as in gather()
    retain();
    last_->advance(CL_SUBMITTED);
    last_->dependency_met(false);
  }
  return last_;
}

bool Queue::enqueue_child(Ref<Command> child, const QueueTraits& parents,
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
  retain();  // as in gather()
  std::optional<WithinKernel> within;
  if (place == ChildRoom::Place::Here) within.emplace(child.get());
  child.leak()->submit();
  return true;
}

// ---- Out of the queue.

// Returns the oldest command that is not submitted, if its number is not above `last`.
Command* Queue::take_pending(uint64_t last) {
  if (pending_count_.load(std::memory_order_relaxed) == 0) return nullptr;
  const Lock lock(usable_mutex());
  return take_first(last);
}

Command* Queue::take_first(uint64_t last) {
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
  wait_for(command, command.sequence(), false, take_pending(command.sequence()));
}

void Queue::wait_for_all() {
  Ref<Command> target;
  uint64_t last;
  Command* first;
  {
    const Lock lock(usable_mutex());
    target = everything();
    last = sequence_;
    first = take_first(last);
  }
  if (!target) return flush();
  wait_for(*target, last, true, first);
}

/// Waits; `first` has been taken already.
void Queue::wait_for(Completion& target, uint64_t last, bool everything, Command* first) {
  Executor::Waiting waiting(*this, target, last, everything);
  // Submits one by one: small commands run on this thread, and nobody else has to wake up. Other
  // threads can take the rest.
  for (Command* command = first; command; command = take_pending(last)) command->submit();
  flush();
  for (uint64_t spin_end = 0; !target.done();) {
    if (waiting.help()) {
      spin_end = 0;
      continue;
    }
    const uint64_t now = now_ns();
    if (spin_end == 0) spin_end = now + kSpinNs;
    if (now >= spin_end) return target.sleep_until_done();
    for (int i = 0; i < 8; ++i) cpu::relax();
  }
}

bool Queue::user_release() {
  if (!Object::user_release()) return false;
  if (user_count() == 0) flush();
  if (on_device()) {
    Context::DefaultQueues& defaults = context().default_queues();
    const Lock lock(defaults.mutex);
    // Else another thread has got it, as the default.
    if (user_count() == 0) defaults.forget(this);
  }
  return true;
}

Status Queue::info(cl_command_queue_info id, const InfoSink& sink) const {
  static constexpr std::tuple table{
      Row{CL_QUEUE_CONTEXT, [](const Queue& q) -> cl_context { return &q.context(); }},
      Row{CL_QUEUE_DEVICE, [](const Queue& q) -> cl_device_id { return &q.device(); }},
      Row{CL_QUEUE_REFERENCE_COUNT, [](const Queue& q) { return q.user_count(); }},
      Row{CL_QUEUE_PROPERTIES, &Queue::properties},
      Row{CL_QUEUE_PROPERTIES_ARRAY, &Queue::properties_array_},
      Row{CL_QUEUE_SIZE,
          [](const Queue& q) -> Result<cl_uint> {
            TRY(require(q.on_device(), CL_INVALID_COMMAND_QUEUE, "only device queues have a size"));
            return q.size_;
          }},
      Row{CL_QUEUE_DEVICE_DEFAULT,
          [](const Queue& q) -> cl_command_queue {
            return q.context().default_queues().of(q.device());
          }},
  };
  return query(table, *this, id, sink);
}

}  // namespace heddle
