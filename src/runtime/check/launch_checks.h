// SPDX-License-Identifier: Apache-2.0
// A checked launch: the bounds of its arguments, and its faults.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "abi/program_record.h"
#include "platform/context.h"
#include "runtime/check/copies.h"
#include "runtime/check/fault.h"
#include "runtime/check/launch_races.h"
#include "support/mutex.h"

namespace heddle {

class LaunchChecks {
 public:
  LaunchChecks(const LaunchChecks&) = delete;
  LaunchChecks& operator=(const LaunchChecks&) = delete;
  /// Returns the checks of a launch of a program that was built in the context `program`
  /// (ProgramRecord::context); null if it is not checked. All arguments are unknown at first.
  /// `record` and `source`, the program's, must outlive the launch. Without a context nobody is
  /// called back.
  static std::unique_ptr<LaunchChecks> of(uint32_t program, const KernelRecord& record,
                                          Context* context, std::string_view source);

  /// Sets the memory that argument number `index` points to.
  void set(size_t index, const hd_bounds& bounds);
  /// Adds the program's variables, which pointers of a guarded kernel may point into.
  void add_variables(const void* begin, uint64_t bytes);
  /// Returns the kernel's hidden argument.
  const hd_checks* table() const { return &table_; }

  void report_access(const hd_launch& launch, const BadAccess& access) noexcept;
  hd_bounds find_bounds(uint64_t address) const noexcept;
  void begin_item(const hd_launch& launch, hd_race_item& item,
                  const std::array<uint64_t, 3>& global_id) noexcept;
  void note_access(const hd_race_item& item, const hd_check_site& site, uint64_t address,
                   uint64_t bytes, uint32_t facts) noexcept;
  void note_acquire(const hd_race_item& item, uint64_t address, uint32_t facts) noexcept;
  void note_fence(hd_race_item& item, uint32_t facts) noexcept;
  void note_meeting(const hd_launch& launch, const hd_check_site& site,
                    const std::array<uint64_t, 3>& global_id) noexcept;
  uint64_t note_copy(const hd_launch& launch, const Copy& copy,
                     const std::array<uint64_t, 3>& global_id) noexcept;
  void report_result(const hd_launch& launch, const OpenResult& result) noexcept;
  /// Makes memory such that nobody has written it, where a variable begins.
  void begin_variable(void* memory, uint64_t bytes, const hd_check_site& site) noexcept;
  void report_uninitialised(const hd_launch& launch, const hd_check_site& site, uint32_t origin,
                            const std::array<uint64_t, 3>& global_id) noexcept;

  /// Reports that the launch was stopped after so many seconds, in a loop at `site` (null: unknown)
  /// and `groups`, which `where` says, too.
  void report_stop(const hd_launch& launch, const hd_check_site* site, const hd_group_range& groups,
                   const std::string& where, uint64_t seconds) noexcept;

  /// Ends the launch: faults that happened several times are told as often, here and in
  /// HEDDLE_CHECK_FILE, and the context's callback gets what is new. It may begin again afterwards.
  void finish() noexcept;

 private:
  struct Entry {
    Fault fault;
    bool is_new;
  };
  using Key = std::pair<const hd_check_site*, FaultKind>;

  LaunchChecks(uint32_t checks, const KernelRecord& record, Context* context,
               std::string_view source);
  void set_shadow_services();
  uint32_t origin_number_of(const hd_check_site& site);
  const hd_bounds* argument_at(uint64_t begin) const;
  FaultKind kind_of(const BadAccess& access) const;
  Fault fault_at(const Site& site, FaultKind kind, const WorkItem& item) const;
  /// Names the argument that has these bounds.
  void name_object(Fault& fault, const hd_bounds& bounds) const;
  /// Tells of a fault: one that the launch had before is counted, another one is written, with the
  /// text that `describe(fault, site)` gives it.
  template <class Describe>
  void tell(const hd_check_site& place, FaultKind kind, const WorkItem& item,
            const Describe& describe);
  void report(const LaunchRaces::Race& race);
  void report(const CopyFault& copy, const WorkItem& item, size_t arguments);
  /// Returns hd_race_item.quiet.
  uint32_t quiet_arguments(uint32_t written) const;

  /// The table that the kernel gets, with the object that it is of.
  struct Table : hd_checks {
    LaunchChecks* owner;
  };
  Table table_;
  const KernelRecord& record_;
  const Ref<Context> context_;
  const std::string_view source_;
  const uint64_t number_;          ///< the launch's: no other one has it
  const bool is_guarded_;          ///< accesses to unknown memory are not made
  std::vector<hd_bounds> bounds_;  ///< by the words of the argument block
  LaunchRaces races_;
  static constexpr uint64_t kUnknownQuiet = ~uint64_t{0};
  std::atomic<uint64_t> quiet_{kUnknownQuiet};  ///< hd_race_item.quiet of the launch's work-items
  Mutex mutex_;
  std::map<Key, Entry> faults_ GUARDED_BY(mutex_);
  std::map<const hd_check_site*, uint32_t> origins_ GUARDED_BY(mutex_);
};

}  // namespace heddle
