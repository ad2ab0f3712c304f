// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_enqueue/parent_kernel.h"

#include "runtime/device_enqueue/child_kernel.h"
#include "runtime/launch/sub_groups.h"
#include "support/log.h"

namespace heddle {
namespace {

// Return values of enqueue_kernel and enqueue_marker (opencl-c-base.h).
constexpr int32_t kSuccess = 0, kOutOfResources = -5, kEnqueueFailure = -101, kInvalidQueue = -102,
                  kInvalidEventWaitList = -57, kInvalidArgSize = -51, kInvalidNDRange = -160,
                  kDeviceQueueFull = -161;

constexpr uint32_t kFlagWaitKernel = 1, kFlagWaitWorkGroup = 2;

DeviceEvent& event_at(void* event) {
  return *static_cast<DeviceEvent*>(event);
}

bool is_event(const void* event) {
  return event && event != reinterpret_cast<const void*>(~uintptr_t{0});  // CLK_NULL_EVENT
}

/// Returns the error's own code, for -g (§5.8.6); without it there is one error.
int32_t detailed_code(cl_int error) {
  switch (error) {
    case CL_INVALID_COMMAND_QUEUE:
      return kInvalidQueue;
    case CL_INVALID_WORK_DIMENSION:
    case CL_INVALID_WORK_GROUP_SIZE:
    case CL_INVALID_WORK_ITEM_SIZE:
    case CL_INVALID_GLOBAL_OFFSET:
      return kInvalidNDRange;
    case CL_INVALID_EVENT_WAIT_LIST:
      return kInvalidEventWaitList;
    case CL_INVALID_ARG_SIZE:
      return kInvalidArgSize;
    case kDeviceQueueFull:
      return kDeviceQueueFull;
    default:
      return kOutOfResources;
  }
}

}  // namespace

/// Returns the completion that a child waits for. CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP waits for the
/// enqueuing work-group only (OpenCL C 2.0 §6.13.17.1): for the groups that this thread runs in one
/// go.
Completion* ParentKernel::what_to_wait_for(uint32_t flags) const {
  if (flags & kFlagWaitKernel) return body();
  return flags & kFlagWaitWorkGroup ? range() : nullptr;
}

// ---- Requests of the kernel.

Result<Ref<Queue>> ParentKernel::usable_queue(void* handle) const {
  Ref<Queue> found = Queue::from(handle);
  TRY(require(found && found->on_device() && &found->context() == &command().queue().context(),
              CL_INVALID_COMMAND_QUEUE, "not a device queue of this context"));
  return found;
}

Status ParentKernel::start(Queue& queue, Ref<Command> child, uint32_t num_events,
                           void* const* wait_list, void** event_ret, Completion* after) {
  std::vector<Queue::ChildWait> waits;
  std::vector<Ref<Completion>> held, captures;
  for (uint32_t i = 0; i < num_events; ++i) {
    if (wait_list && is_event(wait_list[i])) {
      held.push_back(DeviceEvents::completion(event_at(wait_list[i])));
    }
    TRY(require(held.size() == i + 1 && held[i], CL_INVALID_EVENT_WAIT_LIST,
                "the wait list has no event at a place"));
    waits.push_back({held[i].get(), true});
    captures.push_back(DeviceEvents::capture(event_at(wait_list[i])));
    if (captures[i]) waits.push_back({captures[i].get(), false});
  }
  if (after) waits.push_back({after, false});
  DeviceEvent* event = nullptr;
  if (event_ret) *event_ret = event = events_.add(Ref<Completion>(*child), child.get());
  child_begins();
  // Once enqueued the child may run and end at once: it is not touched afterwards.
  if (queue.enqueue_child(std::move(child), command().queue(), waits)) return {};
  child_did_not_begin();
  if (event) {
    *event_ret = nullptr;
    DeviceEvents::release(*event);
  }
  return Error{kDeviceQueueFull, "the device queue is full, or there is no memory"};
}

Status ParentKernel::try_enqueue(const cpu::EnqueueCall& call) {
  const Ref<Queue> queue = TRY(usable_queue(call.queue));
  Completion* const after = what_to_wait_for(call.flags);
  Ref<Command> child = TRY(make_child_kernel(*this, *queue, call));
  return start(*queue, std::move(child), call.num_events, call.wait_list, call.event_ret, after);
}

int32_t ParentKernel::enqueue(const cpu::EnqueueCall& call) noexcept {
  return code_of([&] { return try_enqueue(call); });
}

Status ParentKernel::try_enqueue_marker(void* handle, uint32_t num_events, void* const* wait_list,
                                        void** event_ret) {
  const Ref<Queue> queue = TRY(usable_queue(handle));
  return start(*queue, make_child_marker(*this, *queue), num_events, wait_list, event_ret, nullptr);
}

int32_t ParentKernel::enqueue_marker(void* queue, uint32_t num_events, void* const* wait_list,
                                     void** event_ret) noexcept {
  return code_of([&] { return try_enqueue_marker(queue, num_events, wait_list, event_ret); });
}

template <class Enqueue>
int32_t ParentKernel::code_of(Enqueue&& enqueue) const noexcept {
  const bool detailed = inherited()->blocks->detailed_errors();
  try {
    const Status status = enqueue();
    if (status) return kSuccess;
    log::info("enqueue_kernel: " + status.error().why);
    return detailed ? detailed_code(status.error().code) : kEnqueueFailure;
  } catch (...) {
    return detailed ? kOutOfResources : kEnqueueFailure;
  }
}

void* ParentKernel::default_queue() noexcept {
  return static_cast<cl_command_queue>(inherited()->default_queue.get());
}

// ---- Events.

void* ParentKernel::create_user_event() noexcept {
  try {
    return events_.add(Ref<Completion>::adopt(new Completion), nullptr);
  } catch (...) {
    return nullptr;
  }
}

void ParentKernel::set_user_event_status(void* event, int32_t status) noexcept {
  if (!is_event(event) || status > CL_COMPLETE) return;
  if (const auto completion = DeviceEvents::take_unset(event_at(event))) {
    completion->complete(status);
  }
}

void ParentKernel::retain_event(void* event) noexcept {
  if (is_event(event)) DeviceEvents::retain(event_at(event));
}

void ParentKernel::release_event(void* event) noexcept {
  if (is_event(event)) DeviceEvents::release(event_at(event));
}

void ParentKernel::capture_profiling(void* event, void* value) noexcept {
  if (!is_event(event) || !value) return;
  try {
    Ref<Command> command = DeviceEvents::command(event_at(event));
    if (!command) return;
    if (command->done()) return write_execution_times(*command, value);
    Queue& queue = queue_of(*command);
    void* list[] = {event};
    Ref<Command> capture = make_profiling_capture(*this, queue, std::move(command), value);
    Ref<Completion> captured(*capture);
    const Status started = start(queue, std::move(capture), 1, list, nullptr, nullptr);
    if (!started) return log::error("capture_event_profiling_info: " + started.error().why);
    DeviceEvents::set_capture(event_at(event), std::move(captured));
  } catch (...) {
    log::error("no memory to capture profiling information");
  }
}

// ---- Queries.

uint32_t ParentKernel::block_info(uint64_t number, uint32_t what,
                                  const hd_ndrange* range) noexcept {
  try {
    const auto found = inherited()->blocks->get(number);
    if (!found) return 0;
    const KernelOnDevice& kernel = *found.value();
    const KernelRecord& record = kernel.record();
    if (what == HD_BLOCK_WORK_GROUP_SIZE) return static_cast<uint32_t>(record.max_group_size);
    if (what == HD_BLOCK_PREFERRED_MULTIPLE) return record.lane_width;
    if (what == HD_BLOCK_MAX_SUB_GROUPS)
      return static_cast<uint32_t>(num_sub_groups(record, record.max_group_size));
    if (what == HD_BLOCK_LOCAL_SIZE)
      return static_cast<uint32_t>(
          items_for_sub_groups(record, range->global_size[0], record.max_group_size));
    const auto resolved = range_of(*range, kernel, command().queue().device());
    if (!resolved || resolved.value().empty()) return 0;
    const Sizes3& local = resolved.value().local;
    const size_t items = local[0] * local[1] * local[2];
    return static_cast<uint32_t>(what == HD_BLOCK_MAX_SUB_GROUP_SIZE
                                     ? max_sub_group_size(record, items)
                                     : num_sub_groups(record, items));
  } catch (...) {
    return 0;
  }
}

}  // namespace heddle
