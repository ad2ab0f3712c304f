// SPDX-License-Identifier: Apache-2.0
// The header of every source of the built-in library: the types of OpenCL C, the internal
// intrinsics that compiler passes replace, and macros that repeat a definition for many types.
#ifndef HEDDLE_BUILTINS_HD_H
#define HEDDLE_BUILTINS_HD_H

#include <opencl-c-base.h>

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// The library is compiled without convergent by default: functions that wait for other work-items
// have the attribute.
#define HD_OVERLOAD __attribute__((overloadable))
#define HD_CONVERGENT __attribute__((overloadable, convergent))
#define HD_INLINE static inline __attribute__((always_inline, overloadable))
#define HD_CONST __attribute__((const))

// The internal intrinsics. A dimension is always a literal 0, 1 or 2.
HD_CONST size_t __hd_local_id(uint d);
HD_CONST size_t __hd_global_id(uint d);
HD_CONST size_t __hd_group_id(uint d);
HD_CONST size_t __hd_local_size(uint d);  // the size of this group: the last one may be smaller
HD_CONST size_t __hd_enqueued_local_size(uint d);
HD_CONST size_t __hd_global_size(uint d);
HD_CONST size_t __hd_global_offset(uint d);
HD_CONST size_t __hd_num_groups(uint d);
HD_CONST uint __hd_work_dim(void);

// Waits for all work-items of the group.
__attribute__((convergent)) void __hd_barrier(uint mem_fence_flags, uint memory_scope);

// Lets other sub-groups run in a loop in which one waits for them (ir/intrinsics.h).
#define HD_YIELD() __hd_barrier(0, 16)
// Orders accesses to local memory if sub-groups wait for others; else it is dropped at once.
void __hd_local_fence(void);
// Returns local memory for a barrier of some sub-groups: each call has its own.
struct __namedBarrier;
__attribute__((convergent)) local struct __namedBarrier* __hd_named_barrier(void);

// Returns memory of this work-group that nothing else uses: 16 bytes for each of its work-items.
HD_CONST generic void* __hd_group_scratch(void);

// Intrinsics for the work-items that the compiler runs as one vector, neighbours in the order of
// linear ids. One work-item is a vector, too. Like a barrier, these need all work-items of the
// vector.
HD_CONST size_t __hd_vector_index(void);  // the number of the vector in the group
HD_CONST size_t __hd_vector_count(void);
HD_CONST size_t __hd_vector_limit(void);  // the number in a group of the enqueued size
HD_CONST uint __hd_lane_id(void);         // number of this work-item in its vector
HD_CONST uint __hd_lane_count(void);      // work-items of this vector: the last one may have fewer
HD_CONST uint __hd_lane_limit(void);      // the number in a full vector
__attribute__((convergent)) void __hd_vector_barrier(uint mem_fence_flags, uint memory_scope);
__attribute__((const, convergent)) ulong __hd_lanes_ballot(bool x);
#define HD_LANES(T, SUFFIX, ADD, MIN, MAX)                                              \
  __attribute__((const, convergent)) T __hd_lanes_reduce_##ADD##_##SUFFIX(T x);         \
  __attribute__((const, convergent)) T __hd_lanes_reduce_##MIN##_##SUFFIX(T x);         \
  __attribute__((const, convergent)) T __hd_lanes_reduce_##MAX##_##SUFFIX(T x);         \
  __attribute__((const, convergent)) T __hd_lanes_scan_##ADD##_##SUFFIX(T x);           \
  __attribute__((const, convergent)) T __hd_lanes_scan_##MIN##_##SUFFIX(T x);           \
  __attribute__((const, convergent)) T __hd_lanes_scan_##MAX##_##SUFFIX(T x);           \
  __attribute__((const, convergent)) T __hd_lanes_shift_##ADD##_##SUFFIX(T x, T first); \
  __attribute__((const, convergent)) T __hd_lanes_broadcast_##SUFFIX(T x, uint lane);   \
  __attribute__((const, convergent)) T __hd_lanes_shuffle_##SUFFIX(T x, uint lane);     \
  __attribute__((const, convergent)) T __hd_lanes_fill_##SUFFIX(T x, T others);
// The suffix is the type, the operation has the signedness: integers share names.
HD_LANES(int, i32, add, smin, smax)
HD_LANES(uint, u32, add, umin, umax)
HD_LANES(long, i64, add, smin, smax)
HD_LANES(ulong, u64, add, umin, umax)
HD_LANES(float, f32, fadd, fmin, fmax)
HD_LANES(double, f64, fadd, fmin, fmax)

#define HD_LANES_OPERATION(T, WORD)                                   \
  __attribute__((const, convergent)) T __hd_lanes_reduce_##WORD(T x); \
  __attribute__((const, convergent)) T __hd_lanes_scan_##WORD(T x);
