// SPDX-License-Identifier: Apache-2.0
// Semaphores (cl_khr_semaphore, cl_khr_external_semaphore), found by name (extension_address.cpp).
#include <span>

#include "icd/entry.h"
#include "icd/extension_function.h"
#include "runtime/semaphore/semaphore.h"
#include "runtime/semaphore/semaphore_commands.h"

namespace heddle {
namespace {

khr::SemaphoreHandle CL_API_CALL create_semaphore(cl_context context,
                                                  const khr::Properties* properties,
                                                  cl_int* errcode_ret) {
  return create("clCreateSemaphoreWithPropertiesKHR", errcode_ret, [&]() -> Result<Ref<Semaphore>> {
    return Semaphore::create(*TRY(usable_context(context)), properties);
  });
}

cl_int CL_API_CALL retain_semaphore(khr::SemaphoreHandle semaphore) {
  return call("clRetainSemaphoreKHR", [&]() -> Status {
    TRY(handle<Semaphore>(semaphore))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL release_semaphore(khr::SemaphoreHandle semaphore) {
  return call("clReleaseSemaphoreKHR", [&]() -> Status {
    return require(TRY(handle<Semaphore>(semaphore))->user_release(), khr::kInvalidSemaphore,
                   "released more often than retained");
  });
}

// Does not read the lists: binary semaphores have no payload values.
cl_int CL_API_CALL enqueue_wait(cl_command_queue command_queue, cl_uint num_semaphores,
                                const khr::SemaphoreHandle* semaphores,
                                const cl_ulong* /*payload_list*/, cl_uint num_events_in_wait_list,
                                const cl_event* event_wait_list, cl_event* event) {
  return call("clEnqueueWaitSemaphoresKHR", [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_semaphore_wait(*queue, {semaphores, num_semaphores}, {std::move(waits), event});
  });
}

cl_int CL_API_CALL enqueue_signal(cl_command_queue command_queue, cl_uint num_semaphores,
                                  const khr::SemaphoreHandle* semaphores,
                                  const cl_ulong* /*payload_list*/, cl_uint num_events_in_wait_list,
                                  const cl_event* event_wait_list, cl_event* event) {
  return call("clEnqueueSignalSemaphoresKHR", [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_semaphore_signal(*queue, {semaphores, num_semaphores},
                                    {std::move(waits), event});
  });
}

cl_int CL_API_CALL get_semaphore_info(khr::SemaphoreHandle semaphore, cl_uint param_name,
                                      size_t param_value_size, void* param_value,
                                      size_t* param_value_size_ret) {
  return call("clGetSemaphoreInfoKHR", [&]() -> Status {
    return TRY(handle<Semaphore>(semaphore))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL get_semaphore_handle(khr::SemaphoreHandle semaphore, cl_device_id device,
                                        cl_uint handle_type, size_t handle_size, void* handle_ptr,
                                        size_t* handle_size_ret) {
  return call("clGetSemaphoreHandleForTypeKHR", [&]() -> Status {
    const Ref<Semaphore> asked = TRY(handle<Semaphore>(semaphore));
    return asked->handle_for(*TRY(handle<Device>(device)), handle_type,
                             {handle_size, handle_ptr, handle_size_ret});
  });
}

/// cl_khr_external_semaphore_sync_fd. It exists without that extension, too: programs and the
/// conformance tests get it along with the others.
cl_int CL_API_CALL reimport_sync_fd(khr::SemaphoreHandle semaphore,
                                    const khr::Properties* reimport_props, int fd) {
  return call("clReImportSemaphoreSyncFdKHR", [&]() -> Status {
    const Ref<Semaphore> target = TRY(handle<Semaphore>(semaphore));
    TRY(require(!reimport_props || !*reimport_props, CL_INVALID_PROPERTY,
                "there are no properties of a re-import"));
    return target->reimport(fd);
  });
}

}  // namespace

std::span<const ExtensionFunction> semaphore_functions() {
  static const ExtensionFunction functions[] = {
      {"clCreateSemaphoreWithPropertiesKHR", reinterpret_cast<void*>(&create_semaphore)},
      {"clRetainSemaphoreKHR", reinterpret_cast<void*>(&retain_semaphore)},
      {"clReleaseSemaphoreKHR", reinterpret_cast<void*>(&release_semaphore)},
      {"clEnqueueWaitSemaphoresKHR", reinterpret_cast<void*>(&enqueue_wait)},
      {"clEnqueueSignalSemaphoresKHR", reinterpret_cast<void*>(&enqueue_signal)},
      {"clGetSemaphoreInfoKHR", reinterpret_cast<void*>(&get_semaphore_info)},
      {"clGetSemaphoreHandleForTypeKHR", reinterpret_cast<void*>(&get_semaphore_handle)},
      {"clReImportSemaphoreSyncFdKHR", reinterpret_cast<void*>(&reimport_sync_fd)},
  };
  return functions;
}

}  // namespace heddle
