// SPDX-License-Identifier: Apache-2.0
// The origin of one kernel's code, in one variant.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "abi/program_record.h"
#include "runtime/code/compile_turn.h"
#include "runtime/code/kernel_cache.h"
#include "runtime/code/kernel_variant.h"

namespace heddle {

/// A kernel of an executable, to be generated in one variant. `program` must outlive it, and its
/// compilations.
class KernelSource {
 public:
  KernelSource(const ProgramRecord& program, size_t kernel, const VariantKey& key,
               const std::string& program_id);
  /// Returns an id of the program for the cache's keys. They have a hash instead of the whole IR,
  /// which a launch that looks for a variant has no time to compare.
  static std::string id_of(const ProgramRecord& program);

  /// Returns the key of the kernel's code in the cache.
  const CacheKey& key() const { return key_; }
  /// Returns the kernel with its object, if it was generated before, in this process or another.
  std::optional<KernelRecord> find() const;
  /// Drops what `find` returned, as it is of no use.
  void forget() const;
  /// Returns the same kernel and variant, to be generated from another record of the program.
  KernelSource from(const ProgramRecord& program) const;
  /// Generates the kernel by the compiler, or waits for another process that does. Every result is
  /// kept.
  Result<KernelRecord> generate() const;
  /// Returns the turn to generate it without waiting for others. Null: another process generates it
  /// now, or has just done so.
  using Turn = std::shared_ptr<const CompileTurn>;
  Turn turn() const;
  /// Generates without waiting. `done` is called on any thread, and not in a forked child.
  using Done = std::function<void(Result<KernelRecord>)>;
  void generate_later(const Turn& turn, const Done& done) const;

 private:
  const ProgramRecord* program_;  // never null
  std::string name_;
  VariantKey variant_;
  CacheKey key_;
};

/// Forgets the generated kernels that the process keeps.
void forget_kernels();

}  // namespace heddle
