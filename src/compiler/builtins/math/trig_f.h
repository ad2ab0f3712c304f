// SPDX-License-Identifier: Apache-2.0
#include "trig_body.h"
#include "trig_core_f.h"
