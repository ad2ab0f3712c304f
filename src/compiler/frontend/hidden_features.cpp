// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/hidden_features.h"

#include <clang/Lex/PPCallbacks.h>

#include <vector>

#include "compiler/frontend/invocation.h"

namespace heddle::compiler {
namespace {

class HiddenFeatures : public clang::PPCallbacks {
 public:
  explicit HiddenFeatures(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  void FileChanged(clang::SourceLocation place, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID left) override {
    if (reason != ExitFile) return;
    const auto file = preprocessor_.getSourceManager().getFileEntryRefForID(left);
    if (file && file->getName().starts_with(kSystemFolder)) hide(place);
  }

 private:
  /// Removes the definitions, but not the mark of a name that has one. Clang's lookup of built-in
  /// functions reads only that (Preprocessor::isMacroDefined).
  void hide(clang::SourceLocation place) {
    std::vector<clang::IdentifierInfo*> features;
    for (const auto& [name, state] : preprocessor_.macros())
      if (name->getName().starts_with("__opencl_c_") && name->hasMacroDefinition())
        features.push_back(const_cast<clang::IdentifierInfo*>(name));
    for (clang::IdentifierInfo* name : features) {
      auto* undefined =
          new (preprocessor_.getPreprocessorAllocator()) clang::UndefMacroDirective(place);
      preprocessor_.appendMacroDirective(name, undefined);
      name->setHasMacroDefinition(true);
    }
  }

  clang::Preprocessor& preprocessor_;
};

}  // namespace

void hide_features(clang::Preprocessor& preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<HiddenFeatures>(preprocessor));
}

}  // namespace heddle::compiler
