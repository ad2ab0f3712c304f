// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/adapt.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/TargetParser/Triple.h>

#include <map>

#include "compiler/frontend/kernel_copies.h"
#include "compiler/frontend/loosen_alignment.h"
#include "compiler/frontend/relax_math.h"
#include "compiler/program/kernels.h"
#include "compiler/spirv/names.h"

namespace heddle::compiler::spirv {
using namespace llvm;

namespace {

using llvm::Instruction, llvm::Module;  // spirv's are spelled out here

constexpr uint32_t kModeInitializer = 33, kModeFinalizer = 34, kModeSubgroupsPerWorkgroup = 36;

/// Gives structures that are passed by value their alignment. Clang always does; the translator
/// does so only if the module gives it.
void align_values(Function& kernel) {
  const DataLayout& layout = kernel.getParent()->getDataLayout();
  for (Argument& argument : kernel.args()) {
    if (!argument.hasByValAttr() || argument.getParamAlign()) continue;
    const Align align = layout.getABITypeAlign(argument.getParamByValType());
    argument.addAttr(Attribute::getWithAlignment(kernel.getContext(), align));
  }
}

/// Returns the mangled name of fmod for a type, which Clang would call.
std::string fmod_name(Type* type) {
  const Type* scalar = type->getScalarType();
  const std::string one = scalar->isDoubleTy() ? "d" : scalar->isHalfTy() ? "Dh" : "f";
  const auto* vector = dyn_cast<FixedVectorType>(type);
  if (!vector) return "_Z4fmod" + one + one;
  return "_Z4fmodDv" + std::to_string(vector->getNumElements()) + "_" + one + "S_";
}

/// Drops lifetime markers, which would have to survive the splitting of kernels at barriers; Clang
/// makes none.
void drop_lifetimes(Module& module) {
  for (Function& function : make_early_inc_range(module)) {
    if (!function.getName().starts_with("llvm.lifetime.")) continue;
    for (User* user : make_early_inc_range(function.users()))
      cast<Instruction>(user)->eraseFromParent();
    function.eraseFromParent();
  }
}

/// Replaces frem, the translation of OpFRem, by calls of fmod: OpenCL C has no operator for it, and
/// code generation would call a library.
void call_fmod(Module& module) {
  for (Function& function : module) {
    for (Instruction& one : make_early_inc_range(instructions(function))) {
      if (one.getOpcode() != Instruction::FRem) continue;
      Type* type = one.getType();
      FunctionCallee fmod = module.getOrInsertFunction(fmod_name(type), type, type, type);
      cast<Function>(fmod.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
      IRBuilder<> at(&one);
      CallInst* call = at.CreateCall(fmod, {one.getOperand(0), one.getOperand(1)});
      call->setCallingConv(CallingConv::SPIR_FUNC);
      one.replaceAllUsesWith(call);
      one.eraseFromParent();
    }
  }
}

/// Marks execution modes of SPIR-V 1.1 that the translator does not pass on: it treats initialisers
/// and finalisers as ordinary entry points.
void mark_modes(Module& module, const spirv::Module& words) {
  std::map<uint32_t, std::string> names;  // names of entry points, by function
  std::map<uint32_t, const char*> roles;
  std::map<uint32_t, uint32_t> sub_groups;
  words.each([&](const spirv::Instruction& one) {
    if (one.opcode == OpEntryPoint) names[one.operands[1]] = string_at(one, 2);
    if (one.opcode != OpExecutionMode) return;
    if (one.operands[1] == kModeInitializer) roles[one.operands[0]] = kInitializer;
    if (one.operands[1] == kModeFinalizer) roles[one.operands[0]] = kFinalizer;
    if (one.operands[1] == kModeSubgroupsPerWorkgroup)
      sub_groups[one.operands[0]] = one.operands[2];
  });
  for (const auto& [id, count] : sub_groups) {
    if (Function* kernel = module.getFunction(names[id]))
      kernel->addFnAttr(kSubGroupsPerGroup, std::to_string(count));
  }
  for (const auto& [id, role] : roles) {
    if (Function* kernel = module.getFunction(names[id])) kernel->addFnAttr(role);
  }
}

}  // namespace

void adapt(llvm::Module& module, const CompileOptions& options) {
  const Triple triple("spir64-unknown-unknown");
  module.setTargetTriple(triple);
  module.setDataLayout(triple.computeDataLayout());
  fold_kernel_copies(module);
  for (Function& function : module) {
    if (is_kernel(function)) align_values(function);
  }
  drop_lifetimes(module);
  settle_names(module);
  call_fmod(module);
  relax_math(module, options);  // as Clang does when it compiles
  keep_infinities(module);
  loosen_alignment(module);
}

void adapt(llvm::Module& module, const spirv::Module& words, const CompileOptions& options) {
  adapt(module, options);
  mark_modes(module, words);
}

}  // namespace heddle::compiler::spirv
