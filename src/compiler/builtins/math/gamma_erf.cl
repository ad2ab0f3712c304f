// SPDX-License-Identifier: Apache-2.0
// Gamma and error functions (OpenCL C §6.13.2, bounds of §7.4).
#include "math_base.h"
#define HD_BODY_F "gamma_erf_f.h"
#define HD_BODY_D "gamma_erf_d.h"
#include "for_widths.h"
