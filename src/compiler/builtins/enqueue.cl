// SPDX-License-Identifier: Apache-2.0
// Device-side enqueue (OpenCL C 2.0 §6.13.17). The compiler turns every opaque type into a plain
// pointer before it links the library, so a queue and an event are pointers here too. Symbols are
// written out, as the mangled name of a void* would differ. The runtime does the work
// (kernel_abi.h).
#include "abi/numbers.h"
#include "hd.h"

#define SYMBOL(NAME) __asm__(NAME)
typedef const private ndrange_t* range_pointer;
typedef generic void* pointer;

// Clang's own names for enqueue_kernel. A kernel is its number in the program, as a pointer.
#define ENQUEUE(NAME, EXTRA, EVENTS, WAITS, EVENT, LOCALS, SIZES)                               \
  int NAME(hd_handle queue, int flags, range_pointer range EVENTS, pointer kernel_number,       \
           pointer literal EXTRA) {                                                             \
    return __hd_service_enqueue_kernel(queue, flags, range, WAITS, EVENT, (ulong)kernel_number, \
                                       literal, LOCALS, SIZES);                                 \
  }
#define COMMA ,
#define WAIT_LIST COMMA uint num_events COMMA pointer wait_list COMMA pointer event_ret
#define LOCAL_SIZES COMMA uint num_locals COMMA const private ulong* local_sizes
ENQUEUE(__enqueue_kernel_basic, , , 0 COMMA 0, 0, 0, 0)
ENQUEUE(__enqueue_kernel_varargs, LOCAL_SIZES, , 0 COMMA 0, 0, num_locals, local_sizes)
ENQUEUE(__enqueue_kernel_basic_events, , WAIT_LIST, num_events COMMA wait_list, event_ret, 0, 0)
ENQUEUE(__enqueue_kernel_events_varargs, LOCAL_SIZES, WAIT_LIST, num_events COMMA wait_list,
        event_ret, num_locals, local_sizes)

int marker(hd_handle queue, uint num_events, pointer wait_list, pointer event_ret)
    SYMBOL("_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_");
int marker(hd_handle queue, uint num_events, pointer wait_list, pointer event_ret) {
  return __hd_service_enqueue_marker(queue, num_events, wait_list, event_ret);
}

hd_handle default_queue(void) SYMBOL("_Z17get_default_queuev");
hd_handle default_queue(void) {
  return __hd_service_default_queue();
}

hd_handle new_user_event(void) SYMBOL("_Z17create_user_eventv");
hd_handle new_user_event(void) {
  return __hd_service_create_user_event();
}

void set_status(hd_handle event, int status) SYMBOL("_Z21set_user_event_status12ocl_clkeventi");
void set_status(hd_handle event, int status) {
  __hd_service_set_user_event_status(event, status);
}

void retain(hd_handle event) SYMBOL("_Z12retain_event12ocl_clkevent");
void retain(hd_handle event) {
  __hd_service_retain_event(event);
}

void release(hd_handle event) SYMBOL("_Z13release_event12ocl_clkevent");
void release(hd_handle event) {
  __hd_service_release_event(event);
}

bool is_event(hd_handle event) SYMBOL("_Z14is_valid_event12ocl_clkevent");
bool is_event(hd_handle event) {
  return event != 0 && event != (hd_handle)~0ul;  // CLK_NULL_EVENT
}

// Comparisons of handles.
ulong __hd_queue_number(hd_handle queue) {
  return (ulong)queue;
}
ulong __hd_clk_event_number(hd_handle event) {
  return (ulong)event;
}

hd_handle __hd_null_event(void) {  // CLK_NULL_EVENT
  return (hd_handle)~0ul;
}

void capture(hd_handle event, int name, global void* value)
    SYMBOL("_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v");
void capture(hd_handle event, int name, global void* value) {
  if (name == CLK_PROFILING_COMMAND_EXEC_TIME) __hd_service_capture_profiling(event, value);
}

