// SPDX-License-Identifier: Apache-2.0
// What a launch's arguments are known to be, for a variant of the kernel that is made for them.
#pragma once

#include <vector>

#include "abi/argument_facts.h"
#include "runtime/kernel_args.h"

namespace heddle {

/// The formats of images and the samplers, one entry for each argument; empty if there are none, or
/// if variants are not made at all. Images must have been checked.
std::vector<hd_argument_facts> argument_facts(const KernelRecord& record, const KernelArgs& args);

}  // namespace heddle
