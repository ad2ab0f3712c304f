// SPDX-License-Identifier: Apache-2.0
// Compiled objects and libraries to one module (§5.8.5), and a module to the IR of an executable.
#pragma once

#include <span>

#include "compiler/program/bitcode.h"
#include "compiler/program/build_options.h"

namespace heddle::compiler {

struct LinkInput {
  std::span<const unsigned char> ir;
  bool options_apply = false;  ///< whether the link options may change its code
};

/// One module of all inputs. An error if two define the same function or variable.
Result<std::unique_ptr<llvm::Module>> link_modules(QuietContext& context,
                                                   std::span<const LinkInput> inputs,
                                                   const LinkOptions& options);

/// Every function is there or built in, or the error names what is missing; nothing but kernels and
/// program-scope variables is visible from outside.
Status finish_executable(llvm::Module& module);

}  // namespace heddle::compiler
