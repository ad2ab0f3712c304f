// SPDX-License-Identifier: Apache-2.0
// SPV_EXT_optnone (SPV_INTEL_optnone before): a function that is not to be optimised. For a kernel
// it means what -cl-opt-disable means for a program. Other functions are part of each kernel that
// calls them, and are optimised as that is.
#pragma once

#include <vector>

#include "compiler/spirv/words.h"

namespace llvm {
class Module;
}

namespace heddle::compiler::spirv {

/// Tells whether the instruction only declares the extension; translators are not told of it.
bool is_for_optnone(const Instruction& one);
/// Returns the operands of an OpFunction without the request.
std::vector<uint32_t> without_optnone(const Instruction& one);
/// Returns the module without any of it, for validators that know it under its first name only; as
/// it is if it does not declare the capability.
Module without_optnone(const Module& module);
/// Tells whether an OpFunction asks for both OptNone and Inline, which no module may.
bool contradicts_optnone(const Instruction& one);
/// Marks the kernels of the translated module that `words` asks not to optimise (kOptDisable).
void mark_unoptimised(llvm::Module& module, const Module& words);

}  // namespace heddle::compiler::spirv
