// SPDX-License-Identifier: Apache-2.0
// The host as LLVM's target: from CPU features, never from the CPU's name, which virtual machines
// get wrong.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace heddle::compiler {

/// `features` as hdc_target.cpu. Null with a sentence in `error` if LLVM cannot make one.
std::unique_ptr<llvm::TargetMachine> make_target(const std::string& features, bool optimize,
                                                 std::string& error);

/// Writes on every function of `module` which CPU it is for and how wide vectors may be.
void set_target_attributes(llvm::Module& module, const llvm::TargetMachine& target);

}  // namespace heddle::compiler
