// SPDX-License-Identifier: Apache-2.0
// Exact remainders (OpenCL C §6.13.2).
#include "math_base.h"
#define HD_BODY_T "remainder_body.h"
#include "for_widths.h"
