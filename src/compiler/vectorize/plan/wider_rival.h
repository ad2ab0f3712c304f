// SPDX-License-Identifier: Apache-2.0
// A second version with wider vectors, for the case that the estimate of interleave.h is wrong: how
// many instructions a processor looks at, and how many it does at once, is not known.
#pragma once

#include <llvm/IR/PassManager.h>

#include "compiler/ir/lanes.h"

namespace heddle::compiler {

struct KernelContext;

/// Names vectors of twice as many registers for each value as `lanes` have in the record, for a
/// trial, where the estimates of both are close.
void note_wider_rival(llvm::Function& kernel, KernelContext& context,
                      llvm::FunctionAnalysisManager& analyses, const Lanes& lanes,
                      unsigned one_register);

}  // namespace heddle::compiler
