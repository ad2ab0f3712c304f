// SPDX-License-Identifier: Apache-2.0
// The host as LLVM's target. It comes from CPU features, never from the CPU's name, which virtual
// machines get wrong.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace heddle::compiler {

/// A deleter that gives the machine back to the idle ones.
struct KeepTarget {
  void operator()(llvm::TargetMachine* machine) const;
};
using TargetHandle = std::unique_ptr<llvm::TargetMachine, KeepTarget>;

/// Returns a target machine for one job at a time; `features` as hdc_target.cpu. Idle machines are
/// reused: making one, with its tables of the CPU's abilities, costs as much as compiling a tiny
/// kernel. Returns null with a sentence in `error` if LLVM cannot.
TargetHandle make_target(const std::string& features, bool optimize, std::string& error);

/// Writes the CPU on every function of `module`. LLVM keeps tables of a million bytes for each set
/// of such attributes, so all functions must have the same, at all times.
void set_target_attributes(llvm::Module& module, const llvm::TargetMachine& target);
/// Does the same for functions that a pass has added.
void set_missing_target_attributes(llvm::Module& module, const llvm::TargetMachine& target);

}  // namespace heddle::compiler
