// SPDX-License-Identifier: Apache-2.0
// What a launch's arguments are known to be, for a variant of the kernel that is made for them.
#pragma once

#include <vector>

#include "abi/argument_facts.h"
#include "runtime/kernel/kernel_args.h"

namespace heddle {

/// Which pointers' objects overlap, where the kernel assumes that they lie apart; else the formats
/// of images and the samplers, unless variants are not made at all. One entry for each argument, or
/// none at all. Memory objects must have been checked.
std::vector<hd_argument_facts> argument_facts(const KernelRecord& record, const KernelArgs& args);

}  // namespace heddle
