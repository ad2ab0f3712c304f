// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include <string>

#include "compiler/passes/vectorize/lanes.h"
#include "compiler/passes/vectorize/vector_isa.h"

namespace heddle::compiler {

/// Why `kernel`, of which no code is masked yet, is faster one work-item at a time than in such
/// lanes; empty: it is not.
std::string reason_for_scalar(llvm::Function& kernel, const llvm::LoopInfo& loops,
                              const Lanes& lanes, const VectorIsa& isa);

}  // namespace heddle::compiler
