/* SPDX-License-Identifier: Apache-2.0 */
/* kernel void fill(global int* out, int value, local int* tmp, float3 unused): each work-item writes its value, its local id
   along dimension 0, the size of its group along it, and the program-scope variable `counter` if there is one. */
#include "abi/kernel_abi.h"

void heddle_kernel(const hd_launch* launch, const hd_group_range* range, hd_worker* worker) {
  int* out = *(int* const*)launch->args;
  const int value = *(const int*)(launch->args + 8);
  int* tmp = (int*)(worker->local_memory + *(const uint64_t*)(launch->args + 16));
  const size_t* size = launch->global_size;
  const size_t* local = launch->enqueued_local_size;
  for (size_t gz = range->begin[2]; gz < range->end[2]; ++gz)
    for (size_t gy = range->begin[1]; gy < range->end[1]; ++gy)
      for (size_t gx = range->begin[0]; gx < range->end[0]; ++gx) {
        const size_t begin = gx * local[0];
        const size_t width = begin + local[0] < size[0] ? local[0] : size[0] - begin;
        tmp[0] = value;
        for (size_t z = gz * local[2]; z < (gz + 1) * local[2] && z < size[2]; ++z)
          for (size_t y = gy * local[1]; y < (gy + 1) * local[1] && y < size[1]; ++y)
            for (size_t x = 0; x < width; ++x) {
              const size_t id = begin + x + launch->global_offset[0] + size[0] * (y + size[1] * z);
              out[4 * id] = tmp[0];
              out[4 * id + 1] = (int)x;
              out[4 * id + 2] = (int)width;
              out[4 * id + 3] = launch->globals ? **(int**)launch->globals : 0;
            }
      }
}
