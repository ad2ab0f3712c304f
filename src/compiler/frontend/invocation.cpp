// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/invocation.h"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>

#include "abi/checks.h"
#include "abi/opencl_c_features.h"
#include "compiler/target/code_generator.h"
#include "support/debug_source.h"
#include "support/options.h"
#include "support/source_files.h"

extern "C" {
extern const char heddle_opencl_base_header[], heddle_opencl_base_header_end[];
extern const char heddle_opencl_intel_header[], heddle_opencl_intel_header_end[];
}

namespace heddle::compiler {
namespace {

constexpr std::string_view kBaseHeader = "heddle-opencl-base.h";
constexpr std::string_view kIntelHeader = "heddle-opencl-intel.h";
constexpr unsigned kNewestOfClang = 300;  ///< OpenCL C

using Arguments = std::vector<std::string>;

void define(Arguments& arguments, std::string macro) {
  arguments.push_back("-D");
  arguments.push_back(std::move(macro));
}

void add_extensions(const FrontendRequest& request, Arguments& arguments) {
  std::string list = "-cl-ext=-all";
  const auto enable = [&](std::string_view name) { list.append(",+").append(name); };
  // Clang defines the macros only of extensions that it knows, and not for every version of OpenCL
  // C.
  for (const auto name : extension_names(request.extensions)) {
    enable(name);
    if (!name.starts_with("__opencl_c_")) define(arguments, std::string(name));
    if (name == "cl_khr_select_fprounding_mode") define(arguments, "__ROUNDING_MODE__=rte");
  }
  // Clang takes features of OpenCL C 2.0 for optional ones as well: "-all" removed them. It looks
  // for features that it does not know as macros.
  for (const OpenCLCFeature& feature : kOpenCLCFeatures) {
    if (request.options.language < feature.language ||
        !is_available(feature.from, request.extensions))
      continue;
    enable(feature.macro);
    define(arguments, std::string(feature.macro));
  }
  arguments.push_back(std::move(list));
}

void add_device_macros(const FrontendRequest& request, Arguments& arguments) {
  define(arguments, "__OPENCL_VERSION__=" + std::to_string(request.opencl_version));
  define(arguments, "CL_VERSION_3_1=310");
  // Clang 22 knows OpenCL C up to 3.0; 3.1 is a superset.
  if (request.options.language > kNewestOfClang) {
    arguments.push_back("-U");
    arguments.push_back("__OPENCL_C_VERSION__");
    define(arguments, "__OPENCL_C_VERSION__=" + std::to_string(request.options.language));
  }
  // Defined if fma is as fast as a multiply and an add (§6.13.2 of OpenCL C).
  if (has_fast_fma(request.cpu)) {
    define(arguments, "FP_FAST_FMAF");
    define(arguments, "FP_FAST_FMA");
  }
  if (has_fast_half_fma(request.cpu)) define(arguments, "FP_FAST_FMA_HALF");
  // A device with images has this extension (§4.2). Clang defines the macro for every SPIR target.
  const auto names = extension_names(request.extensions);
  if (std::ranges::find(names, "cl_khr_3d_image_writes") == names.end()) {
    arguments.push_back("-U");
    arguments.push_back("__IMAGE_SUPPORT__");
  } else {
    // Clang's header has it for OpenCL C 3.0 only, but the API has the format before (§5.3.1).
    define(arguments, "CLK_UNORM_INT_101010_2=0x10E0");
  }
}

void add_language(const CompileOptions& options, Arguments& arguments) {
  const unsigned known = std::min(options.language, kNewestOfClang);
  const auto version = std::to_string(known / 100) + "." + std::to_string(known / 10 % 10);
  const std::string cpp = options.cpp == 100 ? "C++1.0" : "C++2021";
  arguments.push_back("-cl-std=CL" + (options.cpp ? cpp : version));
  const auto pass = [&](bool wanted, const char* argument) {
    if (wanted) arguments.push_back(argument);
  };
  pass(options.single_precision_constant, "-cl-single-precision-constant");
  pass(options.correctly_rounded_divide_sqrt, "-cl-fp32-correctly-rounded-divide-sqrt");
  pass(options.mad_enable, "-cl-mad-enable");
  pass(options.no_signed_zeros, "-cl-no-signed-zeros");
  pass(options.unsafe_math, "-cl-unsafe-math-optimizations");
  pass(options.finite_math_only, "-cl-finite-math-only");
  pass(options.fast_relaxed_math, "-cl-fast-relaxed-math");
  pass(options.uniform_work_group_size, "-cl-uniform-work-group-size");
  pass(options.no_warnings, "-w");
  pass(options.warnings_are_errors, "-Werror");
  // Older programs mix pointer types freely, for which compilers have long given only warnings;
  // clFFT's kernels, for one, set a float4 pointer to a float2 pointer. Address spaces stay errors.
  if (!options.warnings_are_errors)
    arguments.insert(arguments.end(),
                     {"-Wno-error=incompatible-pointer-types", "-Wno-error=int-conversion"});
  // -cl-unsafe-math-optimizations includes -cl-mad-enable (§5.8.6). FP_CONTRACT is on by default,
  // within expressions.
  const bool contract = options.mad_enable || options.unsafe_math || options.fast_relaxed_math;
  arguments.push_back(contract ? "-ffp-contract=fast" : "-ffp-contract=on");
  // Programs often read memory through pointers of two types, so types say nothing about aliasing
  // unless that is asked for.
  pass(!options.strict_aliasing, "-relaxed-aliasing");
  // Nothing is optimised here, in either case. -O0 would leave out inline functions (C99 §6.7.4),
  // of which programs have no other definition, and mark all others as noinline.
  arguments.push_back(options.opt_disable ? "-O1" : "-O2");
}

/// Adds lines and variables for gdb. The source is a string; a file with the same text is written.
void add_debug_information(const FrontendRequest& request, Arguments& arguments) {
  const std::string source(kSourceName);
  arguments.insert(arguments.end(),
                   {"-debug-info-kind=standalone", "-dwarf-version=4", "-debugger-tuning=gdb",
                    "-fdebug-compilation-dir=/", "-main-file-name", source,
                    "-fdebug-prefix-map=" + std::string(kSourceFolder) + source + "=" +
                        debug_source_path(request.source)});
}

/// Adds lines for the reports of checked kernels.
void add_lines(const CompileOptions& options, Arguments& arguments) {
  const bool with_variables = options.checks & kCheckUninitialised;
  arguments.insert(
      arguments.end(),
      {with_variables ? "-debug-info-kind=limited" : "-debug-info-kind=line-tables-only",
       "-dwarf-version=4", "-fdebug-compilation-dir=/", "-main-file-name", std::string(kSourceName),
       "-fdebug-prefix-map=" + std::string(kSourceFolder) + "=",
       "-fdebug-prefix-map=" + std::string(kHeaderFolder) + "="});
}

/// Tells whether the program may call functions of Intel's extensions. Their declarations take as
/// long as the rest of a small program.
bool may_call_intel(const FrontendRequest& request) {
  const auto names_one = [](std::string_view text) { return text.find("intel_") != text.npos; };
  return names_one(request.source) || request.source.find("include") != request.source.npos ||
         std::ranges::any_of(request.headers, names_one, &Header::text) ||
         std::ranges::any_of(request.options.macros, names_one);
}

}  // namespace

std::vector<std::string_view> extension_names(std::string_view extensions) {
  std::vector<std::string_view> names;
  for (size_t begin = 0; begin < extensions.size();) {
    const size_t end = std::min(extensions.find(' ', begin), extensions.size());
    if (end > begin) names.push_back(extensions.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

std::vector<std::string> frontend_arguments(const FrontendRequest& request) {
  // Lifetime markers would have to survive the splitting of kernels at barriers, and gain nothing,
  // as private arrays are laid out here. Argument information is always kept: the kernel record
  // needs the types.
  Arguments arguments = {"-triple",
                         "spir64-unknown-unknown",
                         "-x",
                         "cl",
                         "-main-file-name",
                         "program",
                         "-nostdsysteminc",
                         "-nobuiltininc",
                         "-fdeclare-opencl-builtins",
                         "-internal-isystem",
                         std::string(kSystemFolder),
                         "-include",
                         std::string(kBaseHeader),
                         "-cl-kernel-arg-info",
                         "-disable-lifetime-markers",
                         "-ferror-limit",
                         "100",
                         "-fmacro-prefix-map=" + std::string(kHeaderFolder) + "=",
                         "-fmacro-prefix-map=" + std::string(kSourceFolder) + "="};
  if (may_call_intel(request))
    arguments.insert(arguments.end(), {"-include", std::string(kIntelHeader)});
  add_language(request.options, arguments);
  add_extensions(request, arguments);
  add_device_macros(request, arguments);
  // Reports of checked kernels name variables. For all others, names of values are a table to keep
  // while the program is made, and nobody reads them.
  if (!request.options.checks) arguments.emplace_back("-discard-value-names");
  if (request.options.debug)
    add_debug_information(request, arguments);
  else if (request.options.checks)
    add_lines(request.options, arguments);
  for (const auto& macro : request.options.macros) define(arguments, macro);
  const auto add_folder = [&](std::string folder) {
    arguments.insert(arguments.end(), {"-I", std::move(folder)});
  };
  if (!request.headers.empty()) add_folder(std::string(kHeaderFolder));
  std::ranges::for_each(request.options.folders, add_folder);
  // Programs keep their headers beside themselves, and name no folder. Last, so that it replaces no
  // given folder.
  if (SourceFiles::parse(heddle::options().include) == SourceFiles::Allowed::All) add_folder(".");
  return arguments;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> frontend_files(
    std::span<const Header> headers, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto add_own = [&](std::string_view name, std::string_view text) {
    const auto path = std::string(kSystemFolder).append(name);
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(llvm::StringRef(text), path));
  };
  add_own(kBaseHeader, {heddle_opencl_base_header, heddle_opencl_base_header_end});
  add_own(kIntelHeader, {heddle_opencl_intel_header, heddle_opencl_intel_header_end});
  for (const auto& header : headers) {
    // Clang wants a zero byte after the text. addFile leaves the first of two equal names in
    // place, as §5.8.5 asks for.
    const bool absolute = header.name.starts_with('/');
    const auto path = absolute ? header.name : std::string(kHeaderFolder) + header.name;
    memory->addFile(path, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(header.text), path));
  }
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(machine));
  all->pushOverlay(memory);
  return all;
}

}  // namespace heddle::compiler
