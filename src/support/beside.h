// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// Lists where a file of this name may lie beside the library that this code is in: as that was
/// opened, and where symbolic links lead.
std::vector<std::string> beside_this_library(std::string_view name);

}  // namespace heddle
