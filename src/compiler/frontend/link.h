// SPDX-License-Identifier: Apache-2.0
// Links compiled objects and libraries into one module (§5.8.5), and turns a module into the IR of
// an executable.
#pragma once

#include <span>

#include "compiler/program/bitcode.h"
#include "compiler/program/build_options.h"

namespace heddle::compiler {

struct LinkInput {
  std::span<const unsigned char> ir;
  bool options_apply = false;  ///< whether the link options may change its code
};

/// Links all inputs into one module. Fails if two define the same function or variable.
Result<std::unique_ptr<llvm::Module>> link_modules(QuietContext& context,
                                                   std::span<const LinkInput> inputs,
                                                   const LinkOptions& options);

/// Checks that every function is defined or built in; the error names missing ones. Leaves only
/// kernels and program-scope variables visible from outside.
Status finish_executable(llvm::Module& module);

}  // namespace heddle::compiler
