// SPDX-License-Identifier: Apache-2.0
// The address spaces of spir64 (SPIR's), as numbered by Clang and the translator.
#pragma once

namespace heddle::compiler {

inline constexpr unsigned kPrivate = 0;
inline constexpr unsigned kGlobal = 1;
inline constexpr unsigned kConstant = 2;
inline constexpr unsigned kLocal = 3;
inline constexpr unsigned kGeneric = 4;

}  // namespace heddle::compiler