#define HD_LANES_INTEGER(T, SUFFIX)   \
  HD_LANES_OPERATION(T, mul_##SUFFIX) \
  HD_LANES_OPERATION(T, and_##SUFFIX) \
  HD_LANES_OPERATION(T, or_##SUFFIX)  \
  HD_LANES_OPERATION(T, xor_##SUFFIX)
HD_LANES_INTEGER(int, i32)
HD_LANES_INTEGER(uint, u32)
HD_LANES_INTEGER(long, i64)
HD_LANES_INTEGER(ulong, u64)
HD_LANES_OPERATION(float, fmul_f32)
HD_LANES_OPERATION(double, fmul_f64)

// Tell where a generic pointer points; neither means global memory.
HD_CONST bool __hd_is_local(const generic void* pointer);
HD_CONST bool __hd_is_private(const generic void* pointer);

// The launch's services (kernel_abi.h), with the launch as their first argument. An opaque type is
// a private void* here, as the passes make it.
typedef private void* hd_handle;
int __hd_service_enqueue_kernel(hd_handle queue, uint flags, const private void* range,
                                uint num_events, const generic void* wait_list,
                                generic void* event_ret, ulong kernel_number,
                                const generic void* literal, uint num_locals,
                                const private void* local_sizes);
int __hd_service_enqueue_marker(hd_handle queue, uint num_events, const generic void* wait_list,
                                generic void* event_ret);
hd_handle __hd_service_default_queue(void);
hd_handle __hd_service_create_user_event(void);
void __hd_service_set_user_event_status(hd_handle event, int status);
void __hd_service_retain_event(hd_handle event);
void __hd_service_release_event(hd_handle event);
void __hd_service_capture_profiling(hd_handle event, generic void* value);
void __hd_service_fail(uint why);
uint __hd_service_block_info(ulong kernel_number, uint what, const private void* range);

// Returns fields of the hd_image (abi/kernel_abi.h) whose address an image argument is, by their
// literal offset, or pseudo fields of image/layout.h. The pointer is an image's.
HD_CONST uint __hd_image_u32(private void* image, uint offset);
HD_CONST ulong __hd_image_u64(private void* image, uint offset);

// Returns `data`, the address of an image's elements. Lanes probably read neighbouring elements
// from it (analysis/texels.h).
HD_CONST ulong __hd_texels(ulong data);

// Tells whether it holds for every lane of the vector, also lanes without a work-item.
HD_CONST bool __hd_all(bool condition);

// Tells whether it is the same for all work-items (math/math_base.h).
HD_CONST bool __hd_is_same(float x);

// Tells whether subnormal numbers are zeros (-cl-denorms-are-zero).
HD_CONST bool __hd_flushes(void);

// Tells whether instructions compute 1 / x and 1 / sqrt(x) to 14 bits, p * 2^k and an element of a
// table (math/helpers.h).
HD_CONST bool __hd_has_estimates(void);
// Tells whether an instruction returns elements of a table of eight. If so products that are added
// are not rounded either: code under this condition relies on it.
HD_CONST bool __hd_has_lookups(void);
// Tells whether an instruction permutes the bytes of two registers. If so __hd_mix_bytes is quick:
// it mixes a channel of four elements, byte `channel` of each word, by weights of 15 bits, two in a
// word: those of the upper left and the upper right element, and of the two below.
HD_CONST bool __hd_has_mixes(void);
HD_CONST uint __hd_mix_bytes(uint upper_left, uint upper_right, uint lower_left, uint lower_right,
                             uint upper, uint lower, uint channel);
// Convert with a direction of rounding.
HD_CONST float __hd_to_float_rtz(double x);
HD_CONST float __hd_to_float_rtp(double x);
HD_CONST float __hd_to_float_rtn(double x);

// Returns the sum of the products of the bytes of a and b; literals tell whether they are signed.
HD_CONST uint __hd_dot_bytes(uint a, uint b, bool a_is_signed, bool b_is_signed);

// Calls F(n, ...) for the scalar (n is empty) and for each vector width.
#define HD_VECTORS(F, ...) \
  F(2, __VA_ARGS__) F(3, __VA_ARGS__) F(4, __VA_ARGS__) F(8, __VA_ARGS__) F(16, __VA_ARGS__)
#define HD_WIDTHS(F, ...) F(, __VA_ARGS__) HD_VECTORS(F, __VA_ARGS__)

// Calls EACH(F, type, signed type, unsigned type, bits); EACH is HD_WIDTHS, HD_VECTORS or
// HD_SCALAR.
#define HD_SCALAR(F, ...) F(, __VA_ARGS__)
#define HD_SIGNED_INTEGERS(EACH, F) \
  EACH(F, char, char, uchar, 8)     \
  EACH(F, short, short, ushort, 16) EACH(F, int, int, uint, 32) EACH(F, long, long, ulong, 64)
#define HD_UNSIGNED_INTEGERS(EACH, F) \
  EACH(F, uchar, char, uchar, 8)      \
  EACH(F, ushort, short, ushort, 16) EACH(F, uint, int, uint, 32) EACH(F, ulong, long, ulong, 64)
#define HD_INTEGERS(EACH, F) HD_SIGNED_INTEGERS(EACH, F) HD_UNSIGNED_INTEGERS(EACH, F)

// Calls EACH(F, type, signed integer of the same size, its bits).
#define HD_FLOATS(EACH, F) EACH(F, float, int, 32) EACH(F, double, long, 64)
#define HD_HALVES(EACH, F) EACH(F, half, short, 16)

// Reductions and scans of halves over a work_group or sub_group. Sums are rounded once, at the end.
#define HD_HALF_GROUP_FUNCTION(NAME) \
  half HD_CONVERGENT NAME(half x) {  \
    return (half)NAME((float)x);     \
  }
#define HD_HALF_GROUP_OPERATION(GROUP, OP)            \
  HD_HALF_GROUP_FUNCTION(GROUP##_reduce_##OP)         \
  HD_HALF_GROUP_FUNCTION(GROUP##_scan_inclusive_##OP) \
  HD_HALF_GROUP_FUNCTION(GROUP##_scan_exclusive_##OP)
#define HD_HALF_GROUP_FUNCTIONS(GROUP) \
  HD_HALF_GROUP_OPERATION(GROUP, add)  \
  HD_HALF_GROUP_OPERATION(GROUP, min)  \
  HD_HALF_GROUP_OPERATION(GROUP, max)

#endif
