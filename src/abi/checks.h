// SPDX-License-Identifier: Apache-2.0
// The checks that kernels can be compiled with (HEDDLE_CHECK, -heddle-check): bits of
// hdc_target.context from 0x100 on, and their names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/result.h"

namespace heddle {

/// Every access against the object that its pointer is of.
inline constexpr uint32_t kCheckMemory = 0x100;
/// All work-items of a group come to the same barriers.
inline constexpr uint32_t kCheckBarriers = 0x200;
/// Accesses of two work-items to the same bytes, one a write, that nothing orders.
inline constexpr uint32_t kCheckRaces = 0x400;
/// No branch, address or divisor depends on a value that nobody wrote.
inline constexpr uint32_t kCheckUninitialised = 0x800;
/// No operation has a result that the language leaves open.
inline constexpr uint32_t kCheckUnspecified = 0x1000;

struct Check {
  std::string_view name;
  uint32_t bit;
};
/// The checks, in the order in which lists name them.
inline constexpr Check kChecks[] = {{"memory", kCheckMemory},
                                    {"barriers", kCheckBarriers},
                                    {"races", kCheckRaces},
                                    {"uninitialised", kCheckUninitialised},
                                    {"unspecified", kCheckUnspecified}};
/// The list `all`. What the language allows is reported only if it is named.
inline constexpr uint32_t kAllChecks =
    kCheckMemory | kCheckBarriers | kCheckRaces | kCheckUninitialised;
/// The bits of every check.
inline constexpr uint32_t kCheckBits = kAllChecks | kCheckUnspecified;

/// Accesses outside of their object are not made, without reports (HEDDLE_BOUNDS): no check, but a
/// bit beside theirs.
inline constexpr uint32_t kGuardAccesses = 0x2000;

/// Parses a list of names with commas between them; `all` is kAllChecks. The error names what is
/// none (HDC_INVALID_OPTIONS).
Result<uint32_t> parse_checks(std::string_view list);
/// Returns the names of the checks, with commas between them.
std::string check_names(uint32_t checks);

}  // namespace heddle
