// SPDX-License-Identifier: Apache-2.0
// The options of clBuildProgram, clCompileProgram and clLinkProgram (§5.8.6, §5.8.7), parsed by an
// allow-list: what is not in it never reaches Clang. The runtime parses them, too, as nothing may
// begin with options that are invalid.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::compiler {

/// Arithmetic that need not be exact (§5.8.6.3), at compile time and at link time.
struct MathOptions {
  bool denorms_are_zero = false;
  bool mad_enable = false;
  bool no_signed_zeros = false;
  bool unsafe_math = false;
  bool finite_math_only = false;
  bool fast_relaxed_math = false;
};

/// What compiler and linker take alike.
struct CommonOptions : MathOptions {
  bool no_subgroup_ifp = false;
  bool report = false;               ///< -heddle-report, ours: kernels' reports go to the build log
  std::vector<std::string> ignored;  ///< -ze-..., of Level Zero
};

struct CompileOptions : CommonOptions {
  unsigned language = 120;  ///< OpenCL C version; the highest 1.x unless -cl-std says otherwise
  unsigned cpp = 0;         ///< C++ for OpenCL: 100 or 2021, upon the `language` above; 0: no C++
  std::vector<std::string> macros;   ///< -D, each "name" or "name=definition", in order
  std::vector<std::string> folders;  ///< -I, in order
  bool single_precision_constant = false;
  bool correctly_rounded_divide_sqrt = false;
  bool opt_disable = false;
  bool strict_aliasing = false;  ///< deprecated since 1.2, still accepted
  bool uniform_work_group_size = false;
  bool kernel_arg_info = false;
  bool spir = false;  ///< -x spir (cl_khr_spir)
  bool debug = false;
  bool no_warnings = false;
  bool warnings_are_errors = false;
};

struct LinkOptions : CommonOptions {
  bool create_library = false;
  bool enable_link_options = false;
};

/// The error's code is HDC_INVALID_OPTIONS.
Result<CompileOptions> parse_compile_options(std::string_view text);
Result<LinkOptions> parse_link_options(std::string_view text);
/// Warnings about options that have no meaning here, a line each.
std::string ignored_options(const CommonOptions& options);
/// -x spir is for programs that are SPIR binaries.
Status suit_program(const CompileOptions& options, bool is_spir);

}  // namespace heddle::compiler
