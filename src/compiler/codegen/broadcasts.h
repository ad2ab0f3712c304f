// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/CodeGen/MachineFunctionPass.h>

namespace heddle::compiler {

/// A number from memory for all elements of a 512-bit register: by the instruction for integers, of
/// which Zen 4 runs two in a cycle as mere loads; those for floats pass through the pipe that
/// shuffles and adds, too. After the pass that chooses instructions by what uses the result.
llvm::MachineFunctionPass* create_integer_broadcasts();

}  // namespace heddle::compiler
