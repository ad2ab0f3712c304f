// SPDX-License-Identifier: Apache-2.0
// Lanes that store where the active ones of them may be neighbours: a selection that goes after
// each other (`if (keep) out[sum - 1] = value`, `out[atomic_inc(count)] = value`). Where they are,
// which is asked at run time, the values are compressed and stored as they lie; a scatter takes
// many times as long.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// False if it does not pay to ask: nothing is stored then.
bool store_packed(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value,
                  const LaneAddress& address, llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
