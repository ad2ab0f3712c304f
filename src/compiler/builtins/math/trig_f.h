// SPDX-License-Identifier: Apache-2.0
#include "trig_core_f.h"

// After the core.
#include "trig_body.h"
