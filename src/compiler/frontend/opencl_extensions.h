// SPDX-License-Identifier: Apache-2.0
// The beginning of every OpenCL C source: functions of extensions that Clang's own table does not
// declare, and replacements of features that Clang 22 lacks.
// Clang 22 crashes on as_uint(sin): it does not check whether such an operand has a type.
#define __builtin_astype(X, T) __builtin_astype(((void)0, (X)), T)
// Functions of extensions that are not listed (platform/extensions.cpp).
void __attribute__((overloadable)) async_work_group_copy_fence(cl_mem_fence_flags flags);
#if __OPENCL_C_VERSION__ >= 200 || defined(__OPENCL_CPP_VERSION__)
#define HD_GROUP(T, OP)                                                                \
  T __attribute__((overloadable, convergent)) work_group_reduce_##OP(T value);         \
  T __attribute__((overloadable, convergent)) work_group_scan_inclusive_##OP(T value); \
  T __attribute__((overloadable, convergent)) work_group_scan_exclusive_##OP(T value);
#define HD_GROUP_BITS(OP) \
  HD_GROUP(int, OP)       \
  HD_GROUP(uint, OP)      \
  HD_GROUP(long, OP)      \
  HD_GROUP(ulong, OP)
HD_GROUP_BITS(and)
HD_GROUP_BITS(or)
HD_GROUP_BITS(xor)
HD_GROUP_BITS(mul)
HD_GROUP(int, logical_and)
HD_GROUP(int, logical_or)
HD_GROUP(int, logical_xor)
HD_GROUP(float, mul)
#ifdef cl_khr_fp64
HD_GROUP(double, mul)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
HD_GROUP(half, mul)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif
#undef HD_GROUP
#undef HD_GROUP_BITS
#endif
#ifdef cl_khr_subgroup_named_barrier
typedef struct __namedBarrier __namedBarrier;
#define HD_DECLARE __attribute__((overloadable, convergent))
__local __namedBarrier* HD_DECLARE named_barrier_init(int count);
void HD_DECLARE work_group_named_barrier(__local __namedBarrier* barrier, cl_mem_fence_flags flags);
#if __OPENCL_C_VERSION__ >= 200 || defined(__OPENCL_CPP_VERSION__)
void HD_DECLARE work_group_named_barrier(__local __namedBarrier* barrier, cl_mem_fence_flags flags,
                                         memory_scope scope);
#endif
#undef HD_DECLARE
#endif
#ifdef cl_khr_kernel_clock
#define HD_CLOCK(SCOPE)                                         \
  ulong __attribute__((overloadable)) clock_read_##SCOPE(void); \
  uint2 __attribute__((overloadable)) clock_read_hilo_##SCOPE(void);
HD_CLOCK(device)
HD_CLOCK(work_group)
HD_CLOCK(sub_group)
#undef HD_CLOCK
#endif
#ifdef cl_khr_extended_async_copies
#define HD_DECLARE __attribute__((overloadable, convergent))
event_t HD_DECLARE async_work_group_copy_2D2D(__local void* dst, size_t dst_offset,
                                              const __global void* src, size_t src_offset,
                                              size_t num_bytes_per_element,
                                              size_t num_elements_per_line, size_t num_lines,
                                              size_t src_total_line_length,
                                              size_t dst_total_line_length, event_t event);
event_t HD_DECLARE async_work_group_copy_2D2D(__global void* dst, size_t dst_offset,
                                              const __local void* src, size_t src_offset,
                                              size_t num_bytes_per_element,
                                              size_t num_elements_per_line, size_t num_lines,
                                              size_t src_total_line_length,
                                              size_t dst_total_line_length, event_t event);
event_t HD_DECLARE async_work_group_copy_3D3D(
    __local void* dst, size_t dst_offset, const __global void* src, size_t src_offset,
    size_t num_bytes_per_element, size_t num_elements_per_line, size_t num_lines, size_t num_planes,
    size_t src_total_line_length, size_t src_total_plane_area, size_t dst_total_line_length,
    size_t dst_total_plane_area, event_t event);
event_t HD_DECLARE async_work_group_copy_3D3D(
    __global void* dst, size_t dst_offset, const __local void* src, size_t src_offset,
    size_t num_bytes_per_element, size_t num_elements_per_line, size_t num_lines, size_t num_planes,
    size_t src_total_line_length, size_t src_total_plane_area, size_t dst_total_line_length,
    size_t dst_total_plane_area, event_t event);
#undef HD_DECLARE
#endif
// §6.13.7 has them for vectors only, but Clang's former header, and with it other drivers, have
// them for one half as well, and programs use that.
#define HD_STORE(T, SPACE)                                                                \
  void __attribute__((overloadable)) vstorea_half(T x, size_t offset, SPACE half* p);     \
  void __attribute__((overloadable)) vstorea_half_rte(T x, size_t offset, SPACE half* p); \
  void __attribute__((overloadable)) vstorea_half_rtz(T x, size_t offset, SPACE half* p); \
  void __attribute__((overloadable)) vstorea_half_rtp(T x, size_t offset, SPACE half* p); \
  void __attribute__((overloadable)) vstorea_half_rtn(T x, size_t offset, SPACE half* p);
#ifdef cl_khr_fp64
#define HD_STORES(SPACE) HD_STORE(float, SPACE) HD_STORE(double, SPACE)
#else
#define HD_STORES(SPACE) HD_STORE(float, SPACE)
#endif
#define HD_LOAD(SPACE) \
  float __attribute__((overloadable, pure)) vloada_half(size_t offset, const SPACE half* p);
HD_LOAD(__constant)
HD_LOAD(__global)
HD_LOAD(__local)
HD_LOAD(__private)
HD_STORES(__global)
HD_STORES(__local)
HD_STORES(__private)
#if __OPENCL_C_VERSION__ == 200 || defined(__opencl_c_generic_address_space)
HD_LOAD(__generic)
HD_STORES(__generic)
#endif
#undef HD_LOAD
#undef HD_STORES
#undef HD_STORE
#ifdef __OPENCL_CPP_VERSION__
#define HD_C extern "C"
#else
#define HD_C
#endif
// Clang 22 cannot generate code for its own definitions of these: a number as an opaque type.
#ifdef CLK_NULL_RESERVE_ID
HD_C reserve_id_t __hd_null_reserve_id(void);
#undef CLK_NULL_RESERVE_ID
#define CLK_NULL_RESERVE_ID __hd_null_reserve_id()
#endif
#ifdef CLK_NULL_EVENT
HD_C clk_event_t __hd_null_event(void);
#undef CLK_NULL_EVENT
#define CLK_NULL_EVENT __hd_null_event()
#endif
// Nor can it for == and != of handles, which become comparisons of these (handle_comparisons.h).
#if __OPENCL_C_VERSION__ >= 200 || defined(__OPENCL_CPP_VERSION__)
HD_C __attribute__((const)) ulong __hd_queue_number(queue_t queue);
HD_C __attribute__((const)) ulong __hd_clk_event_number(clk_event_t event);
#endif
#undef HD_C
