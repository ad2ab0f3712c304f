// SPDX-License-Identifier: Apache-2.0
// The end of launches whose time is limited (HEDDLE_KERNEL_TIME_LIMIT).
#pragma once

#include "devices/cpu/nd_range.h"
#include "runtime/check/launch_checks.h"

namespace heddle {

/// Ends the time of a launch that has run. If it was stopped, says so on stderr and to the
/// context's callback. A checked launch (`checks`; null: it is none) reports it as a fault instead.
void end_limit(const cpu::NDRangeJob& job, LaunchChecks* checks, const Context& context) noexcept;

}  // namespace heddle
