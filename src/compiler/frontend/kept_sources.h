// SPDX-License-Identifier: Apache-2.0
// Keeps the text of a checked program's sources in its IR, for reports that show a line.
#pragma once

#include <clang/Basic/SourceManager.h>
#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// Adds the metadata kSources (ir/checks.h), with all files of the program but our own headers.
void keep_sources(const clang::SourceManager& sources, llvm::Module& module);

}  // namespace heddle::compiler
