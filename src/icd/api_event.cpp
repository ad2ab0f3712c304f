// SPDX-License-Identifier: Apache-2.0
// Events, markers, barriers and profiling (§5.11, 5.12, 5.14).
#include "icd/entry.h"
#include "runtime/command/enqueue.h"
#include "runtime/command/event_callbacks.h"
#include "runtime/memory/validate.h"

using namespace heddle;

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  return create(__func__, errcode_ret,
                [&]() -> Result<Ref<Event>> { return make<Event>(*TRY(usable_context(context))); });
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return call(__func__, [&]() -> Status {
    const Ref<Event> held = TRY(handle<Event>(event));
    return held->set_user_status(execution_status);
  });
}

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  return call(__func__, [&]() -> Status { return wait_for_events(num_events, event_list); });
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Event>(event))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                      void(CL_CALLBACK* pfn_notify)(cl_event, cl_int, void*),
                                      void* user_data) {
  return call(__func__, [&]() -> Status {
    const Ref<Event> held = TRY(handle<Event>(event));
    return set_event_callback(*held, command_exec_callback_type, pfn_notify, user_data);
  });
}

cl_int CL_API_CALL clRetainEvent(cl_event event) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Event>(event))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return call(__func__, [&]() -> Status {
    return require(TRY(handle<Event>(event))->user_release(), CL_INVALID_EVENT,
                   "released more often than retained");
  });
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                           size_t param_value_size, void* param_value,
                                           size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Event>(event))
        ->profiling_info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

namespace {

cl_int sync_command(const char* function, cl_command_queue command_queue, Sync kind,
                    cl_uint num_events, const cl_event* events, cl_event* event) {
  return call(function, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    return enqueue_sync(*queue, kind, TRY(wait_list(*queue, num_events, events)), event);
  });
}

}  // namespace

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                               cl_uint num_events_in_wait_list,
                                               const cl_event* event_wait_list, cl_event* event) {
  return sync_command(__func__, command_queue, Sync::Marker, num_events_in_wait_list,
                      event_wait_list, event);
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event* event_wait_list, cl_event* event) {
  return sync_command(__func__, command_queue, Sync::Barrier, num_events_in_wait_list,
                      event_wait_list, event);
}

// ---- OpenCL 1.1 (App. E).

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    TRY(require(event, CL_INVALID_VALUE, "event is null"));
    return enqueue_sync(*queue, Sync::Marker, {}, event);
  });
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue) {
  return sync_command(__func__, command_queue, Sync::Barrier, 0, nullptr, nullptr);
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                          const cl_event* event_list) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    TRY(require(num_events && event_list, CL_INVALID_VALUE, "no events given"));
    for (cl_uint i = 0; i < num_events; ++i) TRY(handle<Event>(event_list[i]));
    WaitList waits = TRY(wait_list(*queue, num_events, event_list));
    return enqueue_sync(*queue, Sync::Barrier, waits, nullptr);
  });
}
