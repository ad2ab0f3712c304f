// SPDX-License-Identifier: Apache-2.0
#include "compiler/codegen/show_addresses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/ir/intrinsics.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

class ShowAddresses : public FunctionPass {
 public:
  static char id;
  ShowAddresses() : FunctionPass(id) {}

  StringRef getPassName() const override { return "Show hidden addresses"; }

  bool runOnFunction(Function& function) override {
    bool changed = false;
    for (Instruction& each : make_early_inc_range(instructions(function))) {
      if (called_internal(each) != Internal::Hidden) continue;
      each.replaceAllUsesWith(cast<CallBase>(each).getArgOperand(0));
      each.eraseFromParent();
      changed = true;
    }
    return changed;
  }
};

char ShowAddresses::id = 0;

}  // namespace

bool has_hidden_addresses(const Module& module) {
  return any_of(module, [](const Function& function) {
    return internal_of(function) == Internal::Hidden && !function.use_empty();
  });
}

FunctionPass* create_show_addresses() {
  return new ShowAddresses;
}

}  // namespace heddle::compiler
