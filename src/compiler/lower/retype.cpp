// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/retype.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace heddle::compiler {
using namespace llvm;

Type* TypeReplacer::remapType(Type* type) {
  if (Type* known = known_.lookup(type)) return known;
  Type* rebuilt = rebuild(type);
  return known_[type] = rebuilt;
}

Type* TypeReplacer::rebuild(Type* type) {
  if (auto* array = dyn_cast<ArrayType>(type))
    return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
  if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    return FixedVectorType::get(remapType(vector->getElementType()), vector->getNumElements());
  }
  if (auto* function = dyn_cast<FunctionType>(type)) {
    SmallVector<Type*> parameters;
    for (Type* parameter : function->params()) parameters.push_back(remapType(parameter));
    return FunctionType::get(remapType(function->getReturnType()), parameters,
                             function->isVarArg());
  }
  auto* structure = dyn_cast<StructType>(type);
  if (!structure) return replace_(type);
  SmallVector<Type*> elements;
  bool changed = false;
  for (Type* element : structure->elements()) {
    elements.push_back(remapType(element));
    changed |= elements.back() != element;
  }
  return changed ? StructType::get(structure->getContext(), elements, structure->isPacked()) : type;
}

namespace {

/// Turns constant expressions into instructions: with other types some (casts) cannot be rebuilt as
/// constants.
void expand_constant_expressions(Function& function) {
  SmallVector<Instruction*> work;
  for (Instruction& instruction : instructions(function)) work.push_back(&instruction);
  while (!work.empty()) {
    Instruction* instruction = work.pop_back_val();
    for (Use& use : instruction->operands()) {
      auto* expression = dyn_cast<ConstantExpr>(use.get());
      if (!expression) continue;
      auto* phi = dyn_cast<PHINode>(instruction);
      BasicBlock* from = phi ? phi->getIncomingBlock(use) : nullptr;
      Instruction* expanded = expression->getAsInstruction();
      expanded->insertBefore((phi ? from->getTerminator() : instruction)->getIterator());
      use.set(expanded);
      // One predecessor may occur several times, always with one value.
      for (unsigned i = 0; phi && i < phi->getNumIncomingValues(); ++i) {
        if (phi->getIncomingBlock(i) == from) phi->setIncomingValue(i, expanded);
      }
      work.push_back(expanded);
    }
  }
}

void remove_casts(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* cast = dyn_cast<AddrSpaceCastInst>(&instruction);
    if (!cast || cast->getType() != cast->getPointerOperand()->getType()) continue;
    cast->replaceAllUsesWith(cast->getPointerOperand());
    cast->eraseFromParent();
  }
}

class Retyper {
 public:
  Retyper(Module& module, TypeReplacer& types) : module_(module), types_(types) {}

  void run() {
    for (Function& function : module_) expand_constant_expressions(function);
    replace_variables();
    replace_functions();
    replace_in_initializers();
    remove_unused();
  }

 private:
  void replace_variables() {
    SmallVector<std::pair<GlobalVariable*, GlobalVariable*>> pairs;
    for (GlobalVariable& old : module_.globals()) {
      unsigned space = types_.remapType(old.getType())->getPointerAddressSpace();
      bool changes = types_.remapType(old.getValueType()) != old.getValueType() ||
                     space != old.getAddressSpace();
      if (changes) pairs.push_back({&old, nullptr});
    }
    for (auto& [old, made] : pairs) {
      replaced_.push_back(old);
      unsigned space = types_.remapType(old->getType())->getPointerAddressSpace();
      made = new GlobalVariable(module_, types_.remapType(old->getValueType()), old->isConstant(),
                                old->getLinkage(), nullptr, "", nullptr,
                                GlobalValue::NotThreadLocal, space);
      made->takeName(old);
      made->setAlignment(old->getAlign());
      made->setAttributes(old->getAttributes());
      map_[old] = made;
    }
    for (auto& [old, made] : pairs) {
      if (old->hasInitializer()) made->setInitializer(initializer(old->getInitializer()));
    }
  }

