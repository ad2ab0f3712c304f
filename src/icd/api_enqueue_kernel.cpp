// SPDX-License-Identifier: Apache-2.0
// Executing kernels (§5.10; clEnqueueTask: appendix E).
#include "icd/dispatch_table.h"
#include "icd/entry.h"
#include "runtime/kernel/ndrange.h"
#include "runtime/memory/validate.h"

using namespace heddle;

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
                                          cl_uint work_dim, const size_t* global_work_offset,
                                          const size_t* global_work_size,
                                          const size_t* local_work_size,
                                          cl_uint num_events_in_wait_list,
                                          const cl_event* event_wait_list, cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Kernel> run = TRY(handle<Kernel>(kernel));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    return enqueue_ndrange(*queue, *run,
                           {work_dim, global_work_offset, global_work_size, local_work_size},
                           {std::move(waits), event});
  });
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                 cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                 cl_event* event) {
  return call(__func__, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    const Ref<Kernel> run = TRY(handle<Kernel>(kernel));
    WaitList waits = TRY(wait_list(*queue, num_events_in_wait_list, event_wait_list));
    const size_t one = 1;
    return enqueue_ndrange(*queue, *run, {1, nullptr, &one, &one}, {std::move(waits), event},
                           CL_COMMAND_TASK);
  });
}

namespace {

cl_int suggest(const char* function, cl_command_queue command_queue, cl_kernel kernel,
               const NDRangeRequest& request, size_t* suggested) {
  return call(function, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    return suggested_local_size(*queue, *TRY(handle<Kernel>(kernel)), request, suggested);
  });
}

}  // namespace

/// cl_khr_suggested_local_work_size
cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue,
                                                        cl_kernel kernel, cl_uint work_dim,
                                                        const size_t* global_work_offset,
                                                        const size_t* global_work_size,
                                                        size_t* suggested_local_work_size) {
  return suggest(__func__, command_queue, kernel,
                 {work_dim, global_work_offset, global_work_size, nullptr},
                 suggested_local_work_size);
}

cl_int CL_API_CALL heddle::clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue,
                                                             cl_kernel kernel, cl_uint work_dim,
                                                             const size_t* global_work_offset,
                                                             const size_t* global_work_size,
                                                             size_t* suggested_local_work_size) {
  return suggest(__func__, command_queue, kernel,
                 {work_dim, global_work_offset, global_work_size, nullptr},
                 suggested_local_work_size);
}
