// SPDX-License-Identifier: Apache-2.0
// The table of what compiled code may call (hd_services). The launch's sink is the NDRangeJob.
#pragma once

#include "abi/kernel_abi.h"

namespace heddle::cpu {

const hd_services& launch_services();

}  // namespace heddle::cpu
