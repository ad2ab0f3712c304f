// SPDX-License-Identifier: Apache-2.0
#include "exp_core_f.h"
#include "log_core_f.h"

// After the cores.
#include "exp_log_body.h"
