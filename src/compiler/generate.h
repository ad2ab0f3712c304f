// SPDX-License-Identifier: Apache-2.0
// Kernel objects for a program record.
#pragma once

#include <string>

#include "compiler/bitcode.h"
#include "compiler/compiler.h"

namespace heddle::compiler {

/// A build compiles this many kernels ahead; in larger programs each waits for its clCreateKernel.
inline constexpr size_t kMaxKernelsAhead = 16;

/// Gives each kernel of the executable an object for `target`, unless it has one. `module` is the
/// record's IR if the caller has it still, in `context`; it is consumed. Adds to `log`.
Status generate_objects(ProgramRecord& record, const Target& target, QuietContext& context,
                        std::unique_ptr<llvm::Module> module, std::string& log);

/// Leaves nothing of the executable but kernel `name` with an object for `target`.
Status generate_object(ProgramRecord& record, const Target& target, const std::string& name,
                       const Specialisation& specialisation, QuietContext& context,
                       std::string& log);

}  // namespace heddle::compiler
