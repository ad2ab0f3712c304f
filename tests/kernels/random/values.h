// SPDX-License-Identifier: Apache-2.0
// What random kernels share: values of all types as 32 bits, one for all NaNs.
#include "common.h"
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define OVER __attribute__((overloadable))

uint OVER word(float x) { return isnan(x) ? 0x7fc00000u : as_uint(x); }
uint OVER word(double x) { return isnan(x) ? 0x7ff80000u : (uint)as_ulong(x) ^ (uint)(as_ulong(x) >> 32) * 7; }
#ifdef cl_khr_fp16
uint OVER word(half x) { return isnan(x) ? 0x7e00u : as_ushort(x); }
#endif
uint OVER word(ulong x) { return (uint)x ^ (uint)(x >> 32) * 7; }
uint OVER word(long x) { return word((ulong)x); }
uint OVER word(uint x) { return x; }
uint OVER word(int x) { return (uint)x; }
uint OVER word(ushort x) { return x; }
uint OVER word(short x) { return (uint)x; }
uint OVER word(uchar x) { return x; }
uint OVER word(char x) { return (uint)x; }
float finite(float x) { return isfinite(x) ? x : 0.0f; }

// Where work-items are: numbered from 0 in every way that programs number them.
#define N n
#define IDS                                                                                       \
  const int x = (int)(get_global_id(0) - get_global_offset(0)), y = (int)(get_global_id(1) - get_global_offset(1)), \
            width = (int)get_global_size(0), lid = (int)get_local_linear_id(), item = y * width + x,                \
            size = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));                                \
  const uint ux = (uint)x, uy = (uint)y, uitem = (uint)item, group = (uint)(get_group_id(0) + get_group_id(1) * 5); \
  uint sum = hash(uitem);
