// SPDX-License-Identifier: Apache-2.0
// Math functions on the representation of a number (OpenCL C §6.13.2): exponents and fractions.
#include "math_base.h"
#define HD_BODY_T "bits_body.h"
#include "for_widths.h"
