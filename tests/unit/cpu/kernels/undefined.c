/* SPDX-License-Identifier: Apache-2.0 */
#include "abi/kernel_abi.h"

extern int missing_function(int);
void heddle_kernel(const hd_launch* launch, const hd_group_range* range, hd_worker* worker) {
  (void)launch, (void)range;
  worker->local_memory[0] = (unsigned char)missing_function(1);
}
