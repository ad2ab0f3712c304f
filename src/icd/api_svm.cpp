// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory (§5.6). The device reports CL_DEVICE_SVM_CAPABILITIES as 0: there is
// nothing to allocate, and no pointer of an application is an SVM pointer.
#include <span>

#include "icd/entry.h"
#include "platform/context.h"
#include "runtime/validate.h"
#include "support/checked.h"

using namespace heddle;

namespace {

Error no_svm() {
  return {CL_INVALID_OPERATION, "the device has no shared virtual memory"};
}

/// The end of every SVM command: its own arguments hold or not, the rest is checked for all in one
/// way.
cl_int svm_command(const char* function, cl_command_queue queue, cl_uint num_events,
                   const cl_event* events, bool arguments_valid) {
  return call(function, [&]() -> Status {
    Queue* host = TRY(host_queue(queue));
    TRY(wait_list(*host, num_events, events));
    TRY(require(arguments_valid, CL_INVALID_VALUE,
                "an argument is null, zero or not a valid flag"));
    return no_svm();
  });
}

bool is_pattern_size(size_t size) {
  return is_power_of_two(size) && size <= 128;
}

}  // namespace

void* CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags, size_t, cl_uint) {
  return map_pointer(__func__, nullptr, [&]() -> Result<void*> {
    TRY(handle<Context>(context));
    return no_svm();
  });
}

// No pointer comes from clSVMAlloc, so there is never anything to free.
void CL_API_CALL clSVMFree(cl_context, void*) {}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint num_svm_pointers,
                                    void* svm_pointers[],
                                    void(CL_CALLBACK*)(cl_command_queue, cl_uint, void*[], void*),
                                    void*, cl_uint num_events, const cl_event* events, cl_event*) {
  return svm_command(__func__, queue, num_events, events,
                     (num_svm_pointers == 0) == (svm_pointers == nullptr));
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool, void* dst_ptr,
                                      const void* src_ptr, size_t, cl_uint num_events,
                                      const cl_event* events, cl_event*) {
  return svm_command(__func__, queue, num_events, events, dst_ptr && src_ptr);
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void* svm_ptr, const void* pattern,
                                       size_t pattern_size, size_t size, cl_uint num_events,
                                       const cl_event* events, cl_event*) {
  const bool valid = svm_ptr && pattern && is_pattern_size(pattern_size) &&
                     size % pattern_size == 0 &&
                     reinterpret_cast<uintptr_t>(svm_ptr) % pattern_size == 0;
  return svm_command(__func__, queue, num_events, events, valid);
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool, cl_map_flags flags,
                                   void* svm_ptr, size_t size, cl_uint num_events,
                                   const cl_event* events, cl_event*) {
  constexpr cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  return svm_command(__func__, queue, num_events, events, svm_ptr && size && !(flags & ~known));
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void* svm_ptr, cl_uint num_events,
                                     const cl_event* events, cl_event*) {
  return svm_command(__func__, queue, num_events, events, svm_ptr);
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint num_svm_pointers,
                                          const void** svm_pointers, const size_t*,
                                          cl_mem_migration_flags flags, cl_uint num_events,
                                          const cl_event* events, cl_event*) {
  constexpr cl_mem_migration_flags known =
      CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
  return svm_command(__func__, queue, num_events, events,
                     num_svm_pointers && svm_pointers && !(flags & ~known));
}
