// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::compiler {

class WideKernel;

/// Emits an update of private memory (vectorize/access/private_updates.h), at the place of its
/// store.
void private_update(WideKernel& wide, llvm::StoreInst& store);

}  // namespace heddle::compiler
