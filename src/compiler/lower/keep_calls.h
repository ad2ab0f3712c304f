// SPDX-License-Identifier: Apache-2.0
// Chooses the functions of which the kernel has one copy only, in programs that grow beyond measure
// when everything is inlined. Either their calls are merged (merge_calls.h), so that the kernel
// becomes small enough to be vectorised, or they stay functions, and it runs one work-item at a
// time.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>

#include <memory>

#include "abi/program_record.h"
#include "compiler/lower/weigh_calls.h"

namespace heddle::compiler {

struct KernelContext;

struct SharedFunctions {
  FunctionSet kept;  ///< functions to be called
  llvm::SmallVector<llvm::Function*>
      merged{};  ///< functions to be merged, callers before their callees
};

/// Chooses among the functions that `kernel` calls, transitively; nearly always none. Functions of
/// a large kernel are simplified on the way: they are copied many times.
SharedFunctions choose_shared(llvm::Function& kernel, KernelContext& context,
                              llvm::FunctionAnalysisManager& analyses);

}  // namespace heddle::compiler
