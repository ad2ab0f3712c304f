// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions and their inverses, cbrt, hypot (OpenCL C §6.13.2, bounds of §7.4).
#include "math_base.h"
#define HD_BODY_F "hyper_f.h"
#define HD_BODY_D "hyper_d.h"
#include "for_widths.h"
