// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/last_resort.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/ExternalSemaSource.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace heddle::compiler {
namespace {

using namespace clang;

class Hidden final : public ExternalSemaSource {
 public:
  void add(FunctionDecl& function) { functions_[function.getIdentifier()].push_back(&function); }

  /// Looks up names that nothing has declared.
  bool LookupUnqualified(LookupResult& result, Scope*) override {
    if (result.getLookupKind() != Sema::LookupOrdinaryName || result.isForRedeclaration())
      return false;
    const auto found = functions_.find(result.getLookupName().getAsIdentifierInfo());
    if (found == functions_.end()) return false;
    for (auto* function : found->second) result.addDecl(function);
    result.resolveKind();
    return true;
  }

 private:
  llvm::DenseMap<const IdentifierInfo*, llvm::SmallVector<FunctionDecl*, 4>> functions_;
};

class Hider final : public SemaConsumer {
 public:
  explicit Hider(std::string_view folder) : folder_(folder) {}

  void InitializeSema(Sema& sema) override {
    if (sema.getLangOpts().CPlusPlus) return;
    sema_ = &sema;
    sema.addExternalSource(hidden_);
  }
  void ForgetSema() override { sema_ = nullptr; }

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (auto* declaration : group) {
      auto* function = dyn_cast<FunctionDecl>(declaration);
      if (sema_ && function && function->hasAttr<OverloadableAttr>() && is_ours(*function)) {
        sema_->TUScope->RemoveDecl(function);
        sema_->IdResolver.RemoveDecl(function);
        hidden_->add(*function);
      }
    }
    return true;
  }

 private:
  bool is_ours(const FunctionDecl& function) const {
    const auto& sources = sema_->getSourceManager();
    return sources.getFilename(sources.getExpansionLoc(function.getLocation()))
        .starts_with(llvm::StringRef(folder_));
  }

  const std::string_view folder_;
  Sema* sema_ = nullptr;
  const llvm::IntrusiveRefCntPtr<Hidden> hidden_ = llvm::makeIntrusiveRefCnt<Hidden>();
};

}  // namespace

std::unique_ptr<ASTConsumer> find_last(std::string_view folder) {
  return std::make_unique<Hider>(folder);
}

}  // namespace heddle::compiler
