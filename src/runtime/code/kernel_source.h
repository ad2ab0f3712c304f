// SPDX-License-Identifier: Apache-2.0
// Where the code of one kernel comes from, in one variant.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "abi/program_record.h"
#include "runtime/code/kernel_cache.h"
#include "runtime/code/kernel_variant.h"

namespace heddle {

/// One kernel of an executable, to be generated in one variant. `program` must outlive it, and what
/// it began.
class KernelSource {
 public:
  KernelSource(const ProgramRecord& program, size_t kernel, const VariantKey& key,
               const std::string& program_id);
  /// Stands for the program in the keys of the cache. They carry a hash and not the whole IR, which
  /// a launch that looks for a variant has no time to compare.
  static std::string id_of(const ProgramRecord& program);

  /// The kernel with its object, if it was generated before, in this process or another.
  std::optional<KernelRecord> find() const;
  /// The same kernel and variant, to be generated from another record of the program.
  KernelSource from(const ProgramRecord& program) const;
  /// From the compiler. Whatever it gives is kept.
  Result<KernelRecord> generate() const;
  /// The same, returning at once. `done` is called on any thread, and not in a forked child.
  using Done = std::function<void(Result<KernelRecord>)>;
  void generate_later(const Done& done) const;

 private:
  const ProgramRecord* program_;  // never null
  std::string name_;
  VariantKey variant_;
  CacheKey key_;
};

/// What the process keeps of generated kernels may go.
void forget_kernels();

}  // namespace heddle
