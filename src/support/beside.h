// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// Lists the paths at which a file of this name may lie beside the library that this code is in: in
/// the folder that the library was opened from, and in the one that symbolic links lead to.
std::vector<std::string> beside_this_library(std::string_view name);

}  // namespace heddle
