// SPDX-License-Identifier: Apache-2.0
// Compress stores: active lanes store to neighbouring elements, as a selection does
// (`if (keep) out[sum - 1] = value`, `out[atomic_inc(count)] = value`). A test at run time tells
// whether they are neighbours. A scatter takes many times as long.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// Emits the test and both forms of the store. Returns false, and emits nothing, if the test does
/// not pay.
bool compress_store(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value,
                    const LaneAddress& address, llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