// Queries.
uint __get_kernel_work_group_size_impl(pointer kernel_number, pointer literal) {
  (void)literal;
  return __hd_service_block_info((ulong)kernel_number, HD_BLOCK_WORK_GROUP_SIZE, 0);
}
uint __get_kernel_preferred_work_group_size_multiple_impl(pointer kernel_number, pointer literal) {
  (void)literal;
  return __hd_service_block_info((ulong)kernel_number, HD_BLOCK_PREFERRED_MULTIPLE, 0);
}
uint __get_kernel_max_sub_group_size_for_ndrange_impl(range_pointer range, pointer kernel_number,
                                                      pointer literal) {
  (void)literal;
  return __hd_service_block_info((ulong)kernel_number, HD_BLOCK_MAX_SUB_GROUP_SIZE, range);
}
uint __get_kernel_sub_group_count_for_ndrange_impl(range_pointer range, pointer kernel_number,
                                                   pointer literal) {
  (void)literal;
  return __hd_service_block_info((ulong)kernel_number, HD_BLOCK_SUB_GROUP_COUNT, range);
}
// Further queries of SPIR-V (spirv/block_queries.h).
uint __get_kernel_max_num_sub_groups_impl(pointer kernel_number, pointer literal) {
  (void)literal;
  return __hd_service_block_info((ulong)kernel_number, HD_BLOCK_MAX_SUB_GROUPS, 0);
}
uint __get_kernel_local_size_for_sub_group_count_impl(pointer kernel_number, pointer literal,
                                                      uint count) {
  (void)literal;
  const ndrange_t range = {1, {0, 0, 0}, {count, 1, 1}, {0, 1, 1}};
  return __hd_service_block_info((ulong)kernel_number, HD_BLOCK_LOCAL_SIZE, &range);
}

// Makes a range whose local size is zero: the runtime chooses it.
static ndrange_t empty_range(uint dimensions) {
  ndrange_t range;
  range.workDimension = dimensions;
  for (uint d = 0; d < 3; ++d) {
    range.globalWorkOffset[d] = 0;
    range.globalWorkSize[d] = d < dimensions ? 0 : 1;
    range.localWorkSize[d] = d < dimensions ? 0 : 1;
  }
  return range;
}

ndrange_t HD_OVERLOAD ndrange_1D(size_t offset, size_t global_size, size_t local_size) {
  ndrange_t range = empty_range(1);
  range.globalWorkOffset[0] = offset;
  range.globalWorkSize[0] = global_size;
  range.localWorkSize[0] = local_size;
  return range;
}
ndrange_t HD_OVERLOAD ndrange_1D(size_t global_size, size_t local_size) {
  return ndrange_1D(0, global_size, local_size);
}
ndrange_t HD_OVERLOAD ndrange_1D(size_t global_size) {
  return ndrange_1D(0, global_size, 0);
}

#define NDRANGE(NAME, N)                                                                      \
  ndrange_t HD_OVERLOAD NAME(const private size_t* offset, const private size_t* global_size, \
                             const private size_t* local_size) {                              \
    ndrange_t range = empty_range(N);                                                         \
    for (uint d = 0; d < N; ++d) {                                                            \
      range.globalWorkOffset[d] = offset[d];                                                  \
      range.globalWorkSize[d] = global_size[d];                                               \
      range.localWorkSize[d] = local_size[d];                                                 \
    }                                                                                         \
    return range;                                                                             \
  }                                                                                           \
  ndrange_t HD_OVERLOAD NAME(const private size_t* global_size,                               \
                             const private size_t* local_size) {                              \
    const size_t zero[3] = {0, 0, 0};                                                         \
    return NAME(zero, global_size, local_size);                                               \
  }                                                                                           \
  ndrange_t HD_OVERLOAD NAME(const private size_t* global_size) {                             \
    const size_t zero[3] = {0, 0, 0};                                                         \
    return NAME(zero, global_size, zero);                                                     \
  }
NDRANGE(ndrange_2D, 2)
NDRANGE(ndrange_3D, 3)
