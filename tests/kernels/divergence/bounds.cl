// SPDX-License-Identifier: Apache-2.0
// Indices within bounds next to the ends of their type: some pass the end within a vector.
// sizes: 1 2 3 7 8 15 16 17 31 32 33 64 66 128 256
#include "common.h"

#define BOUNDS(name, condition)                                       \
  kernel void KERNEL(name)(global uint* out, global const ulong* nd) { \
    const uint one = (uint)nd[9], near = 20 * one;                    \
    const uint up = 0u - near + ITEM, down = near - ITEM;             \
    const int high = (int)(0x80000000u - near + ITEM), low = (int)(0x80000000u + near - ITEM); \
    const long far = (long)((0x8000000000000000ul - near) + ITEM);    \
    const uint most = 0u - one;                                       \
    const int top = (int)(0x80000000u - one), bottom = (int)(0x80000000u * one); \
    if (condition) out[ITEM] = up * 7 + hash(ITEM);                   \
  }
BOUNDS(up_less, up < most)
BOUNDS(up_to, up <= most)
BOUNDS(up_to_less, up <= most - 5 * one)
BOUNDS(up_more, up > most - 30 * one)
BOUNDS(up_from, up >= most - 7 * one)
BOUNDS(up_low, up < 9 * one)
BOUNDS(up_low_to, up <= 9 * one)
BOUNDS(down_more, down > 2 * one)
BOUNDS(down_from, down >= one - 1)
BOUNDS(down_less, down < 40 * one)
BOUNDS(down_to, down <= 15 * one)
BOUNDS(high_less, high < top)
BOUNDS(high_to, high <= top)
BOUNDS(high_to_less, high <= top - 3 * (int)one)
BOUNDS(high_more, high > -5 * (int)one)
BOUNDS(high_from, high >= bottom)
BOUNDS(low_more, low > bottom)
BOUNDS(low_from, low >= bottom)
BOUNDS(low_less, low < bottom + 40 * (int)one)
BOUNDS(low_to, low <= top)
BOUNDS(between, high > -5 * (int)one && high < top)
BOUNDS(within, up >= 3 * one && up < most && one == 1)
BOUNDS(far_less, far < (long)(0x8000000000000000ul - one))
BOUNDS(far_to, far <= (long)(0x8000000000000000ul - one))
BOUNDS(far_more, far > -(long)one)
BOUNDS(below_all, up < 2 * one - 2)
