// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/opaque_arithmetic.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/VFABIDemangler.h>

#include "compiler/ir/inside_test.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kMostLanes = 32;

StringRef name_of(Opaque operation) {
  switch (operation) {
    case Opaque::Exponent:
      return "exponent";
    case Opaque::Significand:
      return "significand";
    case Opaque::Reciprocal:
      return "reciprocal";
    case Opaque::InverseRoot:
      return "inverse_root";
    default:
      return "scaling";
  }
}

unsigned operands_of(Opaque operation) {
  return operation == Opaque::Scaling ? 2 : 1;
}

Function& declaration(Module& module, Opaque operation, Type* type) {
  std::string name = ("__hd_" + name_of(operation) + ".").str();
  if (auto* vector = dyn_cast<FixedVectorType>(type))
    name += "v" + std::to_string(vector->getNumElements());
  name += type->getScalarType()->isFloatTy() ? "f32" : "f64";
  const SmallVector<Type*> operands(operands_of(operation), type);
  FunctionCallee callee =
      module.getOrInsertFunction(name, FunctionType::get(type, operands, false));
  auto& function = *cast<Function>(callee.getCallee());
  function.setDoesNotAccessMemory();
  function.setDoesNotThrow();
  function.setWillReturn();
  function.setSpeculatable();
  return function;
}

/// Returns the name of a form for `lanes` lanes, as LLVM reads it (VFABIDemangler.h).
std::string form_name(const Function& scalar, const Function& form, unsigned lanes) {
  const std::string operands(scalar.arg_size(), 'v');
  return ("_ZGV_LLVM_N" + Twine(lanes) + operands + "_" + scalar.getName() + "(" + form.getName() +
          ")")
      .str();
}

}  // namespace

Opaque opaque_of(const Function& function) {
  StringRef name = function.getName();
  if (!name.consume_front("__hd_")) return Opaque::None;
  return StringSwitch<Opaque>(name)
      .StartsWith("exponent.", Opaque::Exponent)
      .StartsWith("significand.", Opaque::Significand)
      .StartsWith("scaling.", Opaque::Scaling)
      .StartsWith("reciprocal.", Opaque::Reciprocal)
      .StartsWith("inverse_root.", Opaque::InverseRoot)
      .Default(Opaque::None);
}

Opaque called_opaque(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? opaque_of(*callee) : Opaque::None;
}

CallInst* make_opaque(IRBuilder<>& at, Opaque operation, ArrayRef<Value*> operands) {
  Module& module = *at.GetInsertBlock()->getModule();
  return at.CreateCall(&declaration(module, operation, operands[0]->getType()), operands);
}

bool is_arithmetic_call(const Instruction& instruction) {
  return isa<IntrinsicInst>(instruction) || called_opaque(instruction) != Opaque::None ||
         is_inside_test(instruction);
}

void declare_vector_forms(Module& module) {
  for (Function& function : module) {
    const Opaque operation = opaque_of(function);
    Type* type = function.getReturnType();
    if (operation == Opaque::None || type->isVectorTy()) continue;
    SmallVector<std::string> names;
    for (unsigned lanes = 2; lanes <= kMostLanes; lanes *= 2) {
      const Function& form = declaration(module, operation, FixedVectorType::get(type, lanes));
      names.push_back(form_name(function, form, lanes));
    }
    for (User* user : function.users())
      if (auto* call = dyn_cast<CallInst>(user)) VFABI::setVectorVariantNames(call, names);
  }
}

}  // namespace heddle::compiler
