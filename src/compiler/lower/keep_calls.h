// SPDX-License-Identifier: Apache-2.0
// Programs that grow beyond all measure when everything is inlined: which of their functions are
// there once only. Either their calls are merged (merge_calls.h), so that the kernel becomes small
// enough to be vectorised, or they stay functions, and it runs one work-item at a time.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "abi/program_record.h"

namespace heddle::compiler {

struct KernelContext;

/// Loops that are unrolled make more of a kernel than can be seen when functions are inlined: one
/// that turns out to be too large for vectors is then inlined anew.
struct Merging {
  bool wanted = false;                        ///< inlining anew
  bool done = false;                          ///< the kernel has functions whose calls were merged
  bool restart = false;                       ///< it is too large
  std::unique_ptr<llvm::Module> untouched{};  ///< before inlining; null if merging would not help
  KernelRecord before{};                      ///< the record at that time
};

using FunctionSet = llvm::SmallPtrSet<const llvm::Function*, 8>;

struct SharedFunctions {
  FunctionSet kept;                             ///< to be called
  llvm::SmallVector<llvm::Function*> merged{};  ///< callers before what they call
};

/// Of those that `kernel` calls, transitively; nearly always none. What a large kernel calls is
/// simplified on the way: it is copied many times.
SharedFunctions choose_shared(llvm::Function& kernel, KernelContext& context);

}  // namespace heddle::compiler
