// SPDX-License-Identifier: Apache-2.0
// Scalarises the program's short vectors (float4 and the like): vectors are for work-items.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/Target/TargetMachine.h>

#include "compiler/ir/transform.h"

namespace heddle::compiler {

struct KernelContext;

/// Scalarises a kernel. Ensures: no instruction of `kernel` computes, loads or stores a vector.
/// Arguments stay vectors, and extractelement takes them apart at the entry; variables stay
/// variables, whatever their type.
llvm::PreservedAnalyses scalarize(llvm::Function& kernel, KernelContext& context,
                                  llvm::FunctionAnalysisManager& analyses);
inline constexpr KernelTransform kScalarize{"scalarize", Need::Required, scalarize};

/// Returns an instruction on vectors, apart from those of arguments; null: there is none.
const llvm::Instruction* first_short_vector(const llvm::Function& kernel);

}  // namespace heddle::compiler
