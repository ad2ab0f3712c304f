// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory (§5.6).
#include "icd/entry.h"
#include "runtime/memory/map_commands.h"
#include "runtime/memory/svm.h"
#include "runtime/memory/validate.h"

using namespace heddle;

namespace {

/// Checks the arguments that all SVM commands share; `enqueue(queue, waits)` does the rest.
template <class Enqueue>
cl_int svm_command(const char* function, cl_command_queue queue, bool arguments_valid,
                   cl_uint num_events, const cl_event* events, Enqueue&& enqueue) {
  return call(function, [&]() -> Status {
    const Ref<Queue> host = TRY(host_queue(queue));
    WaitList waits = TRY(wait_list(*host, num_events, events));
    TRY(require(arguments_valid, CL_INVALID_VALUE,
                "an argument is null, zero, misaligned or not a valid flag"));
    return enqueue(*host, std::move(waits));
  });
}

}  // namespace

void* CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                             cl_uint alignment) {
  return map_pointer(__func__, nullptr, [&]() -> Result<void*> {
    return svm_alloc(*TRY(usable_context(context)), flags, size, alignment);
  });
}

void CL_API_CALL clSVMFree(cl_context context, void* svm_pointer) {
  call(__func__, [&]() -> Status { return svm_free(*TRY(handle<Context>(context)), svm_pointer); });
}

cl_int CL_API_CALL
clEnqueueSVMFree(cl_command_queue queue, cl_uint num_svm_pointers, void* svm_pointers[],
                 void(CL_CALLBACK* free_func)(cl_command_queue, cl_uint, void*[], void*),
                 void* user_data, cl_uint num_events, const cl_event* events, cl_event* event) {
  const bool valid = (num_svm_pointers == 0) == (svm_pointers == nullptr);
  return svm_command(__func__, queue, valid, num_events, events, [&](Queue& host, WaitList waits) {
    return enqueue_svm_free(host, {{svm_pointers, num_svm_pointers}, free_func, user_data},
                            {std::move(waits), event});
  });
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking_copy, void* dst_ptr,
                                      const void* src_ptr, size_t size, cl_uint num_events,
                                      const cl_event* events, cl_event* event) {
  return svm_command(
      __func__, queue, dst_ptr && src_ptr, num_events, events, [&](Queue& host, WaitList waits) {
        return enqueue_svm_memcpy(host, dst_ptr, src_ptr, size,
                                  {std::move(waits), event, blocking_copy != CL_FALSE});
      });
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void* svm_ptr, const void* pattern,
                                       size_t pattern_size, size_t size, cl_uint num_events,
                                       const cl_event* events, cl_event* event) {
  return svm_command(__func__, queue, true, num_events, events, [&](Queue& host, WaitList waits) {
    return enqueue_svm_fill(host, svm_ptr, pattern, pattern_size, size, {std::move(waits), event});
  });
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking_map, cl_map_flags flags,
                                   void* svm_ptr, size_t size, cl_uint num_events,
                                   const cl_event* events, cl_event* event) {
  return svm_command(__func__, queue, svm_ptr && size && valid_map_flags(flags), num_events, events,
                     [&](Queue& host, WaitList waits) {
                       return enqueue_svm_sync(host, CL_COMMAND_SVM_MAP,
                                               {std::move(waits), event, blocking_map != CL_FALSE});
                     });
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void* svm_ptr, cl_uint num_events,
                                     const cl_event* events, cl_event* event) {
  return svm_command(
      __func__, queue, svm_ptr, num_events, events, [&](Queue& host, WaitList waits) {
        return enqueue_svm_sync(host, CL_COMMAND_SVM_UNMAP, {std::move(waits), event});
      });
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint num_svm_pointers,
                                          const void** svm_pointers, const size_t* sizes,
                                          cl_mem_migration_flags flags, cl_uint num_events,
                                          const cl_event* events, cl_event* event) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  return svm_command(__func__, queue, num_svm_pointers && svm_pointers && !(flags & ~known),
                     num_events, events, [&](Queue& host, WaitList waits) {
                       return enqueue_svm_migrate(host, {svm_pointers, num_svm_pointers}, sizes,
                                                  flags & CL_MIGRATE_MEM_OBJECT_HOST,
                                                  {std::move(waits), event});
                     });
}
