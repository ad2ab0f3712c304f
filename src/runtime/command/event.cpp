// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/event.h"

#include <span>
#include <tuple>
#include <vector>

#include "runtime/command/event_callbacks.h"
#include "runtime/command/queue.h"
#include "runtime/command/terminate.h"

namespace heddle {

static_assert(sizeof(Event) <= 128);

Event::Event(Command& command)
    : context_(command.queue().context()),
      queue_(command.queue()),
      completion_(command),
      command_(&command) {}

Event::Event(Context& context)
    : context_(context),
      completion_(Ref<Completion>::adopt(new Completion(CL_SUBMITTED))),
      command_(nullptr) {
  enlist(*this);
}

Event::~Event() {
  if (is_user()) delist(*this);
}

Status Event::set_user_status(cl_int status) {
  TRY(require(is_user(), CL_INVALID_EVENT, "not a user event"));
  TRY(require(status <= CL_COMPLETE, CL_INVALID_VALUE, "neither CL_COMPLETE nor an error code"));
  TRY(require(!set_.exchange(true), CL_INVALID_OPERATION, "the status has already been set"));
  settle(status);
  return {};
}

void Event::settle(cl_int status) {
  if (!completed_.exchange(true)) completion_->complete(status);
  unpin();
}

Status Event::set_callback(cl_int type, Notify notify, void* user_data) {
  TRY(require(notify, CL_INVALID_VALUE, "pfn_event_notify is null"));
  TRY(require(type == CL_SUBMITTED || type == CL_RUNNING || type == CL_COMPLETE, CL_INVALID_VALUE,
              "not CL_SUBMITTED, CL_RUNNING or CL_COMPLETE"));
  TRY(add_event_callback(*this, type, notify, user_data));
  if (queue_) queue_->flush();
  return {};
}

void Event::pin() {
  retain();  // first: another thread may set the status, and unpin, as soon as the flag is there
  if (pinned_.exchange(true)) return release();
  if (completion_->done()) unpin();
}

void Event::unpin() {
  if (completion_->done() && pinned_.exchange(false)) release();
}

cl_int Event::polled_status() const {
  const cl_int status = completion_->status();
  if (status != CL_QUEUED || !queue_) return status;
  queue_->flush();
  return completion_->status();
}

Status Event::info(cl_event_info id, const InfoSink& sink) const {
  static constexpr std::tuple table{
      Row{CL_EVENT_COMMAND_QUEUE,
          [](const Event& e) -> cl_command_queue { return e.queue_.get(); }},
      Row{CL_EVENT_CONTEXT, [](const Event& e) -> cl_context { return e.context_.get(); }},
      Row{CL_EVENT_COMMAND_TYPE, &Event::type},
      Row{CL_EVENT_COMMAND_EXECUTION_STATUS, &Event::polled_status},
      Row{CL_EVENT_REFERENCE_COUNT, [](const Event& e) { return e.user_count(); }},
  };
  return query(table, *this, id, sink);
}

Status Event::profiling_info(cl_profiling_info id, const InfoSink& sink) const {
  using Times = Command::Times;
  static constexpr std::tuple table{
      Row{CL_PROFILING_COMMAND_QUEUED, &Times::queued},
      Row{CL_PROFILING_COMMAND_SUBMIT, &Times::submit},
      Row{CL_PROFILING_COMMAND_START, &Times::start},
      Row{CL_PROFILING_COMMAND_END, &Times::end},
      Row{CL_PROFILING_COMMAND_COMPLETE, &Times::complete},
  };
  const bool profiled = command_ && queue_->profiling() && command_->type() != CL_COMMAND_SVM_FREE;
  TRY(require(profiled && polled_status() == CL_COMPLETE, CL_PROFILING_INFO_NOT_AVAILABLE,
              "no profiling queue, not complete, or a kind of event without profiling"));
  return query(table, command_->times(), id, sink);
}

Status wait_for_events(cl_uint num_events, const cl_event* events) {
  TRY(require(num_events && events, CL_INVALID_VALUE, "no events given"));
  std::vector<Ref<Event>> held;
  held.reserve(num_events);
  for (cl_event h : std::span(events, num_events)) {
    held.emplace_back(*TRY(handle<Event>(h)));
    TRY(require(&held.back()->context() == &held.front()->context(), CL_INVALID_CONTEXT,
                "events of different contexts"));
  }
  // What other queues have to do goes to the pool, so that it is done while this thread helps with
  // the first one.
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
