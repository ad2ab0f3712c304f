// SPDX-License-Identifier: Apache-2.0
// Includes the body headers HD_BODY_T (for both precisions), HD_BODY_F (float), HD_BODY_D (double)
// once for every width.
#define HD_W 1
#include "one_width.h"
#define HD_W 2
#include "one_width.h"
#define HD_W 3
#include "one_width.h"
#define HD_W 4
#include "one_width.h"
#define HD_W 8
#include "one_width.h"
#define HD_W 16
#include "one_width.h"
