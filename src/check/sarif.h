// SPDX-License-Identifier: Apache-2.0
// Faults as SARIF 2.1.0 (Static Analysis Results Interchange Format, OASIS 2020), which services
// for reviews of code show beside the source.
#pragma once

#include <string>
#include <vector>

#include "check/faults.h"

namespace heddle::check {

/// Returns the file's text. Files that faults name and that are there are referred to; of others
/// the source is in it. `code` is what the command ended with.
std::string sarif(const Faults& faults, const std::vector<std::string>& command, int code);

}  // namespace heddle::check
