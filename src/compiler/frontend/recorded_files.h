// SPDX-License-Identifier: Apache-2.0
// Which files the front end asks for, whether they are there or not (abi/file_uses.h).
#pragma once

#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <string>

#include "abi/file_uses.h"

namespace heddle::compiler {

class RecordedFiles {
 public:
  /// The file system of the machine. Remembers what is asked of it.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine();
  /// Remembers whether the source asks for the date or the time.
  void watch(clang::Preprocessor& preprocessor);

  void note(FileUse use);
  void note_time() { depends_on_time_ = true; }
  /// As the runtime wants them.
  std::string packed() const;

 private:
  std::map<std::string, FileUse> uses_;  // by path
  bool depends_on_time_ = false;
};

}  // namespace heddle::compiler
