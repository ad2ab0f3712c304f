// SPDX-License-Identifier: Apache-2.0
// The compiler's answers, and the part of them that the kernel cache keeps on disk.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "abi/program_record.h"
#include "runtime/code/compiler_door.h"
#include "runtime/code/kernel_cache.h"

namespace heddle {

/// The result of a successful operation. The log is for CL_PROGRAM_BUILD_LOG.
struct KeptRecord {
  ProgramRecord record;
  std::string log;
  size_t bytes = 0;  ///< the serialised record's
};

enum class Failure : uint8_t { None, Program, Options, Unavailable, Internal, Terminated };

/// The outcome of an operation: `kept` is null unless it succeeded.
struct Answer {
  std::shared_ptr<KeptRecord> kept;
  std::string log;
  Failure failure = Failure::None;
};

/// Begins the key of a compiler's operation: everything that changes code, except its input.
CacheKey operation_key(std::string_view operation);

/// Looks for `key` on disk. Returns null if it is not there.
std::shared_ptr<KeptRecord> find_record(const CacheKey& key);
/// Interprets the compiler's answer, and keeps it on disk. Without `key` nothing is kept.
Answer accept(const CacheKey* key, Compiled compiled);
/// Makes the answer for a missing compiler.
Answer unavailable(const Error& error);

}  // namespace heddle
