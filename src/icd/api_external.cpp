// SPDX-License-Identifier: Apache-2.0
// Commands that acquire and release memory of other APIs (cl_khr_external_memory), found by name
// (extension_address.cpp). clCreateBufferWithProperties and clCreateImageWithProperties import it.
#include <span>

#include "icd/entry.h"
#include "icd/extension_function.h"
#include "platform/later_extensions.h"
#include "runtime/memory/external_commands.h"

namespace heddle {
namespace {

cl_int hand_over(const char* function, cl_command_type type, cl_command_queue command_queue,
                 std::span<const cl_mem> objects, cl_uint num_events, const cl_event* events,
                 cl_event* event) {
  return call(function, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    WaitList waits = TRY(wait_list(*queue, num_events, events));
    return enqueue_external(*queue, type, objects, {std::move(waits), event});
  });
}

cl_int CL_API_CALL acquire(cl_command_queue command_queue, cl_uint num_mem_objects,
                           const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return hand_over("clEnqueueAcquireExternalMemObjectsKHR", khr::kCommandAcquireExternalMemory,
                   command_queue, {mem_objects, num_mem_objects}, num_events_in_wait_list,
                   event_wait_list, event);
}

cl_int CL_API_CALL release(cl_command_queue command_queue, cl_uint num_mem_objects,
                           const cl_mem* mem_objects, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return hand_over("clEnqueueReleaseExternalMemObjectsKHR", khr::kCommandReleaseExternalMemory,
                   command_queue, {mem_objects, num_mem_objects}, num_events_in_wait_list,
                   event_wait_list, event);
}

}  // namespace

std::span<const ExtensionFunction> external_memory_functions() {
  static const ExtensionFunction functions[] = {
      {"clEnqueueAcquireExternalMemObjectsKHR", reinterpret_cast<void*>(&acquire)},
      {"clEnqueueReleaseExternalMemObjectsKHR", reinterpret_cast<void*>(&release)},
  };
  return functions;
}

}  // namespace heddle
