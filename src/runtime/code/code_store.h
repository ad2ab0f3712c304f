// SPDX-License-Identifier: Apache-2.0
// What is kept of the compiler's results: by the process in memory, by the kernel cache on disk.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "runtime/code/compiler_door.h"
#include "runtime/code/kernel_cache.h"
#include "runtime/code/variants.h"

namespace heddle {

/// The outcome of a compiler operation. `code` is null unless it succeeded; the log is for
/// CL_PROGRAM_BUILD_LOG.
struct Outcome {
  enum class Failure : uint8_t { None, Program, Options, Unavailable, Internal };
  std::shared_ptr<ProgramCode> code;
  std::string log;
  Failure failure = Failure::None;
};

using Compile = std::function<Compiled(const CompilerDoor&)>;

/// Begins the key of a compiler's operation: all that changes code but what it is given.
CacheKey operation_key(std::string_view operation);

/// Looks for `key` in memory and on disk.
std::shared_ptr<ProgramCode> find_code(const CacheKey& key);
/// What the compiler's answer means; kept in memory and on disk. Without `key` nothing is kept.
Outcome accept(const CacheKey* key, Compiled compiled);
/// There is no compiler.
Outcome unavailable(const Error& error);
/// What is there already, or else what the compiler says.
Outcome obtain(const CacheKey& key, const Compile& compile);
/// As `obtain`, of a source that includes files. On disk are the files that it needed last time,
/// under `key`; and what came of it, under a key that has these files in it.
Outcome obtain_with_files(CacheKey key, const Compile& compile);

/// clUnloadPlatformCompiler: what the process keeps of earlier compilations may go.
void forget_code();

}  // namespace heddle
