// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/handle_comparisons.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace heddle::compiler {
namespace {

bool is_handle(clang::QualType type) {
  return type->isQueueT() || type->isClkEventT() || type->isEventT() || type->isReserveIDT();
}

class Checker : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Checker> {
 public:
  explicit Checker(clang::ASTContext& context) : context_(context) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      // Whatever else is in error, nothing may reach the generator.
      TraverseDecl(declaration);
      if (found_) declaration->setInvalidDecl();
    }
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator* comparison) {
    if (!comparison->isEqualityOp() || !is_handle(comparison->getLHS()->getType())) return true;
    auto& diagnostics = context_.getDiagnostics();
    const unsigned id = diagnostics.getCustomDiagID(
        clang::DiagnosticsEngine::Error, "values of type %0 cannot be compared by this compiler");
    diagnostics.Report(comparison->getOperatorLoc(), id) << comparison->getLHS()->getType();
    found_ = true;
    return true;
  }

 private:
  clang::ASTContext& context_;
  bool found_ = false;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> check_handle_comparisons(clang::ASTContext& context) {
  return std::make_unique<Checker>(context);
}

}  // namespace heddle::compiler
