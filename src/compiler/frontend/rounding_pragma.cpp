// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/rounding_pragma.h"

#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/ScopeInfo.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/FloatingPointMode.h>
#include <llvm/ADT/StringSwitch.h>

#include <string>
#include <utility>
#include <vector>

namespace heddle::compiler {
namespace {

using clang::Token;
using llvm::RoundingMode;

llvm::StringRef name_of(RoundingMode mode) {
  switch (mode) {
    case RoundingMode::TowardZero:
      return "rtz";
    case RoundingMode::TowardPositive:
      return "rtp";
    case RoundingMode::TowardNegative:
      return "rtn";
    default:
      return "rte";
  }
}

/// Returns the functions that are not arithmetic and take the current mode if their name has none.
std::vector<std::string> functions_with_modes() {
  std::vector<std::string> names;
  for (const char* const width : {"", "2", "3", "4", "8", "16"}) {
    for (const char* const type : {"float", "double", "half"})
      names.push_back(std::string("convert_") + type + width);
    for (const char* const store : {"vstore_half", "vstorea_half"})
      names.push_back(std::string(store) + width);
  }
  return names;
}

/// A handler of the pragma. Outside of functions Clang's annotation sets the mode. In a compound
/// statement that would have to come first, but the pragma may be anywhere: there it becomes an
/// empty statement, and the mode changes while the parser takes that. At the end of a compound
/// statement Clang restores the mode by itself. Functions that take the mode are macros as long as
/// it is not the default one; their values change with the braces.
class RoundingPragma : public clang::PragmaHandler {
 public:
  explicit RoundingPragma(clang::CompilerInstance& compiler)
      : clang::PragmaHandler("SELECT_ROUNDING_MODE"),
        compiler_(compiler),
        preprocessor_(compiler.getPreprocessor()),
        unknown_(compiler.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
            clang::DiagnosticIDs::Error, "rounding modes are rte, rtz, rtp and rtn")) {}

  void HandlePragma(clang::Preprocessor&, clang::PragmaIntroducer, Token& first) override {
    Token name;
    preprocessor_.LexUnexpandedToken(name);
    const auto mode = llvm::StringSwitch<RoundingMode>(name.is(clang::tok::identifier)
                                                           ? name.getIdentifierInfo()->getName()
                                                           : "")
                          .Case("rte", RoundingMode::NearestTiesToEven)
                          .Case("rtz", RoundingMode::TowardZero)
                          .Case("rtp", RoundingMode::TowardPositive)
                          .Case("rtn", RoundingMode::TowardNegative)
                          .Default(RoundingMode::Invalid);
    if (mode == RoundingMode::Invalid) {
      preprocessor_.getDiagnostics().Report(name.getLocation(), unknown_);
      return;
    }
    // Tokens entered before the end of the line would count as its rest.
    do preprocessor_.LexUnexpandedToken(name);
    while (name.isNot(clang::tok::eod));
    if (parsing_) change();  // to the mode of the pragma right before this one
    at_ = first.getLocation();
    // A block has no declaration of a function that could say that modes are in it: Clang emits
    // constrained intrinsics in blocks where the language's default mode is the dynamic one.
    compiler_.getLangOpts().RoundingMath = 1;
    set(mode);
    if (before_.empty()) {
      Token mark = token(clang::tok::annot_pragma_fenv_round);
      mark.setAnnotationEndLoc(at_);
      mark.setAnnotationValue(
          reinterpret_cast<void*>(static_cast<uintptr_t>(static_cast<int8_t>(mode))));
      enter(mark);
    } else {
      enter(token(clang::tok::semi));
      entered_ = true;
    }
  }

  /// Handles each token that the parser gets.
  void watch(const Token& token) {
    if (parsing_) change();
    parsing_ = std::exchange(entered_, false);
    if (token.is(clang::tok::l_brace)) before_.push_back(mode_);
    if (token.is(clang::tok::r_brace) && !before_.empty()) {
      set(before_.back());
      before_.pop_back();
    }
  }

 private:
  /// Changes the mode for the following code: the token after the empty statement is at hand.
  void change() {
    parsing_ = false;
    clang::Sema& sema = compiler_.getSema();
    sema.ActOnPragmaFEnvRound(at_, mode_);
    if (auto* const function = sema.getCurFunction()) function->setUsesFPIntrin();
  }

  Token token(clang::tok::TokenKind kind) const {
    Token made;
    made.startToken();
    made.setKind(kind);
    made.setLocation(at_);
    return made;
  }

  void enter(const Token& token) {
    auto tokens = std::make_unique<Token[]>(1);
    tokens[0] = token;
    preprocessor_.EnterTokenStream(std::move(tokens), 1, /*DisableMacroExpansion=*/true,
                                   /*IsReinject=*/false);
  }

  void set(RoundingMode mode) {
    if (mode == std::exchange(mode_, mode)) return;
    define("__ROUNDING_MODE__", name_of(mode));
    const std::string suffix =
        mode == RoundingMode::NearestTiesToEven ? "" : "_" + name_of(mode).str();
    for (const std::string& name : functions_with_modes()) define(name, name + suffix);
  }

  /// Makes `name` a macro, which may stand for itself; one of the program's stays.
  void define(llvm::StringRef name, llvm::StringRef value) {
    auto* const identifier = preprocessor_.getIdentifierInfo(name);
    const auto* const known = preprocessor_.getMacroInfo(identifier);
    if (known && !ours_.contains(known) && name != "__ROUNDING_MODE__") return;
    auto* const macro = preprocessor_.AllocateMacroInfo(at_);
    Token body = token(clang::tok::identifier);
    body.setIdentifierInfo(preprocessor_.getIdentifierInfo(value));
    body.setLength(static_cast<unsigned>(value.size()));  // for ##
    macro->setTokens(body, preprocessor_.getPreprocessorAllocator());
    preprocessor_.appendDefMacroDirective(identifier, macro);
    ours_.insert(macro);
  }

  clang::CompilerInstance& compiler_;
  clang::Preprocessor& preprocessor_;
  const unsigned unknown_;
  RoundingMode mode_ = RoundingMode::NearestTiesToEven;
  clang::SourceLocation at_;          ///< the newest pragma
  bool entered_ = false;              ///< the empty statement is the next token
  bool parsing_ = false;              ///< the parser is about to take it
  std::vector<RoundingMode> before_;  ///< the modes before the open braces
  llvm::DenseSet<const clang::MacroInfo*> ours_;
};

}  // namespace

TokenWatcher accept_rounding_pragmas(clang::CompilerInstance& compiler) {
  auto* const pragma = new RoundingPragma(compiler);  // the preprocessor deletes it
  compiler.getPreprocessor().AddPragmaHandler("OPENCL", pragma);
  return [pragma](const Token& token) { pragma->watch(token); };
}

}  // namespace heddle::compiler
