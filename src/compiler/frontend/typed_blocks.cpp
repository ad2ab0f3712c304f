// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/typed_blocks.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/TargetBuiltins.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaOpenCL.h>

#include <map>

namespace heddle::compiler {
namespace {

using namespace clang;

struct BuiltinWithBlock {
  const char* name;
  unsigned number;
  bool (SemaOpenCL::*check)(CallExpr*);  ///< true if something is wrong
};

constexpr BuiltinWithBlock kBuiltins[] = {
    {"enqueue_kernel", Builtin::BIenqueue_kernel, &SemaOpenCL::checkBuiltinEnqueueKernel},
    {"get_kernel_work_group_size", Builtin::BIget_kernel_work_group_size,
     &SemaOpenCL::checkBuiltinKernelWorkGroupSize},
    {"get_kernel_preferred_work_group_size_multiple",
     Builtin::BIget_kernel_preferred_work_group_size_multiple,
     &SemaOpenCL::checkBuiltinKernelWorkGroupSize},
    {"get_kernel_max_sub_group_size_for_ndrange",
     Builtin::BIget_kernel_max_sub_group_size_for_ndrange,
     &SemaOpenCL::checkBuiltinNDRangeAndBlock},
    {"get_kernel_sub_group_count_for_ndrange", Builtin::BIget_kernel_sub_group_count_for_ndrange,
     &SemaOpenCL::checkBuiltinNDRangeAndBlock},
};

/// A built-in, and the function that stands for it until its calls are checked.
struct Hidden {
  const BuiltinWithBlock* builtin;
  FunctionDecl* stand_in = nullptr;
  FunctionDecl* real = nullptr;
};

class Source final : public TypedBlocks {
 public:
  void hide(IdentifierTable& identifiers) override {
    for (const BuiltinWithBlock& builtin : kBuiltins) {
      IdentifierInfo& name = identifiers.get(builtin.name);
      if (name.getBuiltinID() != builtin.number) continue;  // OpenCL C 1.x has none
      name.clearBuiltinID();
      hidden_[&name].builtin = &builtin;
    }
  }

  void InitializeSema(Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }

  /// Looks up names that nothing has declared.
  bool LookupUnqualified(LookupResult& result, Scope*) override {
    if (result.getLookupKind() != Sema::LookupOrdinaryName) return false;
    const auto found = hidden_.find(result.getLookupName().getAsIdentifierInfo());
    if (found == hidden_.end()) return false;
    Hidden& hidden = found->second;
    if (!hidden.stand_in) declare(*found->first, hidden);
    result.addDecl(hidden.stand_in);
    return true;
  }

  std::unique_ptr<ASTConsumer> consumer() override;

  bool used() const { return used_; }
  Sema& sema() { return *sema_; }
  const Hidden* find(const FunctionDecl* stand_in) const {
    if (!stand_in) return nullptr;
    const auto found = hidden_.find(stand_in->getIdentifier());
    return found != hidden_.end() && found->second.stand_in == stand_in ? &found->second : nullptr;
  }

 private:
  void declare(const IdentifierInfo& name, Hidden& hidden) {
    used_ = true;
    ASTContext& context = sema_->Context;
    auto& identifier = const_cast<IdentifierInfo&>(name);
    hidden.real = cast<FunctionDecl>(sema_->LazilyCreateBuiltin(
        &identifier, hidden.builtin->number, sema_->TUScope, /*ForRedeclaration=*/false, {}));
    // The name must find the stand-in.
    sema_->TUScope->RemoveDecl(hidden.real);
    sema_->IdResolver.RemoveDecl(hidden.real);
    FunctionProtoType::ExtProtoInfo variadic;
    variadic.Variadic = true;
    const QualType type = context.getFunctionType(hidden.real->getReturnType(), {}, variadic);
    hidden.stand_in = FunctionDecl::Create(context, context.getTranslationUnitDecl(), {}, {},
                                           &identifier, type, nullptr, SC_Extern);
    hidden.stand_in->setImplicit();
  }

  Sema* sema_ = nullptr;
  std::map<const IdentifierInfo*, Hidden> hidden_;
  bool used_ = false;
};

/// Returns void (^)(local void*, ...) for void (^)(local T*, ...), and any other type as it is.
QualType plain_block(ASTContext& context, QualType type) {
  const auto* block = type->getAs<BlockPointerType>();
  const auto* function = block ? block->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
  if (!function) return type;
  const QualType local_void =
      context.getPointerType(context.getAddrSpaceQualType(context.VoidTy, LangAS::opencl_local));
  SmallVector<QualType> parameters(function->getParamTypes());
  for (QualType& parameter : parameters) {
    const bool is_local = parameter->isPointerType() &&
                          parameter->getPointeeType().getAddressSpace() == LangAS::opencl_local;
    if (is_local) parameter = local_void;
  }
  return context.getBlockPointerType(
      context.getFunctionType(function->getReturnType(), parameters, function->getExtProtoInfo()));
}

class Rewriter final : public ASTConsumer, public DynamicRecursiveASTVisitor {
 public:
  explicit Rewriter(Source& source) : source_(source) {}

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    if (!source_.used()) return true;
    for (Decl* declaration : group) {
      failed_ = false;
      TraverseDecl(declaration);
      if (failed_) declaration->setInvalidDecl();
    }
    return true;
  }

  bool VisitCallExpr(CallExpr* call) override {
    if (const Hidden* hidden = source_.find(call->getDirectCallee())) {
      call->setCallee(named(*hidden->real, call->getCallee()->getExprLoc()));
      check(*hidden->builtin, *call);
    }
    return true;
  }

  /// Reports a use that is no call, or that is part of an erroneous one.
  bool VisitDeclRefExpr(DeclRefExpr* name) override {
    if (!source_.find(dyn_cast<FunctionDecl>(name->getDecl()))) return true;
    if (!source_.sema().getDiagnostics().hasErrorOccurred())
      source_.sema().Diag(name->getExprLoc(), diag::err_builtin_fn_use);
    failed_ = true;
    return true;
  }

 private:
  Expr* named(FunctionDecl& function, SourceLocation at) {
    ASTContext& context = source_.sema().Context;
    auto* name =
        DeclRefExpr::Create(context, {}, {}, &function, false, at, context.BuiltinFnTy, VK_PRValue);
    return ImplicitCastExpr::Create(context, context.getPointerType(function.getType()),
                                    CK_BuiltinFnToFnPtr, name, nullptr, VK_PRValue, {});
  }

  void check(const BuiltinWithBlock& builtin, CallExpr& call) {
    Sema& sema = source_.sema();
    SmallVector<Expr*> arguments(call.arguments());
    for (unsigned i = 0; i < arguments.size(); ++i) {
      const QualType type = arguments[i]->getType(), plain = plain_block(sema.Context, type);
      if (sema.Context.hasSameType(type, plain)) continue;
      call.setArg(i, ImplicitCastExpr::Create(sema.Context, plain, CK_BitCast, arguments[i],
                                              nullptr, VK_PRValue, {}));
    }
    failed_ |= (sema.OpenCL().*builtin.check)(&call);
  }

  Source& source_;
  bool failed_ = false;
};

std::unique_ptr<ASTConsumer> Source::consumer() {
  return std::make_unique<Rewriter>(*this);
}

}  // namespace

llvm::IntrusiveRefCntPtr<TypedBlocks> accept_typed_blocks() {
  return llvm::makeIntrusiveRefCnt<Source>();
}

}  // namespace heddle::compiler
