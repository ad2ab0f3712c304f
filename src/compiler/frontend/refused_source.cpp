// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/refused_source.h"

#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>

#include <string>
#include <utility>

namespace heddle::compiler {
namespace {

using clang::Token;

/// A handler that replaces Clang's own, which crashes, calls back for some forms only, and writes
/// others to stderr.
class DebugPragma : public clang::PragmaHandler {
 public:
  explicit DebugPragma(clang::DiagnosticsEngine& diagnostics)
      : clang::PragmaHandler("__debug"),
        refused_(diagnostics.getDiagnosticIDs()->getCustomDiagID(
            clang::DiagnosticIDs::Error, "'#pragma clang __debug' is not allowed")) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer,
                    Token& first) override {
    preprocessor.Diag(first, refused_);
    preprocessor.DiscardUntilEndOfDirective();
  }

 private:
  const unsigned refused_;
};

/// Makes a number that is too long 0.
void shorten(clang::Preprocessor& preprocessor, const Token& token) {
  Token number = token;
  number.setLiteralData("0");
  number.setLength(1);
  number.clearFlag(Token::NeedsCleaning);
  // A parser that may backtrack has a copy, which it would read the second time.
  if (preprocessor.isBacktrackEnabled() && preprocessor.IsPreviousCachedToken(token))
    preprocessor.ReplacePreviousCachedToken(number);
  const_cast<Token&>(token) = number;  // the parser's own, which it reads next
}

}  // namespace

void refuse_dangerous_source(clang::CompilerInstance& compiler, TokenWatcher watcher) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  clang::DiagnosticsEngine& diagnostics = preprocessor.getDiagnostics();
  auto* const debug = new DebugPragma(diagnostics);  // the preprocessor deletes it
  preprocessor.RemovePragmaHandler("clang", debug);  // Clang's own, which has its name
  preprocessor.AddPragmaHandler("clang", debug);
  const unsigned too_long = diagnostics.getDiagnosticIDs()->getCustomDiagID(
      clang::DiagnosticIDs::Error, "a number of more than %0 characters");
  preprocessor.setTokenWatcher(
      [&preprocessor, too_long, watcher = std::move(watcher)](const Token& token) {
        if (token.is(clang::tok::numeric_constant) && token.getLength() > kLongestNumber) {
          preprocessor.Diag(token.getLocation(), too_long) << kLongestNumber;
          shorten(preprocessor, token);
        }
        watcher(token);
      });
}

}  // namespace heddle::compiler
