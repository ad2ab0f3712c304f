// SPDX-License-Identifier: Apache-2.0
// The float functions of one argument and what OpenCL C tolerates of them.
#pragma once

#include <span>
#include <string>

namespace math_check {

struct Function {
  const char* name;                 ///< of the float function, or of a helper of check.cl
  const char* tolerance;            ///< ulp; an expression of check.cl
  const char* reference = nullptr;  ///< the same name
  const char* domain = "true";
  bool flushes = false;  ///< subnormal arguments and results may be zero
};

/// Is f(-0) = -0 (§7.5.1)?
bool is_odd(const Function& function);

/// §7.4, table 7.3 of the full profile.
std::span<const Function> exact_functions();
/// half_ functions: 8192 ulp; of native_ functions what we want them to keep.
std::span<const Function> rough_functions();
/// §7.4, table 7.4: -cl-fast-relaxed-math.
std::span<const Function> relaxed_functions();

}  // namespace math_check
