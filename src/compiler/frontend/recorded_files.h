// SPDX-License-Identifier: Apache-2.0
// The files that the front end asks for, whether they exist or not (abi/file_uses.h).
#pragma once

#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <string>

#include "abi/file_uses.h"

namespace heddle::compiler {

class RecordedFiles {
 public:
  explicit RecordedFiles(SourceFiles files) : files_(std::move(files)) {}

  /// Returns the machine's file system, as far as the source may see it. It records every query.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine();
  /// Records whether the source asks for the date or the time.
  void watch(clang::Preprocessor& preprocessor);

  const SourceFiles& files() const { return files_; }
  void note(FileUse use);
  void note_time() { depends_on_time_ = true; }
  /// Returns the record in the runtime's format.
  std::string packed() const;

 private:
  const SourceFiles files_;
  std::map<std::string, FileUse> uses_;  // by path
  bool depends_on_time_ = false;
};

}  // namespace heddle::compiler
