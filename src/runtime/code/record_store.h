// SPDX-License-Identifier: Apache-2.0
// The compiler's answers, and what the kernel cache keeps of them on disk.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "abi/program_record.h"
#include "runtime/code/compiler_door.h"
#include "runtime/code/kernel_cache.h"

namespace heddle {

/// What came of a successful operation. The log is for CL_PROGRAM_BUILD_LOG.
struct KeptRecord {
  ProgramRecord record;
  std::string log;
  size_t bytes = 0;  ///< of the record, serialised
};

enum class Failure : uint8_t { None, Program, Options, Unavailable, Internal, Terminated };

/// What came of an operation: `kept` is null unless it succeeded.
struct Answer {
  std::shared_ptr<KeptRecord> kept;
  std::string log;
  Failure failure = Failure::None;
};

/// Begins the key of a compiler's operation: all that changes code but what it is given.
CacheKey operation_key(std::string_view operation);

/// Looks for `key` on disk. Null if it is not there.
std::shared_ptr<KeptRecord> find_record(const CacheKey& key);
/// What the compiler's answer means; kept on disk. Without `key` nothing is kept.
Answer accept(const CacheKey* key, Compiled compiled);
/// There is no compiler.
Answer unavailable(const Error& error);

}  // namespace heddle
