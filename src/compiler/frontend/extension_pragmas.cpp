// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/extension_pragmas.h"

#include <clang/Basic/DiagnosticParse.h>
#include <clang/Lex/PPCallbacks.h>
#include <llvm/ADT/StringSet.h>

#include <algorithm>

#include "compiler/frontend/invocation.h"

namespace heddle::compiler {
namespace {

/// Extensions that programs enable without asking whether they are listed: vendors' that promise
/// nothing beyond OpenCL C itself in every version here, and ours that exist but are not listed
/// (platform/extensions.cpp).
constexpr std::string_view kInTheLanguage[] = {
    "cl_amd_fp64",
    "cl_amd_printf",
    "cl_intel_printf",
    "cl_khr_async_work_group_copy_fence",
    "cl_khr_work_group_uniform_arithmetic",
    "cl_nv_pragma_unroll",
};

/// Prefixes of vendors' extensions. §9.1 wants an error for one that is not listed, but programs
/// enable them all the same, and go by the macro. An unlisted one of Khronos is an error: programs
/// build such a pragma as a test.
constexpr std::string_view kOfVendors[] = {"cl_amd_",   "cl_APPLE_", "cl_arm_",
                                           "cl_clang_", "cl_img_",   "cl_intel_",
                                           "cl_nv_",    "cl_pocl_",  "cl_qcom_"};

bool is_of_vendor(llvm::StringRef name) {
  return std::ranges::any_of(kOfVendors, [&](auto prefix) { return name.starts_with(prefix); });
}

class ExtensionPragmas : public clang::PPCallbacks {
 public:
  ExtensionPragmas(clang::DiagnosticsEngine& diagnostics, std::string_view extensions)
      : diagnostics_(diagnostics) {
    for (const auto name : extension_names(extensions)) supported_.insert(name);
    for (const auto name : kInTheLanguage) supported_.insert(name);
    unsupported_ = diagnostics_.getDiagnosticIDs()->getCustomDiagID(
        clang::DiagnosticIDs::Error, "extension '%0' is not supported by this device");
    ignored_ = diagnostics_.getDiagnosticIDs()->getCustomDiagID(
        clang::DiagnosticIDs::Warning, "extension '%0' is not supported by this device");
    all_ = diagnostics_.getDiagnosticIDs()->getCustomDiagID(
        clang::DiagnosticIDs::Warning,
        "'all' extensions cannot be enabled, only disabled: ignored");
  }

  void PragmaOpenCLExtension(clang::SourceLocation name_location, const clang::IdentifierInfo* name,
                             clang::SourceLocation, unsigned state) override {
    constexpr unsigned kDisable = 0, kEnable = 1;  // as in clang::OpenCLExtState, which is private
    const auto text = name->getName();
    if (text == "all") {
      if (state == kEnable) diagnostics_.Report(name_location, all_);
    } else if (!supported_.contains(text)) {
      const bool wrong = state == kEnable && !is_of_vendor(text);
      if (state == kEnable || state == kDisable)
        diagnostics_.Report(name_location, wrong ? unsupported_ : ignored_) << text;
    }
  }

 private:
  clang::DiagnosticsEngine& diagnostics_;
  llvm::StringSet<> supported_;
  unsigned unsupported_, ignored_, all_;
};

}  // namespace

void check_extension_pragmas(clang::Preprocessor& preprocessor, std::string_view extensions) {
  auto& diagnostics = preprocessor.getDiagnostics();
  for (const unsigned id :
       {clang::diag::warn_pragma_unknown_extension, clang::diag::warn_pragma_unsupported_extension})
    diagnostics.setSeverity(id, clang::diag::Severity::Ignored, clang::SourceLocation());
  preprocessor.addPPCallbacks(std::make_unique<ExtensionPragmas>(diagnostics, extensions));
}

}  // namespace heddle::compiler
