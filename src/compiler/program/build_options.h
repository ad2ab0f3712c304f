// SPDX-License-Identifier: Apache-2.0
// The options of clBuildProgram, clCompileProgram and clLinkProgram (§5.8.6, §5.8.7), parsed by an
// allow-list: no other option ever reaches Clang. The runtime parses them, too, as no operation may
// begin with invalid options.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::compiler {

/// Options for arithmetic that need not be exact (§5.8.6.3), at compile time and at link time.
struct MathOptions {
  bool denorms_are_zero = false;
  bool mad_enable = false;
  bool no_signed_zeros = false;
  bool unsafe_math = false;
  bool finite_math_only = false;
  bool fast_relaxed_math = false;
};

/// Options of compiler and linker alike.
struct CommonOptions : MathOptions {
  bool no_subgroup_ifp = false;
  bool report = false;               ///< -heddle-report, ours: kernels' reports go to the build log
  uint32_t checks = 0;               ///< -heddle-check=..., ours: bits of checks
  std::vector<std::string> ignored;  ///< -ze-..., from Level Zero
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

/// Parses options. The error's code is HDC_INVALID_OPTIONS.
Result<CompileOptions> parse_compile_options(std::string_view text);
Result<LinkOptions> parse_link_options(std::string_view text);
/// Returns warnings about options that have no meaning here, one a line.
std::string ignored_options(const CommonOptions& options);
/// Checks that -x spir is given only for programs that are SPIR binaries.
Status suit_program(const CompileOptions& options, bool is_spir);

}  // namespace heddle::compiler
