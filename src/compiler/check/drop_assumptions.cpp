// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/drop_assumptions.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/check/services.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr Attribute::AttrKind kAssumed[] = {
    Attribute::Dereferenceable, Attribute::DereferenceableOrNull,
    Attribute::NonNull,         Attribute::NoAlias,
    Attribute::NoUndef,         Attribute::Range};

void drop(Argument& argument) {
  for (const Attribute::AttrKind kind : kAssumed) argument.removeAttr(kind);
  if (!argument.hasPointeeInMemoryValueAttr()) argument.removeAttr(Attribute::Alignment);
}

void drop(Instruction& instruction) {
  if (auto* address = dyn_cast<GetElementPtrInst>(&instruction))
    address->setNoWrapFlags(GEPNoWrapFlags::none());
  if (!isa<LoadInst>(instruction) || is_of_check(instruction)) return;
  for (const unsigned kind :
       {LLVMContext::MD_range, LLVMContext::MD_nonnull, LLVMContext::MD_align,
        LLVMContext::MD_dereferenceable, LLVMContext::MD_dereferenceable_or_null,
        LLVMContext::MD_noundef, LLVMContext::MD_invariant_load})
    instruction.setMetadata(kind, nullptr);
}

}  // namespace

void drop_assumptions(Function& function) {
  for (Argument& argument : function.args()) drop(argument);
  for (Instruction& each : make_early_inc_range(instructions(function))) {
    if (isa<AssumeInst>(each)) {
      each.eraseFromParent();
    } else {
      drop(each);
    }
  }
}

}  // namespace heddle::compiler
