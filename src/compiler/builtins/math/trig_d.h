// SPDX-License-Identifier: Apache-2.0
#include "trig_core_d.h"

// After the core.
#include "trig_body.h"
