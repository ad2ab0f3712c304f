// SPDX-License-Identifier: Apache-2.0
// Objects at program scope in C++ for OpenCL. Clang makes a kernel of their constructors; it is run
// as initialisers of SPIR-V are (§3.2). Their destructors are not run: Clang 22 loses the addresses
// of the objects.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace heddle::compiler {

/// After the front end. False, with a sentence in `log`, if a static variable of a function would
/// have to be initialised by the first work-item that comes by.
bool settle_global_objects(llvm::Module& module, std::string& log);

/// Before `module` is linked to `others`: kernels of constructors get names that are not there.
void rename_initializers(llvm::Module& module, const llvm::Module& others);

}  // namespace heddle::compiler
