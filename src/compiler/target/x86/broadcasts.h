// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/CodeGen/MachineFunctionPass.h>

namespace heddle::compiler::x86 {

/// Creates a pass that broadcasts a number from memory to a 512-bit register by the instruction for
/// integers. Zen 4 runs two of those in a cycle as mere loads; those for floats need the pipe that
/// shuffles and adds, too. Runs after the pass that chooses the domain of instructions by the use
/// of their results (ExecutionDomainFix).
llvm::MachineFunctionPass* create_integer_broadcasts();

}  // namespace heddle::compiler::x86
