// SPDX-License-Identifier: Apache-2.0
// Exponentials and logarithms (OpenCL C §6.13.2, bounds of §7.4).
#include "math_base.h"
#define HD_BODY_F "exp_log_f.h"
#define HD_BODY_D "exp_log_d.h"
#include "for_widths.h"
