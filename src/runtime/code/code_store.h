// SPDX-License-Identifier: Apache-2.0
// The code of programs: kept by the process in memory, by the kernel cache on disk, or made.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runtime/code/compiler_door.h"
#include "runtime/code/program_code.h"
#include "runtime/code/record_store.h"
#include "support/source_files.h"

namespace heddle {

/// The outcome of a compiler operation. `code` is null unless it succeeded; the log is for
/// CL_PROGRAM_BUILD_LOG.
struct Outcome {
  std::shared_ptr<ProgramCode> code;
  std::string log;
  Failure failure = Failure::None;
};

/// Owns what it compiles: that may be done again when the code of a file of the cache is of no use.
using Compile = std::function<Compiled(const CompilerDoor&)>;

/// What is there already, or else what the compiler says.
Outcome obtain(const CacheKey& key, const Compile& compile);
/// As `obtain`, of a source that includes files. On disk are the files that it needed last time,
/// under `key`; and what came of it, under a key that has these files in it. `files` says what the
/// source may read.
Outcome obtain_with_files(CacheKey key, const SourceFiles& files, const Compile& compile);

/// clUnloadPlatformCompiler: what the process keeps of earlier compilations may go.
void forget_code();

}  // namespace heddle
