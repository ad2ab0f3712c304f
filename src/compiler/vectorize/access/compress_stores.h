// SPDX-License-Identifier: Apache-2.0
// Lanes of which the active ones may store to neighbouring elements, as a selection does
// (`if (keep) out[sum - 1] = value`, `out[atomic_inc(count)] = value`). Where they do, which is
// asked at run time, the values are compressed and stored as they lie; a scatter takes many times
// as long.
#pragma once

#include "compiler/vectorize/access/access_emitter.h"

namespace heddle::compiler {

/// False if it does not pay to ask: nothing is stored then.
bool compress_store(AccessEmitter& emit, llvm::IRBuilder<>& at, llvm::Value* value,
                    const LaneAddress& address, llvm::Align align, llvm::Value* mask);

}  // namespace heddle::compiler
