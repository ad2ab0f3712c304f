// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/refused_source.h"

#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <string>
#include <utility>

namespace heddle::compiler {
namespace {

class DebugPragmas : public clang::PPCallbacks {
 public:
  explicit DebugPragmas(clang::DiagnosticsEngine& diagnostics)
      : diagnostics_(diagnostics),
        refused_(diagnostics.getDiagnosticIDs()->getCustomDiagID(
            clang::DiagnosticIDs::Error, "'#pragma clang __debug' is not allowed")) {}

  void PragmaDebug(clang::SourceLocation location, llvm::StringRef /*what*/) override {
    diagnostics_.Report(location, refused_);
  }

 private:
  clang::DiagnosticsEngine& diagnostics_;
  const unsigned refused_;
};

}  // namespace

void refuse_dangerous_source(clang::CompilerInstance& compiler, TokenWatcher watcher) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  clang::DiagnosticsEngine& diagnostics = preprocessor.getDiagnostics();
  preprocessor.addPPCallbacks(std::make_unique<DebugPragmas>(diagnostics));
  // Of the forms that look for modules, and call nobody back.
  for (const unsigned id : {clang::diag::warn_pragma_debug_unable_to_find_module,
                            clang::diag::warn_pragma_debug_unknown_module})
    diagnostics.setSeverity(id, clang::diag::Severity::Error, clang::SourceLocation());
  const unsigned too_long = diagnostics.getDiagnosticIDs()->getCustomDiagID(
      clang::DiagnosticIDs::Error, "a number of more than %0 characters");
  preprocessor.setTokenWatcher(
      [&diagnostics, too_long, watcher = std::move(watcher)](const clang::Token& token) {
        if (token.is(clang::tok::numeric_constant) && token.getLength() > kLongestNumber) {
          diagnostics.Report(token.getLocation(), too_long) << kLongestNumber;
          // The parser's own, which it reads next.
          auto& number = const_cast<clang::Token&>(token);
          number.setLiteralData("0");
          number.setLength(1);
          number.clearFlag(clang::Token::NeedsCleaning);
        }
        watcher(token);
      });
}

}  // namespace heddle::compiler
