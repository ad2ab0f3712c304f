// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/event.h"

#include <CL/cl_ext.h>

#include <tuple>

#include "runtime/command/enlisted.h"

namespace heddle {

static_assert(sizeof(Event) <= 128);

Event::Event(Command& command)
    : context_(command.queue().context()),
      queue_(queue_of(command)),
      completion_(command),
      command_(&command),
      type_(command.type()) {}

Event::Event(Command& command, OfNoQueue) : Event(command) {
  of_no_queue_ = true;
}

Event::Event(Context& context, cl_command_type type)
    : context_(context),
      completion_(Ref<Completion>::adopt(new Completion(CL_SUBMITTED))),
      command_(nullptr),
      type_(type) {
  if (context.may_be_terminated() && !Enlisted<Event>::all().add(*this))
    settle(CL_CONTEXT_TERMINATED_KHR);
}

Event::~Event() {
  if (!command_ && context_->may_be_terminated()) Enlisted<Event>::all().remove(*this);
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
          [](const Event& e) -> cl_command_queue {
            return e.of_no_queue_ ? nullptr : e.queue_.get();
          }},
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

}  // namespace heddle
