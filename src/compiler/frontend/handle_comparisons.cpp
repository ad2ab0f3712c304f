// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/handle_comparisons.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>

namespace heddle::compiler {
namespace {

/// Returns the function that opencl_extensions.h declares for the type; null if Clang does not
/// allow comparisons of it.
const char* number_function(clang::QualType type) {
  if (type->isQueueT()) return "__hd_queue_number";
  if (type->isClkEventT()) return "__hd_clk_event_number";
  return nullptr;
}

class Rewriter : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  explicit Rewriter(clang::ASTContext& context) : context_(context) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      // Nothing may reach the generator, whatever else is in error.
      TraverseDecl(declaration);
      if (failed_) declaration->setInvalidDecl();
    }
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* comparison) override {
    if (!comparison->isEqualityOp()) return true;
    if (const char* name = number_function(comparison->getLHS()->getType())) {
      comparison->setLHS(number_of(name, comparison->getLHS()));
      comparison->setRHS(number_of(name, comparison->getRHS()));
    }
    return true;
  }

 private:
  clang::Expr* number_of(const char* name, clang::Expr* handle) {
    const auto found = context_.getTranslationUnitDecl()
                           ->lookup(&context_.Idents.get(name))
                           .find_first<clang::FunctionDecl>();
    if (!found) return refuse(handle);
    // A zero beside a handle, which the generator does not know as a pointer.
    auto* zero = llvm::dyn_cast<clang::CastExpr>(handle->IgnoreParens());
    if (zero && zero->getCastKind() == clang::CK_NullToPointer)
      zero->setCastKind(clang::CK_ZeroToOCLOpaqueType);
    const clang::SourceLocation at = handle->getExprLoc();
    auto* name_of_function = clang::DeclRefExpr::Create(context_, {}, {}, found, false, at,
                                                        found->getType(), clang::VK_LValue);
    auto* function = clang::ImplicitCastExpr::Create(
        context_, context_.getPointerType(found->getType()), clang::CK_FunctionToPointerDecay,
        name_of_function, nullptr, clang::VK_PRValue, {});
    return clang::CallExpr::Create(context_, function, {handle}, found->getReturnType(),
                                   clang::VK_PRValue, at, {});
  }

  clang::Expr* refuse(clang::Expr* handle) {
    auto& diagnostics = context_.getDiagnostics();
    const unsigned id = diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Error, "values of type %0 cannot be compared by this compiler");
    diagnostics.Report(handle->getExprLoc(), id) << handle->getType();
    failed_ = true;
    return handle;
  }

  clang::ASTContext& context_;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> rewrite_handle_comparisons(clang::ASTContext& context) {
  return std::make_unique<Rewriter>(context);
}

}  // namespace heddle::compiler
