// SPDX-License-Identifier: Apache-2.0
// Initialisers and finalisers of program-scope variables (§3.2, §5.8.2): they run before the first
// and after the last kernel of a program, each a kernel of one work-item, once for a device.
#pragma once

#include <memory>

#include "platform/device.h"
#include "runtime/code/globals_block.h"
#include "runtime/code/program_code.h"
#include "support/result.h"

namespace heddle {

bool has_role(const ProgramRecord& record, KernelRole role);

/// Runs the initialisers of an executable, here and now, and gives `globals` the finalisers to run
/// at its end. `context` is its number. CL_OUT_OF_RESOURCES.
Status initialize_program_scope(const std::shared_ptr<ProgramCode>& code, GlobalsBlock& globals,
                                const Device& device, uint64_t context);

}  // namespace heddle