  /// Maps an initialiser. It stays a constant, so casts that became no-ops are skipped.
  Constant* initializer(Constant* constant) {
    auto* expression = dyn_cast<ConstantExpr>(constant);
    if (expression && expression->getOpcode() == Instruction::AddrSpaceCast) {
      Constant* from = initializer(expression->getOperand(0));
      Type* type = types_.remapType(expression->getType());
      return from->getType() == type ? from : ConstantExpr::getAddrSpaceCast(from, type);
    }
    auto* aggregate = dyn_cast<ConstantAggregate>(constant);
    if (!aggregate) return MapValue(constant, map_, RF_None, &types_);
    SmallVector<Constant*> elements;
    for (Use& element : aggregate->operands())
      elements.push_back(initializer(cast<Constant>(element.get())));
    Type* type = types_.remapType(aggregate->getType());
    if (auto* structure = dyn_cast<StructType>(type))
      return ConstantStruct::get(structure, elements);
    if (auto* array = dyn_cast<ArrayType>(type)) return ConstantArray::get(array, elements);
    return ConstantVector::get(elements);
  }

  void replace_functions() {
    SmallVector<std::pair<Function*, Function*>> bodies;
    SmallVector<Function*> all;
    for (Function& function : module_) all.push_back(&function);
    for (Function* old : all) {
      auto* type = cast<FunctionType>(types_.remapType(old->getFunctionType()));
      if (type == old->getFunctionType() && old->isDeclaration()) continue;
      Function* made = Function::Create(type, old->getLinkage(), "", module_);
      std::string name = old->getName().str();
      old->setName("");
      made->setName(name);  // not takeName: an intrinsic is known by its name being set
      made->copyAttributesFrom(old);
      map_[old] = made;
      replaced_.push_back(old);
      if (!old->isDeclaration()) bodies.push_back({old, made});
    }
    for (auto [old, made] : bodies) {
      for (auto [from, to] : zip(old->args(), made->args())) {
        to.setName(from.getName());
        map_[&from] = &to;
      }
      SmallVector<ReturnInst*> returns;
      CloneFunctionInto(made, old, map_, CloneFunctionChangeType::LocalChangesOnly, returns, "",
                        nullptr, &types_);
      remove_casts(*made);
    }
    for (auto [old, made] : bodies) old->dropAllReferences();
  }

  /// Replaces the remaining uses of old globals by initialisers, also in variables whose type is
  /// unchanged: a block's literal has the address of a function.
  void replace_in_initializers() {
    for (GlobalObject* old : replaced_) {
      if (auto* variable = dyn_cast<GlobalVariable>(old)) variable->setInitializer(nullptr);
    }
    for (GlobalObject* old : replaced_) {
      old->removeDeadConstantUsers();
      if (old->use_empty()) continue;
      auto* made = cast<Constant>(map_.lookup(old));
      old->replaceAllUsesWith(ConstantExpr::getPointerBitCastOrAddrSpaceCast(made, old->getType()));
    }
    map_.clear();  // its handles
    for (GlobalObject* old : replaced_) old->eraseFromParent();
  }

  void remove_unused() {
    for (Function& function : make_early_inc_range(module_)) {
      if (function.isDeclaration() && function.use_empty()) function.eraseFromParent();
    }
    // The names of overloaded intrinsics contain their pointer types.
    for (Function& function : make_early_inc_range(module_)) {
      if (!function.isIntrinsic()) continue;
      if (auto renamed = Intrinsic::remangleIntrinsicFunction(&function)) {
        function.replaceAllUsesWith(*renamed);
        function.eraseFromParent();
      }
    }
    for (GlobalVariable& variable : make_early_inc_range(module_.globals())) {
      variable.removeDeadConstantUsers();
      if (variable.use_empty() && variable.hasLocalLinkage()) variable.eraseFromParent();
    }
  }

  Module& module_;
  TypeReplacer& types_;
  ValueToValueMapTy map_;
  SmallVector<GlobalObject*> replaced_;
};

}  // namespace

void retype(Module& module, TypeReplacer& types) {
  Retyper(module, types).run();
}

}  // namespace heddle::compiler
