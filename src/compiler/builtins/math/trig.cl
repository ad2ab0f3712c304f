// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions (OpenCL C §6.13.2, bounds of §7.4, edge cases of §7.5.1).
#include "math_base.h"
#define HD_BODY_F "trig_f.h"
#define HD_BODY_D "trig_d.h"
#include "for_widths.h"
