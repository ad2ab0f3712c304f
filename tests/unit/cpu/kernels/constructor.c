/* SPDX-License-Identifier: Apache-2.0 */
#include "abi/kernel_abi.h"

static volatile int state;
__attribute__((constructor)) static void before(void) { state = 1; }
void heddle_kernel(const hd_launch* launch, const hd_group_range* range, hd_worker* worker) {
  (void)launch, (void)range;
  worker->local_memory[0] = (unsigned char)state;
}
