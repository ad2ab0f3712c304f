// SPDX-License-Identifier: Apache-2.0
// The executable code of a program: the compiler's record, and the code that devices/cpu makes of
// its objects. Every device and every program that asked for the same share it. The memory of
// program-scope variables, which each program and device has of its own, is a GlobalsBlock.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "abi/program_record.h"
#include "devices/cpu/loader.h"
#include "runtime/code/kept_trial.h"
#include "runtime/code/kernel_variant.h"
#include "runtime/code/variant_table.h"
#include "support/fork_lock.h"
#include "support/mutex.h"
#include "support/result.h"

namespace heddle {

class KernelSource;

class ProgramCode : public std::enable_shared_from_this<ProgramCode> {
 public:
  using Loaded = std::shared_ptr<const cpu::LoadedKernel>;
  using Bytes = std::shared_ptr<const std::vector<unsigned char>>;
  /// A kernel that is ready to run. Its record is complete, unlike that of a kernel without an
  /// object: sizes and limits are known once code was generated.
  using Ready = KernelVariant::Ready;

  ProgramCode(ProgramRecord record, std::string log);
  ProgramCode(const ProgramCode&) = delete;
  ProgramCode& operator=(const ProgramCode&) = delete;
  ~ProgramCode();

  /// Compiles the program again. Set when the record comes from a file of the cache, which others
  /// may have changed, before others know this object.
  using Recompile = std::function<std::optional<ProgramRecord>()>;
  void came_from_file(Recompile recompile) { recompile_ = std::move(recompile); }
  /// Returns the program, compiled again once, if it came from a file whose intermediate code
  /// differs; else null.
  const ProgramRecord* recompiled();

  /// Returns the record as the compiler made it, without objects that were generated later.
  const ProgramRecord& record() const { return record_; }
  /// Returns CL_PROGRAM_BUILD_LOG.
  const std::string& log() const { return log_; }
  /// Returns the index of the kernel that clCreateKernel knows by this name.
  std::optional<size_t> find(std::string_view kernel) const;
  /// Notes that the kernel was created, and will probably be launched.
  void created(size_t kernel);

  // Results stay valid as long as this. The errors are CL_OUT_OF_RESOURCES and
  // CL_OUT_OF_HOST_MEMORY.

  /// Returns the variant for launches that `key` describes. A variant that launches need is
  /// generated if it does not exist, and loaded, at the first call; other kernels are generated at
  /// the same time: those that were created, else those that follow in the program. For a key for
  /// speed alone it is the general variant. But a kernel with images whose code waited for a launch
  /// (KernelRecord::waits_for_launch) gets code for its first few choices of formats instead, as
  /// long as nobody needs the general variant, which all others except that of `sizes_only` come
  /// after.
  Result<const Ready*> get(size_t kernel, const VariantKey& key = {});
  /// Returns the record for queries, with the layout of local arguments, in which all variants
  /// agree. It is the first variant's; for a kernel without code yet it comes from the compiler's
  /// analysis alone.
  Result<const KernelRecord*> sizes(size_t kernel);
  /// Returns that record as far as it is known already; else null.
  const KernelRecord* reference(size_t kernel) const;
  /// Returns the variant of a key for speed; null if there is none yet. Never waits, unless
  /// HEDDLE_SPECIALISE says so.
  const Ready* get_faster(size_t kernel, const VariantKey& key, const VariantTable::Launch& launch);

  /// Returns the trial, for such launches, of a version and the variant of `rival`. Null if there
  /// are too many, or if there is none yet and it is not to `begin`.
  KeptTrial* trial(size_t kernel, const VariantKey& rival, TrialClass launches, bool begin);

  /// Returns the program binary. Its size never changes once it was asked for: applications ask for
  /// the size first (§5.8.9).
  Bytes binary();

 private:
  using Entry = VariantTable::Entry;
  struct Slot {
    VariantTable variants;
    std::atomic<const Ready*> first{nullptr};  // the first one before the general one, for queries
    std::atomic<uint32_t> direct{0};           // the number of such variants
    std::atomic<bool> created{false};          // its code waits: it is in created_
  };

  KernelSource source(size_t kernel, const VariantKey& key);
  VariantKey completed(size_t kernel, VariantKey key) const;
  uint32_t sub_group_size(size_t kernel) const;
  Result<const Ready*> get_general(size_t kernel);
  const Ready* get_first(size_t kernel, const VariantKey& key);
  void make_general(size_t kernel);
  void make_sizes(size_t kernel, Entry& entry);
  void make_needed(size_t kernel, Entry& entry);
  void make_faster(size_t kernel, Entry& entry, bool only_look, bool wait);
  void settle_faster(size_t kernel, Entry& entry, Result<KernelRecord> generated) noexcept;
  Result<KernelRecord> generate(const KernelSource& from);
  void read_ahead(size_t kernel);
  std::vector<size_t> expected_after(size_t kernel);

  const ProgramRecord record_;
  const std::string log_;
  std::unordered_map<std::string_view, size_t> by_name_;  // the kernels that clCreateKernel knows
  std::vector<std::unique_ptr<Slot>> slots_;              // one for each kernel
  std::atomic<const std::string*> id_{nullptr};           // KernelSource::id_of, once needed
  ObjectMutex created_mutex_;
  std::vector<size_t> created_ GUARDED_BY(created_mutex_);  // kernels whose code waits; each once
  Recompile recompile_;                                     // empty: it does not come from a file
  std::once_flag recompiled_once_;                          // guards recompiled_
  std::optional<ProgramRecord> recompiled_;                 // set if it differs from record_
  ObjectMutex binary_mutex_;
  Bytes binary_ GUARDED_BY(binary_mutex_);
};

}  // namespace heddle
