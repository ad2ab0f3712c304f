// SPDX-License-Identifier: Apache-2.0
// A collective function that no work-item meets, in the middle of loops that work-items leave one by one: what one of its lanes would
// hand to the others must not be looked for where there is none.
// sizes: 33 64 100 128
// per_item: 2
// arg zero: i32 0
#include "common.h"

#ifdef HEDDLE_REFERENCE
#define BARRIER
#define FIRST(x) x
#else
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define FIRST(x) work_group_broadcast(x, 0)
#endif
void unmet(private uint* sum, local uint* box, int lid, int times) {
  if (times > 0) {
    box[lid] = *sum;
    BARRIER;
    *sum += box[0];
    BARRIER;
  }
  *sum += 3;
}
kernel void KERNEL(nested)(global uint* out, uint n, global const uint* tmp, local uint* box, int zero) {
  const int x = (int)(get_global_id(0) - get_global_offset(0)), y = (int)(get_global_id(1) - get_global_offset(1));
  const int lid = (int)get_local_linear_id(), item = y * (int)get_global_size(0) + x;
  uint sum = hash((uint)item), a = hash((uint)item + 7u), b = (uint)item & 15;
  private uint p[4] = {1, (uint)item, 3, 4};
  for (int i = 0; i < 2 + zero; ++i) {
    int left = min(lid, 4);
    do {
      b += 3;
      if (sum & 1) {
        if (lid > 2 && (a & 2)) {
          for (int k = 0; k < (int)(n & 3); ++k) {
            if (tmp[item & 3] > 100u) sum = FIRST(sum);
          }
        } else {
          sum += p[b & 3];
        }
        unmet(&sum, box, lid, zero);
      }
    } while (--left > 0);
  }
  out[item * 2] = sum + a * 3 + b * 5 + p[item & 3];
  out[item * 2 + 1] = p[0] + p[1] * 3 + p[2] * 5 + p[3];
}
