// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/overloads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

#include <algorithm>

namespace heddle::compiler {
namespace {

using namespace clang;

bool same_parameters(const FunctionDecl& a, const FunctionDecl& b) {
  const auto plain = [](const ParmVarDecl* parameter) {
    return parameter->getType().getCanonicalType().getUnqualifiedType();
  };
  return std::ranges::equal(a.parameters(), b.parameters(), {}, plain, plain);
}

class Overloads final : public SemaConsumer {
 public:
  void InitializeSema(Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl* declaration : group) {
      declared(*declaration);
      if (const auto* names = dyn_cast<UsingDecl>(declaration))
        for (const UsingShadowDecl* name : names->shadows())
          if (const FunctionDecl* function = name->getTargetDecl()->getAsFunction())
            overload(*function);
    }
    return true;
  }
  bool shouldSkipFunctionBody(Decl* declaration) override {
    declared(*declaration);
    return false;
  }

 private:
  void declared(Decl& declaration) {
    const FunctionDecl* function = declaration.getAsFunction();
    if (function && function->getDeclContext()->getRedeclContext()->isTranslationUnit())
      overload(*function);
  }

  /// Declares the built-in functions of the name beside `function`, which the whole unit sees.
  void overload(const FunctionDecl& function) {
    if (!sema_ || !function.getIdentifier() || seen_.contains(function.getIdentifier())) return;
    if (!sema_->getLangOpts().CPlusPlus && !function.hasAttr<OverloadableAttr>()) return;
    LookupResult builtins(*sema_, function.getDeclName(), function.getLocation(),
                          Sema::LookupOrdinaryName);
    if (!sema_->LookupBuiltin(builtins)) {
      seen_.insert(function.getIdentifier());
      return;
    }
    llvm::SmallVector<FunctionDecl*, 16> found;
    for (NamedDecl* each : builtins) {
      auto* builtin = dyn_cast<FunctionDecl>(each);
      if (!builtin || same_parameters(*builtin, function)) return;
      if (!is_replaced(*builtin)) found.push_back(builtin);
    }
    seen_.insert(function.getIdentifier());
    for (FunctionDecl* builtin : found) {
      sema_->Context.getTranslationUnitDecl()->addDecl(builtin);
      sema_->TUScope->AddDecl(builtin);
      sema_->IdResolver.AddDecl(builtin);
    }
  }

  /// Tells whether the program has a function with the same parameters already.
  bool is_replaced(const FunctionDecl& builtin) const {
    const auto all = sema_->Context.getTranslationUnitDecl()->lookup(builtin.getDeclName());
    return llvm::any_of(all, [&](const NamedDecl* each) {
      const auto* function = dyn_cast<FunctionDecl>(each);
      return function && same_parameters(*function, builtin);
    });
  }

  Sema* sema_ = nullptr;
  llvm::SmallPtrSet<const IdentifierInfo*, 16> seen_;  ///< no built-ins, or those declared already
};

}  // namespace

std::unique_ptr<ASTConsumer> overload_builtins() {
  return std::make_unique<Overloads>();
}

}  // namespace heddle::compiler
