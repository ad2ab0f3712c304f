// SPDX-License-Identifier: Apache-2.0
// The same where work-items may be lanes. Launches of few may run without (HEDDLE_SPECIALISE).
// sizes: 1 2 3 19
// per_item: 70
#define TASK kernel void
#include "tasks/loops.h"
