// SPDX-License-Identifier: Apache-2.0
// Loops of kernels whose groups are one work-item: they may become vectors of the work-item's own.
// sizes: 1
// per_item: 70
#define TASK kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
#include "tasks/loops.h"
