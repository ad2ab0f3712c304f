// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/enqueue.h"

#include <array>
#include <span>
#include <vector>

#include "runtime/command/event_callbacks.h"

namespace heddle {
namespace {

/// The completions of the events of a wait list.
class Completions {
 public:
  explicit Completions(const WaitList& waits) : count_(waits.size()) {
    if (count_ > few_.size()) many_.resize(count_);
    for (size_t i = 0; i < count_; ++i) data()[i] = &waits[i]->completion();
  }
  operator std::span<Completion* const>() { return {data(), count_}; }

 private:
  Completion** data() { return many_.empty() ? few_.data() : many_.data(); }

  const size_t count_;
  std::array<Completion*, 16> few_;
  std::vector<Completion*> many_;
};

/// Flushes the queues that this one waits for, in case the application has not (§5.15 asks it to;
/// an application that forgets should not hang).
void flush_producers(const Queue& queue, const WaitList& waits) {
  for (const Ref<Event>& event : waits) {
    if (event->queue() && event->queue() != &queue) event->queue()->flush();
  }
}

Status enqueue(Queue& queue, Ref<Command> command, const EnqueueArgs& args, Queue::Order order) {
  const WaitList& waits = args.waits;
  // Everything that can fail comes first.
  TRY(Queue::room_for_command());
  Queue::make_room(*command, waits.size());
  Completions completions(waits);
  Ref<Event> made = args.event ? make<Event>(*command) : nullptr;
  Ref<Command> waited = args.blocking ? command : nullptr;
  flush_producers(queue, waits);

  const bool due = queue.append(std::move(command), completions, order);
  for (const Ref<Event>& each : waits) {
    if (each->is_user()) each->pin();
  }
  if (waited) {
    queue.wait(*waited);
    if (const cl_int status = waited->status(); status < 0) {
      return Error{status, "the command was terminated"};
    }
  } else if (due) {
    queue.flush();
  }
  if (args.event) *args.event = hand_over(std::move(made));
  return {};
}

}  // namespace

Result<Ref<Queue>> any_host_queue(cl_command_queue queue) {
  Ref<Queue> found = TRY(handle<Queue>(queue));
  TRY(require(!found->on_device(), CL_INVALID_COMMAND_QUEUE, "the queue is a device queue"));
  return found;
}

Result<Ref<Queue>> host_queue(cl_command_queue queue) {
  Ref<Queue> found = TRY(any_host_queue(queue));
  TRY(not_terminated(found->context()));
  return found;
}

Result<WaitList> wait_list(const Queue& queue, cl_uint num_events, const cl_event* events,
                           Linked linked) {
  TRY(require((num_events == 0) == (events == nullptr), CL_INVALID_EVENT_WAIT_LIST,
              "number of events and list disagree"));
  WaitList held;
  held.reserve(num_events);
  for (cl_event h : std::span(events, num_events)) {
    Ref<Event> event = Event::from(h);
    TRY(require(static_cast<bool>(event), CL_INVALID_EVENT_WAIT_LIST,
                "a wait list with something that is no event"));
    TRY(require(&event->context() == &queue.context(), CL_INVALID_CONTEXT,
                "queue and event are of different contexts"));
    TRY(require(linked == Linked::Allow || !event->is_linked(), CL_INVALID_EVENT,
                "the event of a sync object can be waited for by acquires only"));
    held.push_back(std::move(event));
  }
  return held;
}

Status none_failed(const WaitList& waits) {
  for (const Ref<Event>& event : waits) {
    TRY(require(event->completion().status() >= CL_COMPLETE,
                CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command was terminated"));
  }
  return {};
}

Status enqueue(Queue& queue, Ref<Command> command, const EnqueueArgs& args) {
  if (!args.recorded) return enqueue(queue, std::move(command), args, Queue::Order::Command);
  *args.recorded = std::move(command);
  return {};
}

Status enqueue_across(std::span<const Ref<Queue>> queues, Ref<Command> command,
                      const WaitList& waits, cl_event* event) {
  TRY(Queue::room_for_command());
  // In the other queues one command stands before it and one after it.
  const auto others = queues.subspan(1);
  std::vector<Ref<Command>> before;  // others wait for these: held until they do
  std::vector<Completion*> completions;
  std::vector<Queue::Part> parts;
  completions.reserve(waits.size() + others.size());
  parts.reserve(2 * others.size() + 1);
  const auto marker = [](Queue& queue) {
    auto made = Ref<Command>::adopt(new Command(queue, CL_COMMAND_MARKER));
    Queue::make_room(*made, 1);
    return made;
  };
  for (const Ref<Event>& each : waits) completions.push_back(&each->completion());
  for (const Ref<Queue>& queue : others) {
    before.push_back(marker(*queue));
    completions.push_back(before.back().get());
    parts.push_back({*queue, before.back(), {}});
  }
  Completion* const whole[] = {command.get()};
  Queue::make_room(*command, completions.size());
  Ref<Event> made = event ? make<Event>(*command, Event::kOfNoQueue) : nullptr;
  const Ref<Command> held = command;
  parts.push_back({*queues.front(), std::move(command), completions});
  for (const Ref<Queue>& queue : others) parts.push_back({*queue, marker(*queue), whole});

  flush_producers(*queues.front(), waits);
  Queue::append_together(parts);
  for (const Ref<Event>& each : waits) {
    if (each->is_user()) each->pin();
  }
  // A thread that waits for one queue must not wait for commands that are still in another one.
  for (const Ref<Queue>& queue : queues) queue->flush();
  if (event) *event = hand_over(std::move(made));
  return {};
}

Status enqueue_sync(Queue& queue, Sync kind, const WaitList& waits, cl_event* event) {
  const bool barrier = kind == Sync::Barrier;
  auto command =
      Ref<Command>::adopt(new Command(queue, barrier ? CL_COMMAND_BARRIER : CL_COMMAND_MARKER));
  return enqueue(queue, std::move(command), {waits, event},
                 barrier ? Queue::Order::Barrier : Queue::Order::Marker);
}

void finish(Queue& queue) {
  const uint64_t callbacks = registered_callbacks();
  queue.wait_for_all();
  wait_for_callbacks(queue, callbacks);
}

Status wait_for_events(cl_uint num_events, const cl_event* events) {
  TRY(require(num_events && events, CL_INVALID_VALUE, "no events given"));
  std::vector<Ref<Event>> held;
  held.reserve(num_events);
  for (cl_event h : std::span(events, num_events)) {
    held.push_back(TRY(handle<Event>(h)));
    TRY(require(&held.back()->context() == &held.front()->context(), CL_INVALID_CONTEXT,
                "events of different contexts"));
  }
  // The work of other queues goes to the pool, so that it is done while this thread helps with the
  // first one.
  for (const Ref<Event>& event : held) {
    if (event->queue() && event->queue() != held.front()->queue()) event->queue()->flush();
  }
  const uint64_t callbacks = registered_callbacks();
  bool failed = false;
  for (const Ref<Event>& event : held) {
    if (event->command())
      event->queue()->wait(*event->command());
    else if (!event->completion().done())
      event->completion().sleep_until_done();
    failed |= event->completion().status() < 0;
  }
  for (const Ref<Event>& event : held) wait_for_callbacks(*event, callbacks);
  return require(!failed, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "a command was terminated");
}

}  // namespace heddle
