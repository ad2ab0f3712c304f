// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include "abi/program_record.h"

namespace heddle::compiler {

/// Returns the lines of an ELF relocatable object's code; none if it has no debug information.
CodeLines code_lines(llvm::ArrayRef<unsigned char> object);

}  // namespace heddle::compiler
