// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <vector>

namespace heddle::compiler {

/// Returns the ELF relocatable object of `module`, which is consumed; empty if LLVM refuses.
std::vector<unsigned char> emit_object(llvm::Module& module, llvm::TargetMachine& target);

/// Returns it as text, for people and tests.
std::string emit_assembly(llvm::Module& module, llvm::TargetMachine& target);

}  // namespace heddle::compiler
