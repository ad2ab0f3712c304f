// SPDX-License-Identifier: Apache-2.0
// A piece of work for a job's thread, and the report of its end.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace heddle::compiler {

using Work = std::function<void()>;
/// Told why the work failed, if LLVM gave up. Calls nothing of LLVM's and does not throw.
using Done = std::function<void(std::optional<std::string> failure)>;

}  // namespace heddle::compiler
