// SPDX-License-Identifier: Apache-2.0
// Facts about a launch's arguments, for a variant of the kernel that is made for them.
#pragma once

#include <cstdint>
#include <vector>

#include "abi/argument_facts.h"
#include "runtime/code/kept_trial.h"
#include "runtime/kernel/kernel_args.h"

namespace heddle {

/// Returns the overlaps of pointers' objects if the kernel assumes no-alias arguments. Otherwise
/// returns the formats of images and the samplers, unless variants are off. The result has one
/// entry for each argument, or none at all. Memory objects must have been checked.
std::vector<hd_argument_facts> argument_facts(const KernelRecord& record, const KernelArgs& args);

/// Returns the class of the strides that the arguments have.
StrideClass class_of_strides(const KernelRecord& record, const KernelArgs& args);

}  // namespace heddle
