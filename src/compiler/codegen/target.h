// SPDX-License-Identifier: Apache-2.0
// The host as LLVM's target: from CPU features, never from the CPU's name, which virtual machines
// get wrong.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace heddle::compiler {

/// Gives the machine back to the idle ones instead of deleting it.
struct KeepTarget {
  void operator()(llvm::TargetMachine* machine) const;
};
using TargetHandle = std::unique_ptr<llvm::TargetMachine, KeepTarget>;

/// A target machine for one job at a time; `features` as hdc_target.cpu. Idle ones are used again:
/// making one, and its tables of what the CPU can do, costs as much as compiling a tiny kernel.
/// Null with a sentence in `error` if LLVM cannot.
TargetHandle make_target(const std::string& features, bool optimize, std::string& error);

/// Writes on every function of `module` which CPU it is for. LLVM keeps tables of a million bytes
/// for each set of such attributes, so that all functions must have the same, at all times.
void set_target_attributes(llvm::Module& module, const llvm::TargetMachine& target);
/// The same where a pass has added functions.
void set_missing_target_attributes(llvm::Module& module, const llvm::TargetMachine& target);

}  // namespace heddle::compiler
