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

/// A compilation that owns its input: it may be repeated when the code of a file of the cache is
/// useless.
using Compile = std::function<Compiled(const CompilerDoor&)>;

/// Returns the cached code, or compiles it.
Outcome obtain(const CacheKey& key, const Compile& compile);
/// Does as `obtain` for a source that includes files. The disk has the files that it needed last
/// time, under `key`, and the result, under a key that contains these files. `files` has the files
/// that the source may read.
Outcome obtain_with_files(CacheKey key, const SourceFiles& files, const Compile& compile);

/// Forgets earlier compilations, for clUnloadPlatformCompiler.
void forget_code();

}  // namespace heddle
