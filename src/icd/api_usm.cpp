// SPDX-License-Identifier: Apache-2.0
// Unified shared memory (cl_intel_unified_shared_memory), found by name (extension_address.cpp).
#include "icd/entry.h"
#include "icd/extension_function.h"
#include "runtime/kernel/kernel.h"
#include "runtime/memory/map_commands.h"
#include "runtime/memory/svm.h"
#include "runtime/memory/usm.h"
#include "runtime/memory/validate.h"

namespace heddle {
namespace {

void* allocate(const char* function, cl_context context, const USMRequest& request,
               cl_int* errcode_ret) {
  return map_pointer(function, errcode_ret, [&]() -> Result<void*> {
    return usm_alloc(*TRY(usable_context(context)), request);
  });
}

void* CL_API_CALL host_mem_alloc(cl_context context, const khr::Properties* properties, size_t size,
                                 cl_uint alignment, cl_int* errcode_ret) {
  return allocate("clHostMemAllocINTEL", context,
                  {Allocation::Kind::Host, nullptr, properties, size, alignment}, errcode_ret);
}

void* CL_API_CALL device_mem_alloc(cl_context context, cl_device_id device,
                                   const khr::Properties* properties, size_t size,
                                   cl_uint alignment, cl_int* errcode_ret) {
  return allocate("clDeviceMemAllocINTEL", context,
                  {Allocation::Kind::Device, device, properties, size, alignment}, errcode_ret);
}

void* CL_API_CALL shared_mem_alloc(cl_context context, cl_device_id device,
                                   const khr::Properties* properties, size_t size,
                                   cl_uint alignment, cl_int* errcode_ret) {
  return allocate("clSharedMemAllocINTEL", context,
                  {Allocation::Kind::Shared, device, properties, size, alignment}, errcode_ret);
}

cl_int CL_API_CALL mem_free(cl_context context, void* ptr) {
  return call("clMemFreeINTEL", [&]() -> Status {
    return usm_free(*TRY(handle<Context>(context)), ptr, /*blocking=*/false);
  });
}

cl_int CL_API_CALL mem_blocking_free(cl_context context, void* ptr) {
  return call("clMemBlockingFreeINTEL", [&]() -> Status {
    return usm_free(*TRY(handle<Context>(context)), ptr, /*blocking=*/true);
  });
}

cl_int CL_API_CALL get_mem_alloc_info(cl_context context, const void* ptr, cl_uint param_name,
                                      size_t param_value_size, void* param_value,
                                      size_t* param_value_size_ret) {
  return call("clGetMemAllocInfoINTEL", [&]() -> Status {
    return usm_info(*TRY(handle<Context>(context)), ptr, param_name,
                    {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL set_kernel_arg_mem_pointer(cl_kernel kernel, cl_uint arg_index,
                                              const void* arg_value) {
  return call("clSetKernelArgMemPointerINTEL", [&]() -> Status {
    return TRY(handle<Kernel>(kernel))->args().set_svm_pointer(arg_index, arg_value);
  });
}

/// Enqueues the command that `make(queue, args)` makes.
template <class Make>
cl_int enqueue_usm(const char* function, cl_command_queue command_queue, cl_uint num_events,
                   const cl_event* events, cl_event* event, bool blocking, Make&& make) noexcept {
  return call(function, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    WaitList waits = TRY(wait_list(*queue, num_events, events));
    return make(*queue, EnqueueArgs{std::move(waits), event, blocking});
  });
}

cl_int CL_API_CALL enqueue_mem_fill(cl_command_queue command_queue, void* dst_ptr,
                                    const void* pattern, size_t pattern_size, size_t size,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event* event_wait_list, cl_event* event) {
  return enqueue_usm("clEnqueueMemFillINTEL", command_queue, num_events_in_wait_list,
                     event_wait_list, event, false, [&](Queue& queue, const EnqueueArgs& args) {
                       return enqueue_svm_fill(queue, dst_ptr, pattern, pattern_size, size, args,
                                               khr::kCommandMemFill);
                     });
}

// Deprecated, and still called.
cl_int CL_API_CALL enqueue_memset(cl_command_queue command_queue, void* dst_ptr, cl_int value,
                                  size_t size, cl_uint num_events_in_wait_list,
                                  const cl_event* event_wait_list, cl_event* event) {
  const auto byte = static_cast<unsigned char>(value);
  return enqueue_mem_fill(command_queue, dst_ptr, &byte, sizeof(byte), size,
                          num_events_in_wait_list, event_wait_list, event);
}

cl_int CL_API_CALL enqueue_memcpy(cl_command_queue command_queue, cl_bool blocking, void* dst_ptr,
                                  const void* src_ptr, size_t size, cl_uint num_events_in_wait_list,
                                  const cl_event* event_wait_list, cl_event* event) {
  return enqueue_usm(
      "clEnqueueMemcpyINTEL", command_queue, num_events_in_wait_list, event_wait_list, event,
      blocking != CL_FALSE, [&](Queue& queue, const EnqueueArgs& args) -> Status {
        TRY(require(dst_ptr && src_ptr, CL_INVALID_VALUE, "a pointer is null"));
        return enqueue_svm_memcpy(queue, dst_ptr, src_ptr, size, args, khr::kCommandMemcpy);
      });
}

cl_int CL_API_CALL enqueue_migrate_mem(cl_command_queue command_queue, const void* ptr, size_t size,
                                       cl_mem_migration_flags flags,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  constexpr cl_mem_migration_flags kKnown =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  return enqueue_usm(
      "clEnqueueMigrateMemINTEL", command_queue, num_events_in_wait_list, event_wait_list, event,
      false, [&](Queue& queue, const EnqueueArgs& args) -> Status {
        TRY(require(!(flags & ~kKnown), CL_INVALID_VALUE, "unknown migration flags"));
        return enqueue_migrate(queue, khr::kCommandMigrateMem,
                               {{static_cast<const std::byte*>(ptr), size}},
                               flags & CL_MIGRATE_MEM_OBJECT_HOST, args);
      });
}

// Enqueues a marker: the advice concerns memory that is everywhere.
cl_int CL_API_CALL enqueue_mem_advise(cl_command_queue command_queue, const void* /*ptr*/,
                                      size_t /*size*/, cl_uint /*advice*/,
                                      cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return enqueue_usm("clEnqueueMemAdviseINTEL", command_queue, num_events_in_wait_list,
                     event_wait_list, event, false, [&](Queue& queue, const EnqueueArgs& args) {
                       return enqueue_svm_sync(queue, khr::kCommandMemAdvise, args);
                     });
}

}  // namespace

std::span<const ExtensionFunction> usm_functions() {
  static const ExtensionFunction functions[] = {
      {"clHostMemAllocINTEL", reinterpret_cast<void*>(&host_mem_alloc)},
      {"clDeviceMemAllocINTEL", reinterpret_cast<void*>(&device_mem_alloc)},
      {"clSharedMemAllocINTEL", reinterpret_cast<void*>(&shared_mem_alloc)},
      {"clMemFreeINTEL", reinterpret_cast<void*>(&mem_free)},
      {"clMemBlockingFreeINTEL", reinterpret_cast<void*>(&mem_blocking_free)},
      {"clGetMemAllocInfoINTEL", reinterpret_cast<void*>(&get_mem_alloc_info)},
      {"clSetKernelArgMemPointerINTEL", reinterpret_cast<void*>(&set_kernel_arg_mem_pointer)},
      {"clEnqueueMemFillINTEL", reinterpret_cast<void*>(&enqueue_mem_fill)},
      {"clEnqueueMemsetINTEL", reinterpret_cast<void*>(&enqueue_memset)},
      {"clEnqueueMemcpyINTEL", reinterpret_cast<void*>(&enqueue_memcpy)},
      {"clEnqueueMigrateMemINTEL", reinterpret_cast<void*>(&enqueue_migrate_mem)},
      {"clEnqueueMemAdviseINTEL", reinterpret_cast<void*>(&enqueue_mem_advise)},
  };
  return functions;
}

}  // namespace heddle
