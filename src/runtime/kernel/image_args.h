// SPDX-License-Identifier: Apache-2.0
// Images and samplers as arguments of kernels (§5.3.2, 5.9.2, 5.10).
#pragma once

#include "abi/program_record.h"
#include "runtime/image/image.h"
#include "runtime/kernel/kernel_args.h"

namespace heddle {

/// Type (CL_INVALID_MEM_OBJECT) and access qualifier (CL_INVALID_ARG_VALUE) of the argument against
/// the image's.
Status suits_argument(const Memory& memory, const ArgRecord& arg);

/// What an enqueue checks of a kernel's image arguments, which are alive: how many images and
/// samplers there are (CL_OUT_OF_RESOURCES), and that no image is passed in two ways of which one
/// writes (CL_INVALID_KERNEL_ARGS). Sizes and formats of an image are good for all devices.
Status usable_images(const KernelRecord& record, const KernelArgs& args);

}  // namespace heddle
