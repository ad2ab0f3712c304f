// SPDX-License-Identifier: Apache-2.0
// Links the built-in functions that a kernel needs, lazily: the symbol index says which of the
// embedded bitcode modules define what is undefined, and only those are opened, and only the
// functions needed are read.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Linker/IRMover.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include <map>

#include "compiler/builtins/library.h"
#include "compiler/passes/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// Undefined functions that the library defines, by module of the library.
std::map<int, std::vector<std::string>> wanted(const Module& module) {
  std::map<int, std::vector<std::string>> result;
  for (const Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    int index = builtins::find({function.getName().data(), function.getName().size()});
    if (index >= 0) result[index].push_back(function.getName().str());
  }
  return result;
}

llvm::Error link_from(IRMover& mover, LLVMContext& llvm_context, const builtins::Module& library,
                      const std::vector<std::string>& symbols) {
  StringRef bytes(reinterpret_cast<const char*>(library.bitcode.data()), library.bitcode.size());
  StringRef name(library.name.data(), library.name.size());
  auto source = getLazyBitcodeModule(MemoryBufferRef(bytes, name), llvm_context);
  if (!source) return source.takeError();
  SmallVector<GlobalValue*> values;
  for (const std::string& symbol : symbols) {
    GlobalValue* value = (*source)->getNamedValue(symbol);
    if (!value) return createStringError("built-in %s is not where the index says", symbol.c_str());
    if (llvm::Error error = value->materialize()) return error;
    values.push_back(value);
  }
  auto add_lazily = [](GlobalValue& value, const IRMover::ValueAdder& add) { add(value); };
  return mover.move(std::move(*source), values, add_lazily, /*IsPerformingImport=*/false);
}

void link_wanted(Module& module, KernelContext& context) {
  IRMover mover(module);
  for (auto symbols = wanted(module); !symbols.empty(); symbols = wanted(module)) {
    for (const auto& [index, names] : symbols) {
      if (llvm::Error error =
              link_from(mover, module.getContext(), builtins::modules()[index], names)) {
        context.error = toString(std::move(error));
        return;
      }
    }
  }
}

/// Without FMA instructions llvm.fma would become a call of libm.
void soften_fma(Module& module) {
  for (auto [id, type, name] :
       {std::tuple(Intrinsic::fma, Type::getFloatTy(module.getContext()), "__hd_soft_fmaf"),
        std::tuple(Intrinsic::fma, Type::getDoubleTy(module.getContext()), "__hd_soft_fma")}) {
    Function* intrinsic = Intrinsic::getDeclarationIfExists(&module, id, {type});
    if (!intrinsic) continue;
    FunctionCallee soft = module.getOrInsertFunction(name, intrinsic->getFunctionType());
    intrinsic->replaceAllUsesWith(soft.getCallee());
  }
}

/// Calls `soft`, from `operand` to `result`, for a scalar or for each element of a vector.
Value* call_soft(IRBuilder<>& at, Value* from, Type* operand, Type* result, const char* soft) {
  FunctionCallee callee =
      at.GetInsertBlock()->getModule()->getOrInsertFunction(soft, result, operand);
  auto* type = dyn_cast<FixedVectorType>(from->getType());
  if (!type) return at.CreateCall(callee, from);
  Value* all = PoisonValue::get(FixedVectorType::get(result, type->getNumElements()));
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value* one = at.CreateCall(callee, at.CreateExtractElement(from, i));
    all = at.CreateInsertElement(all, one, i);
  }
  return all;
}

/// Without F16C conversions from and to half would become calls of the compiler's library.
void soften_half(Module& module) {
  LLVMContext& llvm_context = module.getContext();
  Type* bits = Type::getInt16Ty(llvm_context);
  Type* real = Type::getFloatTy(llvm_context);
  SmallVector<CastInst*> casts;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      bool widens = isa<FPExtInst>(instruction) &&
                    instruction.getOperand(0)->getType()->getScalarType()->isHalfTy();
      bool narrows = isa<FPTruncInst>(instruction) &&
                     instruction.getType()->getScalarType()->isHalfTy() &&
                     instruction.getOperand(0)->getType()->getScalarType()->isFloatTy();
      if (widens || narrows) casts.push_back(cast<CastInst>(&instruction));
    }
  }
  for (CastInst* cast : casts) {
    IRBuilder<> at(cast);
    Value* from = cast->getOperand(0);
    Value* result = nullptr;
    if (isa<FPTruncInst>(cast)) {
      result = at.CreateBitCast(call_soft(at, from, real, bits, "__hd_soft_float_to_half"),
                                cast->getType());
    } else {
      Value* halves = at.CreateBitCast(from, from->getType()->getWithNewType(bits));
      result = at.CreateFPExt(call_soft(at, halves, bits, real, "__hd_soft_half_to_float"),
                              cast->getType());
    }
    cast->replaceAllUsesWith(result);
    cast->eraseFromParent();
  }
}

}  // namespace

void link_builtins(Module& module, KernelContext& context) {
  link_wanted(module, context);
  if (!context.error.empty()) return;
  bool has_fma = context.target.getMCSubtargetInfo()->checkFeatures("+fma");
  bool has_half = context.target.getMCSubtargetInfo()->checkFeatures("+f16c");
  if (!has_fma) soften_fma(module);
  if (!has_half) soften_half(module);
  if (!has_fma || !has_half) link_wanted(module, context);
}

}  // namespace heddle::compiler
