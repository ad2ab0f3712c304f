// SPDX-License-Identifier: Apache-2.0
// half_* and native_*, float only (OpenCL C §6.13.2): 8192 ULP are allowed to the former, anything
// to the latter. Where the full function costs a few instructions more it is used.
#include "math_base.h"
#define HD_BODY_F "native_half_body.h"
#include "for_widths.h"
