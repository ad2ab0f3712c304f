// SPDX-License-Identifier: Apache-2.0
// The beginning of OpenCL C sources that may use them: the functions of cl_intel_subgroups, of its
// _char, _short and _long, of cl_intel_subgroup_local_block_io and cl_intel_bfloat16_conversions.
#define HD_DECLARE __attribute__((overloadable, convergent))
#ifdef cl_intel_subgroups
#define HD_SHUFFLES(T)                                                  \
  T HD_DECLARE intel_sub_group_shuffle(T data, uint lane);              \
  T HD_DECLARE intel_sub_group_shuffle_xor(T data, uint value);         \
  T HD_DECLARE intel_sub_group_shuffle_down(T now, T next, uint delta); \
  T HD_DECLARE intel_sub_group_shuffle_up(T before, T now, uint delta);
#define HD_VECTOR_SHUFFLES(T) \
  HD_SHUFFLES(T)              \
  HD_SHUFFLES(T##2)           \
  HD_SHUFFLES(T##3)           \
  HD_SHUFFLES(T##4)           \
  HD_SHUFFLES(T##8)           \
  HD_SHUFFLES(T##16)
HD_VECTOR_SHUFFLES(int)
HD_VECTOR_SHUFFLES(uint)
HD_VECTOR_SHUFFLES(float)
HD_SHUFFLES(long)
HD_SHUFFLES(ulong)
#ifdef cl_khr_fp64
HD_SHUFFLES(double)
#endif
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
HD_SHUFFLES(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#endif

#define HD_BUFFER_BLOCK(T, NAME, N, SPACE)                               \
  T##N HD_DECLARE intel_sub_group_block_read##NAME##N(const SPACE T* p); \
  void HD_DECLARE intel_sub_group_block_write##NAME##N(SPACE T* p, T##N data);
#define HD_IMAGE_READ(T, NAME, N, ACCESS) \
  T##N HD_DECLARE intel_sub_group_block_read##NAME##N(ACCESS image2d_t image, int2 byte_coord);
#define HD_IMAGE_WRITE(T, NAME, N, ACCESS)                                                      \
  void HD_DECLARE intel_sub_group_block_write##NAME##N(ACCESS image2d_t image, int2 byte_coord, \
                                                       T##N data);
#ifdef cl_intel_subgroup_local_block_io
#define HD_LOCAL_BLOCK(T, NAME, N) HD_BUFFER_BLOCK(T, NAME, N, __local)
#else
#define HD_LOCAL_BLOCK(T, NAME, N)
#endif
#if __OPENCL_C_VERSION__ == 200 || defined(__opencl_c_read_write_images)
#define HD_READ_WRITE(T, NAME, N) \
  HD_IMAGE_READ(T, NAME, N, __read_write) HD_IMAGE_WRITE(T, NAME, N, __read_write)
#else
#define HD_READ_WRITE(T, NAME, N)
#endif
#ifdef __IMAGE_SUPPORT__
#define HD_IMAGE_BLOCK(T, NAME, N)         \
  HD_IMAGE_READ(T, NAME, N, __read_only)   \
  HD_IMAGE_WRITE(T, NAME, N, __write_only) \
  HD_READ_WRITE(T, NAME, N)
#else
#define HD_IMAGE_BLOCK(T, NAME, N)
#endif
#define HD_BLOCK(T, NAME, N)            \
  HD_BUFFER_BLOCK(T, NAME, N, __global) \
  HD_LOCAL_BLOCK(T, NAME, N)            \
  HD_IMAGE_BLOCK(T, NAME, N)
#define HD_BLOCKS(T, NAME) \
  HD_BLOCK(T, NAME, )      \
  HD_BLOCK(T, NAME, 2)     \
  HD_BLOCK(T, NAME, 4)     \
  HD_BLOCK(T, NAME, 8)
HD_BLOCKS(uint, )
HD_BLOCKS(uint, _ui)
#ifdef cl_intel_subgroups_long
HD_BLOCKS(ulong, _ul)
#endif

#define HD_OPERATION(T, OP)                              \
  T HD_DECLARE intel_sub_group_reduce_##OP(T x);         \
  T HD_DECLARE intel_sub_group_scan_exclusive_##OP(T x); \
  T HD_DECLARE intel_sub_group_scan_inclusive_##OP(T x);
#define HD_SMALL(T)                                                     \
  T HD_DECLARE intel_sub_group_broadcast(T x, uint sub_group_local_id); \
  HD_OPERATION(T, add)                                                  \
  HD_OPERATION(T, min)                                                  \
  HD_OPERATION(T, max)                                                  \
  HD_VECTOR_SHUFFLES(T)
#ifdef cl_intel_subgroups_char
HD_SMALL(char)
HD_SMALL(uchar)
HD_BLOCKS(uchar, _uc)
HD_BLOCK(uchar, _uc, 16)
#endif
#ifdef cl_intel_subgroups_short
HD_SMALL(short)
HD_SMALL(ushort)
HD_BLOCKS(ushort, _us)
HD_BLOCK(ushort, _us, 16)
#endif
#undef HD_SMALL
#undef HD_OPERATION
#undef HD_BLOCKS
#undef HD_BLOCK
#undef HD_IMAGE_BLOCK
#undef HD_READ_WRITE
#undef HD_LOCAL_BLOCK
#undef HD_IMAGE_WRITE
#undef HD_IMAGE_READ
#undef HD_BUFFER_BLOCK
#undef HD_VECTOR_SHUFFLES
#undef HD_SHUFFLES
#endif
#undef HD_DECLARE

#ifdef cl_intel_bfloat16_conversions
#define HD_BFLOAT16(N)                                  \
  ushort##N __attribute__((overloadable, const))        \
  intel_convert_bfloat16##N##_as_ushort##N(float##N x); \
  float##N __attribute__((overloadable, const))         \
  intel_convert_as_bfloat16##N##_float##N(ushort##N x);
HD_BFLOAT16()
HD_BFLOAT16(2)
HD_BFLOAT16(3)
HD_BFLOAT16(4)
HD_BFLOAT16(8)
HD_BFLOAT16(16)
#undef HD_BFLOAT16
#endif
