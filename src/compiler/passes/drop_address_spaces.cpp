// SPDX-License-Identifier: Apache-2.0
// All address spaces of OpenCL are one flat memory on a CPU. The module is rebuilt with every pointer type replaced, and
// becomes the host's.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "compiler/passes/passes.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

class FlatTypes : public ValueMapTypeRemapper {
 public:
  Type* remapType(Type* type) override {
    if (Type*& known = known_[type]; known) return known;
    Type* flat = flatten(type);
    return known_[type] = flat;
  }

 private:
  Type* flatten(Type* type) {
    if (auto* pointer = dyn_cast<PointerType>(type)) return PointerType::get(pointer->getContext(), 0);
    if (auto* array = dyn_cast<ArrayType>(type)) return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto* vector = dyn_cast<FixedVectorType>(type)) {
      return FixedVectorType::get(remapType(vector->getElementType()), vector->getNumElements());
    }
    if (auto* function = dyn_cast<FunctionType>(type)) {
      SmallVector<Type*> parameters;
      for (Type* parameter : function->params()) parameters.push_back(remapType(parameter));
      return FunctionType::get(remapType(function->getReturnType()), parameters, function->isVarArg());
    }
    auto* structure = dyn_cast<StructType>(type);
    if (!structure || structure->isOpaque()) return type;
    SmallVector<Type*> elements;
    bool changed = false;
    for (Type* element : structure->elements()) {
      elements.push_back(remapType(element));
      changed |= elements.back() != element;
    }
    if (!changed) return type;
    return StructType::get(structure->getContext(), elements, structure->isPacked());
  }

  DenseMap<Type*, Type*> known_;
};

/// Casts between address spaces are no-ops now, and not valid IR any more.
void remove_casts(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    if (auto* cast = dyn_cast<AddrSpaceCastInst>(&instruction)) {
      cast->replaceAllUsesWith(cast->getPointerOperand());
      cast->eraseFromParent();
    }
  }
}

/// Constant expressions that cast become instructions first: they cannot be rebuilt as constants.
void expand_constant_casts(Function& function) {
  bool again = true;
  while (again) {
    again = false;
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      for (Use& use : instruction.operands()) {
        auto* expression = dyn_cast<ConstantExpr>(use.get());
        if (!expression) continue;
        Instruction* before = &instruction;
        if (auto* phi = dyn_cast<PHINode>(&instruction)) before = phi->getIncomingBlock(use)->getTerminator();
        Instruction* expanded = expression->getAsInstruction();
        expanded->insertBefore(before->getIterator());
        if (auto* phi = dyn_cast<PHINode>(&instruction)) {
          // One predecessor may come in several times, always with one value.
          BasicBlock* from = phi->getIncomingBlock(use);
          for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
            if (phi->getIncomingBlock(i) == from) phi->setIncomingValue(i, expanded);
          }
        } else {
          use.set(expanded);
        }
        again = true;
      }
    }
  }
}

/// An initialiser with every address space cast removed. Only constants that stay in the object need it.
Constant* flatten_initializer(Constant* constant, ValueToValueMapTy& map, FlatTypes& types) {
  if (auto* expression = dyn_cast<ConstantExpr>(constant)) {
    if (expression->getOpcode() == Instruction::AddrSpaceCast) return flatten_initializer(expression->getOperand(0), map, types);
  }
  if (auto* aggregate = dyn_cast<ConstantAggregate>(constant)) {
    SmallVector<Constant*> elements;
    for (Use& element : aggregate->operands()) {
      elements.push_back(flatten_initializer(cast<Constant>(element.get()), map, types));
    }
    Type* type = types.remapType(aggregate->getType());
    if (auto* structure = dyn_cast<StructType>(type)) return ConstantStruct::get(structure, elements);
    if (auto* array = dyn_cast<ArrayType>(type)) return ConstantArray::get(array, elements);
    return ConstantVector::get(elements);
  }
  return MapValue(constant, map, RF_None, &types);
}

void replace_variables(Module& module, ValueToValueMapTy& map, FlatTypes& types) {
  SmallVector<std::pair<GlobalVariable*, GlobalVariable*>> pairs;
  for (GlobalVariable& old : module.globals()) pairs.push_back({&old, nullptr});
  for (auto& [old, flat] : pairs) {
    flat = new GlobalVariable(module, types.remapType(old->getValueType()), old->isConstant(), old->getLinkage(), nullptr, "",
                              nullptr, GlobalValue::NotThreadLocal, 0);
    flat->takeName(old);
    flat->setAlignment(old->getAlign());
    // lower_globals tells __local variables by this mark.
    if (old->getAddressSpace() == 3) flat->addAttribute("hd-local");
    map[old] = flat;
  }
  for (auto& [old, flat] : pairs) {
    // What lies in the program's block has its initial value there; here only its address counts.
    bool in_block = old->getAddressSpace() == 1;
    if (old->hasInitializer() && !in_block) flat->setInitializer(flatten_initializer(old->getInitializer(), map, types));
    if (old->hasInitializer() && in_block) flat->setInitializer(Constant::getNullValue(flat->getValueType()));
  }
}

}  // namespace

void drop_address_spaces(Module& module, KernelContext& context) {
  Function* old_kernel = context.kernel(module);
  expand_constant_casts(*old_kernel);

  FlatTypes types;
  ValueToValueMapTy map;
  replace_variables(module, map, types);
  Function* kernel = nullptr;
  SmallVector<Function*> old_functions;
  for (Function& function : module) old_functions.push_back(&function);
  for (Function* old : old_functions) {
    auto* type = cast<FunctionType>(types.remapType(old->getFunctionType()));
    if (type == old->getFunctionType() && old != old_kernel) continue;
    Function* flat = Function::Create(type, old->getLinkage(), "", module);
    flat->takeName(old);
    flat->copyAttributesFrom(old);
    map[old] = flat;
    if (old == old_kernel) kernel = flat;
  }
  for (auto [from, to] : zip(old_kernel->args(), kernel->args())) {
    to.setName(from.getName());
    map[&from] = &to;
  }
  SmallVector<ReturnInst*> returns;
  CloneFunctionInto(kernel, old_kernel, map, CloneFunctionChangeType::LocalChangesOnly, returns, "", nullptr, &types);
  remove_casts(*kernel);
  old_kernel->eraseFromParent();
  for (Function& function : make_early_inc_range(module)) {
    if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
  }
  // The names of overloaded intrinsics spell their pointer types.
  for (Function& function : make_early_inc_range(module)) {
    if (!function.isIntrinsic()) continue;
    if (auto renamed = Intrinsic::remangleIntrinsicFunction(&function)) {
      function.replaceAllUsesWith(*renamed);
      function.eraseFromParent();
    }
  }
  for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
  module.setTargetTriple(context.target.getTargetTriple());
  module.setDataLayout(context.target.createDataLayout());
}

}  // namespace heddle::compiler
