// SPDX-License-Identifier: Apache-2.0
// Local memory belongs to the one thread that runs the work-group: nothing there needs to be
// atomic. But lanes of a vector meet in it, so atomic operations stay what they are until
// work-items have become lanes, with a scope that says that one thread alone takes part.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/passes/passes.h"

namespace heddle::compiler {

/// In: address spaces as the front end left them. Out: atomic operations on local memory have the
/// scope "singlethread", and no access to it is volatile. Generic pointers are followed.
/// Where loops may turn out to wait for other sub-groups, plain accesses stay volatile for now.
void mark_local_atomics(llvm::Module& module, KernelContext& context);
/// Out: no access to local memory is volatile.
void drop_local_volatile(llvm::Function& kernel);

}  // namespace heddle::compiler
