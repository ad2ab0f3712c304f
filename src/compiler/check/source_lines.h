// SPDX-License-Identifier: Apache-2.0
// The text of a program's sources, which the IR of a checked program carries as metadata, and their
// lines by the numbers that debug information has.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <string>
#include <utility>
#include <vector>

namespace heddle::compiler {

class SourceLines {
 public:
  explicit SourceLines(const llvm::Module& module) : module_(module) {}

  /// Returns the line of the source at this place, as the program's #line directives count; empty
  /// if it is not known.
  std::string line_at(const llvm::DILocation& place) const;

 private:
  const llvm::Module& module_;
};

/// Returns line `number` of `file` in a text that may have #line directives; `name` is the text's
/// own.
llvm::StringRef find_line(llvm::StringRef text, llvm::StringRef name, llvm::StringRef file,
                          unsigned number);

}  // namespace heddle::compiler
