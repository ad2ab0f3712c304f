/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel with all that an object may have: constants, data, zeroed data, calls, tables of addresses, global symbols. */
#include "abi/kernel_abi.h"

static const int kConstants[4] = {10, 20, 30, 40};
int visible_counter = 7; /* default visibility and -fPIC: through the GOT */
static volatile int zeroed[1000];
static __attribute__((noinline)) int twice(int x) { return x * 2 + zeroed[(unsigned)x % 1000]; }
static __attribute__((noinline)) int thrice(int x) { return x * 3; }
static int (*const kTable[2])(int) = {twice, thrice}; /* absolute addresses in constant data */

__attribute__((noinline)) int choose(int kind) {
  switch (kind) {
    case 0: return 11;
    case 1: return 2;
    case 2: return 300;
    case 3: return 44;
    case 4: return -5;
    case 5: return 1 << 20;
    default: return visible_counter;
  }
}

/* args: int* out, int kind */
void heddle_kernel(const hd_launch* launch, const hd_group_range* range, hd_worker* worker) {
  int* out = *(int* const*)launch->args;
  const int kind = *(const int*)(launch->args + 8);
  for (size_t group = range->begin[0]; group < range->end[0]; ++group) {
    worker->local_memory[0] = (unsigned char)group;
    out[group] = kConstants[group % 4] + kTable[kind % 2]((int)group) + choose(kind);
  }
}
