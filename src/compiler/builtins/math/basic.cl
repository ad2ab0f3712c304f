// SPDX-License-Identifier: Apache-2.0
// Math functions that are one or two instructions (OpenCL C §6.13.2).
#include "math_base.h"
#define HD_BODY_T "basic_body.h"
#include "for_widths.h"
