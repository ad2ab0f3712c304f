// SPDX-License-Identifier: Apache-2.0
// The end of launches whose time is limited (HEDDLE_KERNEL_TIME_LIMIT).
#pragma once

#include <string>

#include "devices/cpu/nd_range.h"
#include "runtime/check/launch_checks.h"

namespace heddle {

/// Ends the time of a launch that has run. If it was stopped, says so on stderr and returns the
/// sentence; returns an empty one otherwise. A checked launch (`checks`; null: it is none) reports
/// it as a fault instead.
std::string end_limit(const cpu::NDRangeJob& job, LaunchChecks* checks) noexcept;

}  // namespace heddle
