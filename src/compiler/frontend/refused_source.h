// SPDX-License-Identifier: Apache-2.0
// Errors instead of crashes, for sources that Clang cannot take or should not obey.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Token.h>

#include <functional>

namespace heddle::compiler {

/// The most characters of a number, with digit separators and suffix. LLVM's decimal conversion
/// writes beyond its arrays for some tens of thousands of digits.
inline constexpr unsigned kLongestNumber = 4096;

/// A function that is called with each token that the parser gets.
using TokenWatcher = std::function<void(const clang::Token& token)>;

/// Reports errors for longer numbers, which count as 0 then, and for `#pragma clang __debug`, whose
/// purpose is to crash Clang. Calls `watcher`, too.
void refuse_dangerous_source(clang::CompilerInstance& compiler, TokenWatcher watcher);

}  // namespace heddle::compiler
