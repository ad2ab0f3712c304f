// SPDX-License-Identifier: Apache-2.0
// cl_khr_kernel_clock: the processor's time stamp counter. It counts at one rate on all compute
// units, so the scopes share it.
#include "hd.h"

#define HD_CLOCK(SCOPE)                                   \
  ulong HD_OVERLOAD clock_read_##SCOPE(void) {            \
    return __builtin_readcyclecounter();                  \
  }                                                       \
  uint2 HD_OVERLOAD clock_read_hilo_##SCOPE(void) {       \
    return __builtin_astype(clock_read_##SCOPE(), uint2); \
  }
HD_CLOCK(device)
HD_CLOCK(work_group)
HD_CLOCK(sub_group)
