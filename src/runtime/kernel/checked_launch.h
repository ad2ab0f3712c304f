// SPDX-License-Identifier: Apache-2.0
// The checks of a launch by the arguments of its kernel.
#pragma once

#include <memory>

#include "runtime/check/launch_checks.h"
#include "runtime/kernel/kernel.h"

namespace heddle {

/// Returns the checks for a launch with the kernel's present arguments of the code that `record`
/// describes; null if it is not checked. They live no longer than the program.
std::unique_ptr<LaunchChecks> checks_of(const Kernel& kernel, const KernelOnDevice& on_device,
                                        const KernelRecord& record);

}  // namespace heddle
