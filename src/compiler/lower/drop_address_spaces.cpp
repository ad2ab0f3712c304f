// SPDX-License-Identifier: Apache-2.0
// Rebuilds the module without address spaces, for the host: all of OpenCL's are one flat memory on
// a CPU.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/atomics.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/managers.h"
#include "compiler/lower/passes.h"
#include "compiler/lower/retype.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

Type* flatten(Type* type) {
  return type->isPointerTy() ? PointerType::get(type->getContext(), 0) : type;
}

/// Returns the address space that `instruction` accesses.
std::optional<unsigned> accessed_space(const Instruction& instruction) {
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) return rmw->getPointerAddressSpace();
  if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return swap->getPointerAddressSpace();
  const Value* pointer = getLoadStorePointerOperand(&instruction);
  return pointer ? std::optional(pointer->getType()->getPointerAddressSpace()) : std::nullopt;
}

/// Keeps in alias scopes that local and global memory do not overlap, as accesses will have no
/// address space. The scopes do not cover the accesses of other work-items after a barrier.
void keep_apart(Function& kernel) {
  SmallVector<Instruction*> local, global;
  for (Instruction& each : instructions(kernel)) {
    const auto space = accessed_space(each);
    if (space == kLocal) local.push_back(&each);
    if (space == kGlobal || space == kConstant) global.push_back(&each);
  }
  if (local.empty() || global.empty()) return;
  LLVMContext& context = kernel.getContext();
  MDBuilder builder(context);
  MDNode* domain = builder.createAnonymousAliasScopeDomain("spaces");
  MDNode* of_local = MDNode::get(context, builder.createAnonymousAliasScope(domain, "local"));
  MDNode* of_global = MDNode::get(context, builder.createAnonymousAliasScope(domain, "global"));
  const auto mark = [](Instruction& each, MDNode* in, MDNode* apart) {
    AAMDNodes known = each.getAAMetadata();
    known.Scope = MDNode::concatenate(known.Scope, in);
    known.NoAlias = MDNode::concatenate(known.NoAlias, apart);
    each.setAAMetadata(known);
  };
  for (Instruction* each : local) mark(*each, of_local, of_global);
  for (Instruction* each : global) mark(*each, of_global, of_local);
}

}  // namespace

PreservedAnalyses drop_address_spaces(Module& module, KernelContext& context,
                                      ModuleAnalysisManager& analyses) {
  mark_local_atomics(*context.kernel(module), of_functions(module, analyses));
  if (context.options.optimize) keep_apart(*context.kernel(module));
  for (GlobalVariable& variable : module.globals()) {
    // lower_globals finds __local variables by this mark.
    if (variable.getAddressSpace() == kLocal) variable.addAttribute("hd-local");
    // The program's block has the initial values of its variables; from here on only their
    // addresses count.
    if (variable.getAddressSpace() == kGlobal && variable.hasInitializer()) {
      variable.setInitializer(Constant::getNullValue(variable.getValueType()));
    }
  }
  TypeReplacer types(flatten);
  retype(module, types);
  module.setTargetTriple(context.target.getTargetTriple());
  module.setDataLayout(context.target.createDataLayout());
  return PreservedAnalyses::none();
}

}  // namespace heddle::compiler
