// SPDX-License-Identifier: Apache-2.0
// What a test kernel wrote against what is right.
#pragma once

#include <string>

#include "launch.h"

namespace kernels {

/// Empty if equal, else what is different.
std::string difference(const Spec& spec, const Output& got, const Output& expected);

}  // namespace kernels
