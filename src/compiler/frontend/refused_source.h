// SPDX-License-Identifier: Apache-2.0
// Errors instead of crashes: what a source may hold, but Clang cannot take or should not obey.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Token.h>

#include <functional>

namespace heddle::compiler {

/// Characters of a number; with digit separators and a suffix. LLVM's decimal conversion writes
/// beyond its arrays for some tens of thousands of digits.
inline constexpr unsigned kLongestNumber = 4096;

/// Called with each token that the parser gets.
using TokenWatcher = std::function<void(const clang::Token& token)>;

/// Makes errors of longer numbers, which count as 0 then, and of `#pragma clang __debug`, which is
/// there to crash Clang. `watcher` is called besides.
void refuse_dangerous_source(clang::CompilerInstance& compiler, TokenWatcher watcher);

}  // namespace heddle::compiler
