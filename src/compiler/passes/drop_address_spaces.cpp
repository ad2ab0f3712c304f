// SPDX-License-Identifier: Apache-2.0
// All address spaces of OpenCL are one flat memory on a CPU: the module is rebuilt without them,
// and becomes the host's.
#include <llvm/IR/Constants.h>

#include "compiler/passes/local_atomics.h"
#include "compiler/passes/passes.h"
#include "compiler/passes/retype.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr unsigned kGlobal = 1;  // address spaces of spir64
constexpr unsigned kLocal = 3;

Type* flatten(Type* type) {
  return type->isPointerTy() ? PointerType::get(type->getContext(), 0) : type;
}

}  // namespace

void drop_address_spaces(Module& module, KernelContext& context) {
  mark_local_atomics(module, context);
  for (GlobalVariable& variable : module.globals()) {
    // lower_globals tells __local variables by this mark.
    if (variable.getAddressSpace() == kLocal) variable.addAttribute("hd-local");
    // What lies in the program's block has its initial value there; from here on only its address
    // counts.
    if (variable.getAddressSpace() == kGlobal && variable.hasInitializer()) {
      variable.setInitializer(Constant::getNullValue(variable.getValueType()));
    }
  }
  TypeReplacer types(flatten);
  retype(module, types);
  module.setTargetTriple(context.target.getTargetTriple());
  module.setDataLayout(context.target.createDataLayout());
}

}  // namespace heddle::compiler
