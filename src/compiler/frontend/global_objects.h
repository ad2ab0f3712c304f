// SPDX-License-Identifier: Apache-2.0
// Objects at program scope in C++ for OpenCL. Clang makes a kernel of their constructors; it runs
// as initialisers of SPIR-V do (§3.2). Destructors do not run: Clang 22 loses the addresses of the
// objects.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace heddle::compiler {

/// Turns constructors into initialisers, after the front end. Returns false, with a sentence in
/// `log`, if a static variable of a function would have to be initialised by the first work-item
/// that reaches it.
bool settle_global_objects(llvm::Module& module, std::string& log);

/// Gives kernels of constructors names that `others` do not have, before `module` is linked to
/// them.
void rename_initializers(llvm::Module& module, const llvm::Module& others);

}  // namespace heddle::compiler
