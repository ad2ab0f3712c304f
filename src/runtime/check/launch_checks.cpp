// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/launch_checks.h"

#include <algorithm>
#include <atomic>

#include "abi/checks.h"
#include "runtime/check/meetings.h"
#include "runtime/check/reports.h"
#include "runtime/check/sentences.h"
#include "runtime/memory/live_memory.h"
#include "runtime/memory/shadow.h"
#include "support/log.h"

namespace heddle {
namespace {

constexpr size_t kWord = sizeof(uint64_t);

/// Chooses the fault of an access of this kind.
FaultKind choose(uint32_t site, FaultKind read, FaultKind write, FaultKind update) {
  return site == HD_SITE_READ ? read : site == HD_SITE_WRITE ? write : update;
}

/// Runs what compiled code has called for. Nothing is thrown into it.
template <class Work>
void or_log(const char* failure, Work&& work) noexcept {
  try {
    work();
  } catch (...) {
    log::error(failure);
  }
}

constexpr const char* kNoReport = "no memory to report a fault of a kernel";
constexpr const char* kNoRaces = "no memory to find races of a kernel";

uint64_t next_number() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

/// Returns the object of the table that compiled code got.
template <class Table>
auto& owner_of(const hd_checks* checks) {
  return *static_cast<const Table*>(checks)->owner;
}

/// Returns the bytes of the object, all of which may be read or written, or both.
uint64_t bytes_of(const hd_bounds& bounds) {
  return std::max(bounds.readable, bounds.writable);
}

bool is_in(const BadAccess& access, uint64_t size) {
  return access.bytes <= size && access.offset <= size - access.bytes;
}

/// Tells whether the access is aligned. Private variables are, and have no address here.
bool is_aligned(const BadAccess& access) {
  const bool is_private = access.site.object == HD_OBJECT_PRIVATE;
  const uint64_t address = is_private ? access.offset : access.address;
  return access.site.align == 0 || address % access.site.align == 0;
}

bool is_unknown(const hd_bounds& bounds) {
  return bounds.readable == HD_UNKNOWN_BYTES;
}

/// Returns the origin that a variable is.
Origin origin_of_variable(const Site& site) {
  const std::string name = site.object.empty() ? std::string() : " " + quoted(site.object);
  Origin origin;
  switch (site.numbers.object) {
    case HD_OBJECT_PRIVATE:
      origin.text = site.object.empty() ? "a private variable" : "the private variable" + name;
      break;
    case HD_OBJECT_LOCAL:
      origin.text = "the local variable" + name;
      break;
    default:
      origin.text = "the local memory" + name;
  }
  origin.object = site.object;
  origin.place = site.place();
  return origin;
}

}  // namespace

std::unique_ptr<LaunchChecks> LaunchChecks::of(uint32_t program, const KernelRecord& record,
                                               Context* context, std::string_view source) {
  if (!(program & (kCheckBits | kGuardAccesses))) return nullptr;
  return std::unique_ptr<LaunchChecks>(new LaunchChecks(program, record, context, source));
}

LaunchChecks::LaunchChecks(uint32_t checks, const KernelRecord& record, Context* context,
                           std::string_view source)
    : record_(record),
      context_(context ? Ref<Context>(*context) : nullptr),
      source_(source),
      number_(next_number()),
      is_guarded_(checks & kGuardAccesses),
      bounds_(record.arg_block_size / kWord + 1,
              is_guarded_ ? hd_bounds{} : hd_bounds{0, HD_UNKNOWN_BYTES, HD_UNKNOWN_BYTES}),
      races_(record.uses_sub_groups ? record.sub_group_size : 0) {
  table_.owner = this;
  table_.bounds = bounds_.data();
  table_.report_access = [](const hd_checks* checks, const hd_launch* launch,
                            const hd_check_site* site, uint64_t address, uint64_t offset,
                            uint64_t bytes, uint64_t size, uint64_t x, uint64_t y, uint64_t z) {
    owner_of<Table>(checks).report_access(*launch,
                                          {*site, address, offset, bytes, size, {x, y, z}});
  };
  table_.find_bounds = [](const hd_checks* checks, const void* pointer, hd_bounds* bounds) {
    *bounds = owner_of<Table>(checks).find_bounds(reinterpret_cast<uint64_t>(pointer));
  };
  table_.note_meeting = [](const hd_checks* checks, const hd_launch* launch,
                           const hd_check_site* site, uint64_t x, uint64_t y, uint64_t z) {
    owner_of<Table>(checks).note_meeting(*launch, *site, {x, y, z});
  };
  table_.note_copy = [](const hd_checks* checks, const hd_launch* launch, const hd_check_site* site,
                        const uint64_t* arguments, uint64_t count, uint64_t event, uint64_t x,
                        uint64_t y, uint64_t z) {
    return owner_of<Table>(checks).note_copy(*launch, {site, {arguments, count}, event}, {x, y, z});
  };
  table_.begin_item = [](const hd_checks* checks, const hd_launch* launch, hd_race_item* item,
                         uint64_t x, uint64_t y, uint64_t z) {
    owner_of<Table>(checks).begin_item(*launch, *item, {x, y, z});
  };
  table_.note_access = [](const hd_checks* checks, const hd_race_item* item,
                          const hd_check_site* site, uint64_t address, uint64_t bytes,
                          uint32_t facts) {
    owner_of<Table>(checks).note_access(*item, *site, address, bytes, facts);
  };
  table_.note_acquire = [](const hd_checks* checks, const hd_race_item* item, uint64_t address,
                           uint32_t facts) {
    owner_of<Table>(checks).note_acquire(*item, address, facts);
  };
  table_.note_fence = [](const hd_checks* checks, hd_race_item* item, uint32_t facts) {
    owner_of<Table>(checks).note_fence(*item, facts);
  };
  table_.report_result = [](const hd_checks* checks, const hd_launch* launch,
                            const hd_check_site* site, uint64_t left, uint64_t right, uint64_t x,
                            uint64_t y, uint64_t z) {
    owner_of<Table>(checks).report_result(*launch, {*site, left, right, {x, y, z}});
  };
  if (checks & kCheckUninitialised) set_shadow_services();
}

void LaunchChecks::set(size_t index, const hd_bounds& bounds) {
  bounds_[record_.args[index].offset / kWord] = bounds;
}

void LaunchChecks::add_variables(const void* begin, uint64_t bytes) {
  if (!is_guarded_ || bytes == 0) return;
  bounds_.push_back({reinterpret_cast<uint64_t>(begin), bytes, bytes});
  table_.bounds = bounds_.data();
}

const hd_bounds* LaunchChecks::argument_at(uint64_t begin) const {
  const auto found = std::ranges::find_if(
      bounds_, [&](const hd_bounds& each) { return !is_unknown(each) && each.begin == begin; });
  return found == bounds_.end() ? nullptr : &*found;
}

FaultKind LaunchChecks::kind_of(const BadAccess& access) const {
  const uint32_t site = access.site.kind;
  const uint64_t begin = access.address - access.offset;
  if (begin == 0)
    return choose(site, FaultKind::ReadNull, FaultKind::WriteNull, FaultKind::UpdateNull);
  if (released_bytes(access.address)) return FaultKind::UseAfterRelease;
  if (is_in(access, access.size))
    return is_aligned(access) ? FaultKind::PastMember : FaultKind::Misaligned;
  if (access.size == 0) {  // nothing of the object may be accessed in this way
    const hd_bounds* argument = argument_at(begin);
    const bool is_inside = !argument || is_in(access, bytes_of(*argument));
    if (is_inside)
      return choose(site, FaultKind::ReadWriteOnly, FaultKind::WriteReadOnly,
                    FaultKind::WriteReadOnly);
  }
  if (static_cast<int64_t>(access.offset) < 0)
    return choose(site, FaultKind::ReadBeforeBegin, FaultKind::WriteBeforeBegin,
                  FaultKind::UpdateBeforeBegin);
  return choose(site, FaultKind::ReadPastEnd, FaultKind::WritePastEnd, FaultKind::UpdatePastEnd);
}

Fault LaunchChecks::fault_at(const Site& site, FaultKind kind, const WorkItem& item) const {
  return {.kind = kind,
          .kernel = record_.name,
          .object = std::string(site.object),
          .is_argument = site.numbers.object == HD_OBJECT_ARGUMENT,
          .file = std::string(site.file),
          .line = site.numbers.line,
          .column = site.numbers.column,
          .source_line = std::string(site.source_line),
          .item = item};
}

void LaunchChecks::name_object(Fault& fault, const hd_bounds& bounds) const {
  const auto word = static_cast<uint32_t>(&bounds - bounds_.data());
  for (size_t i = 0; i < record_.args.size(); ++i) {
    const ArgRecord& arg = record_.args[i];
    if (arg.kind != ArgKind::Pointer || arg.offset / kWord != word) continue;
    fault.object = arg.name.empty() ? "argument " + std::to_string(i) : arg.name;
    fault.is_argument = true;
  }
}

template <class Describe>
void LaunchChecks::tell(const hd_check_site& place, FaultKind kind, const WorkItem& item,
                        const Describe& describe) {
  const Lock lock(mutex_);
  const auto known = faults_.find({&place, kind});
  if (known != faults_.end()) {
    ++known->second.fault.count;
    return;
  }
  const Site site(place);
  Fault fault = fault_at(site, kind, item);
  describe(fault, site);
  const bool is_new = Reports::all().is_new(fault);
  if (is_new) Reports::write(fault, source_);
  faults_.emplace(Key{&place, kind}, Entry{std::move(fault), is_new});
}

void LaunchChecks::report_access(const hd_launch& launch, const BadAccess& access) noexcept {
  or_log(kNoReport, [&] {
    const auto describe = [&](Fault& fault, const Site& site) {
      uint64_t size = released_bytes(access.address).value_or(access.size);
      if (const hd_bounds* argument = argument_at(access.address - access.offset)) {
        size = std::max(size, bytes_of(*argument));
        if (access.site.object == HD_OBJECT_UNKNOWN) name_object(fault, *argument);
      }
      fault.text = access_text(fault, site, access, size);
    };
    tell(access.site, kind_of(access), work_item(launch, access.global_id), describe);
  });
}

hd_bounds LaunchChecks::find_bounds(uint64_t address) const noexcept {
  if (address == 0) return {0, 0, 0};
  for (const hd_bounds& each : bounds_) {
    const bool is_somewhere = !is_unknown(each) && each.begin != 0;  // local memory is not
    if (is_somewhere && address - each.begin < bytes_of(each)) return each;
  }
  if (!is_guarded_) return live_bounds(address);
  return context_ ? bounds_in(*context_, address) : hd_bounds{};
}

void LaunchChecks::note_meeting(const hd_launch& launch, const hd_check_site& place,
                                const std::array<uint64_t, 3>& global_id) noexcept {
  or_log(kNoReport, [&] {
    const WorkItem item = work_item(launch, global_id);
    const Arrival arrival{number_, launch, place, item, std::max(record_.sub_group_size, 1U)};
    if (!is_of_sub_group(place))
      for (const CopyFault& copy : missed_copies(arrival)) report(copy, item, 0);
    WorkItem absent = item;
    const hd_check_site* const other = arrive(arrival, absent);
    if (!other) return;
    const bool has_end = place.kind == HD_SITE_END || other->kind == HD_SITE_END;
    // The fault is told at the barrier: a kernel has one end, but several barriers.
    const bool swapped = place.kind == HD_SITE_END || is_of_sub_group(*other);
    const hd_check_site& barrier = swapped ? *other : place;
    const FaultKind kind = barrier.kind == HD_SITE_COLLECTIVE  ? FaultKind::MissedSubGroupFunction
                           : barrier.kind == HD_SITE_SUB_GROUP ? FaultKind::MissedSubGroupBarrier
                           : has_end                           ? FaultKind::MissedBarrier
                                                               : FaultKind::DifferentBarriers;
    tell(barrier, kind, absent, [&](Fault& fault, const Site& site) {
      fault.text = meeting_text(fault, site, Site(swapped ? place : *other), swapped);
    });
  });
}

uint64_t LaunchChecks::note_copy(const hd_launch& launch, const Copy& copy,
                                 const std::array<uint64_t, 3>& global_id) noexcept {
  uint64_t event = copy.event;
  or_log(kNoReport, [&] {
    const WorkItem item = work_item(launch, global_id);
    const Arrival arrival{number_, launch, *copy.site, item, std::max(record_.sub_group_size, 1U)};
    if (const auto fault = arrive(arrival, copy, event))
      report(*fault, item, copy.arguments.size());
  });
  return event;
}

void LaunchChecks::report(const CopyFault& copy, const WorkItem& item, size_t arguments) {
  tell(*copy.site, copy.kind, item, [&](Fault& fault, const Site& site) {
    fault.text = copy_text(fault, site, copy, arguments);
  });
}

void LaunchChecks::begin_item(const hd_launch& launch, hd_race_item& item,
                              const std::array<uint64_t, 3>& global_id) noexcept {
  races_.begin(launch, item, work_item(launch, global_id));
  uint64_t known = quiet_.load(std::memory_order_relaxed);
  if (known == kUnknownQuiet) quiet_.store(known = quiet_arguments(item.written));
  item.quiet = static_cast<uint32_t>(known);
}

uint32_t LaunchChecks::quiet_arguments(uint32_t written) const {
  if (written == ~0U) return 0;
  uint32_t quiet = 0;
  const auto bounds_of = [&](size_t i) -> const hd_bounds* {
    const ArgRecord& arg = record_.args[i];
    return arg.kind == ArgKind::Pointer ? &bounds_[arg.offset / kWord] : nullptr;
  };
  const size_t count = std::min<size_t>(record_.args.size(), 32);
  for (size_t i = 0; i < count; ++i) {
    const hd_bounds* mine = written >> i & 1 ? nullptr : bounds_of(i);
    if (!mine || is_unknown(*mine)) continue;
    bool is_quiet = true;
    for (size_t j = 0; j < count; ++j) {
      const hd_bounds* other = written >> j & 1 ? bounds_of(j) : nullptr;
      if (!other) continue;
      is_quiet &= !is_unknown(*other) && (mine->begin + bytes_of(*mine) <= other->begin ||
                                          other->begin + bytes_of(*other) <= mine->begin);
    }
    if (is_quiet) quiet |= 1U << i;
  }
  return quiet;
}

void LaunchChecks::note_access(const hd_race_item& item, const hd_check_site& site,
                               uint64_t address, uint64_t bytes, uint32_t facts) noexcept {
  or_log(kNoReport, [&] {
    LaunchRaces::Race race{};
    if (races_.note({&site, address, bytes, facts}, item, race)) report(race);
  });
}

void LaunchChecks::report_result(const hd_launch& launch, const OpenResult& result) noexcept {
  or_log(kNoReport, [&] {
    tell(result.site, kind_of_result(result), work_item(launch, result.global_id),
         [&](Fault& fault, const Site& site) { fault.text = result_text(fault, site, result); });
  });
}

void LaunchChecks::note_acquire(const hd_race_item& item, uint64_t address,
                                uint32_t facts) noexcept {
  or_log(kNoRaces, [&] { races_.acquire(item, address, facts); });
}

void LaunchChecks::note_fence(hd_race_item& item, uint32_t facts) noexcept {
  or_log(kNoRaces, [&] { races_.fence(item, facts); });
}

void LaunchChecks::report(const LaunchRaces::Race& race) {
  const auto describe = [&](Fault& fault, const Site& site) {
    int64_t element = -1;
    for (const hd_bounds& each : bounds_) {
      const uint64_t offset = race.address - each.begin;
      if (is_unknown(each) || offset >= bytes_of(each) || site.numbers.unit == 0) continue;
      if (fault.object.empty()) name_object(fault, each);
      element = static_cast<int64_t>(offset / site.numbers.unit);
    }
    // Work-items in a row that were apart before, by a barrier, and are not any more.
    constexpr uint64_t kWarp = 32;
    const bool counts_on_lockstep = race.is_one_group && race.has_barrier &&
                                    race.writer.local / kWarp == race.other.local / kWarp;
    fault.text = race_text(fault, site, race.other.item, Site(*race.other.site), element,
                           counts_on_lockstep);
  };
  tell(*race.writer.site, FaultKind::DataRace, race.writer.item, describe);
}

void LaunchChecks::finish() noexcept {
  quiet_.store(kUnknownQuiet);
  or_log("no memory to report the faults of a kernel", [&] {
    if (const uint64_t pairs = races_.finish())
      Reports::all().note(with_commas(static_cast<int64_t>(pairs)) +
                          " pairs of accesses in this launch of '" + record_.name +
                          "' may be ordered by atomic operations: more of these were met than "
                          "are remembered.");
    std::map<Key, Entry> faults;
    {
      const Lock lock(mutex_);
      faults.swap(faults_);
    }
    for (auto& [key, entry] : faults) {
      auto& [fault, is_new] = entry;
      if (!is_new) continue;
      if (fault.count > 1) {
        const std::string place = fault.line ? fault.file + ":" + std::to_string(fault.line) + ":" +
                                                   std::to_string(fault.column)
                                             : "an unknown place";
        Reports::all().note("the fault at " + place + " (" + std::string(name_of(fault.kind)) +
                            ") happened " + with_commas(static_cast<int64_t>(fault.count)) +
                            " times in this launch of '" + fault.kernel + "'.");
        --fault.count;  // the first one is in the file
        Reports::keep(fault, source_);
      }
      if (context_) context_->notify(fault.text);
    }
  });
}

void LaunchChecks::report_stop(const hd_launch& launch, const hd_check_site* site,
                               const hd_group_range& groups, const std::string& where,
                               uint64_t seconds) noexcept {
  // Texts follow each other: there are four empty ones.
  static constexpr struct {
    hd_check_site site;
    char texts[4];
  } kNowhere{};
  std::array<uint64_t, 3> first{};
  for (size_t d = 0; d < 3; ++d)
    first[d] = launch.global_offset[d] + groups.begin[d] * launch.enqueued_local_size[d];
  or_log(kNoReport, [&] {
    tell(site ? *site : kNowhere.site, FaultKind::TimeLimit, work_item(launch, first),
         [&](Fault& fault, const Site& at) { fault.text = time_text(fault, at, where, seconds); });
  });
}

void LaunchChecks::set_shadow_services() {
  table_.shadow = &shadow_table();
  table_.poison = [](const hd_checks* checks, void* memory, uint64_t bytes,
                     const hd_check_site* site) {
    if (!site) return clear_shadow(memory, bytes);
    owner_of<Table>(checks).begin_variable(memory, bytes, *site);
  };
  table_.copy_shadow = [](const hd_checks*, void* target, const void* source, uint64_t bytes) {
    copy_shadow(target, source, bytes);
  };
  table_.report_uninitialised = [](const hd_checks* checks, const hd_launch* launch,
                                   const hd_check_site* site, uint32_t origin, uint64_t x,
                                   uint64_t y, uint64_t z) {
    owner_of<Table>(checks).report_uninitialised(*launch, *site, origin, {x, y, z});
  };
}

uint32_t LaunchChecks::origin_number_of(const hd_check_site& site) {
  // Each work-item marks its variables: the last ones are remembered without a lock.
  struct Known {
    uint64_t launch;
    const hd_check_site* site;
    uint32_t number;
  };
  constexpr size_t kKnown = 64;
  thread_local std::array<Known, kKnown> known{};
  Known& last = known[reinterpret_cast<uintptr_t>(&site) / sizeof(uint64_t) % kKnown];
  if (last.launch == number_ && last.site == &site) return last.number;
  const Lock lock(mutex_);
  const auto [at, is_new] = origins_.try_emplace(&site, 0);
  if (is_new) at->second = origin_number(origin_of_variable(Site(site)));
  last = {number_, &site, at->second};
  return at->second;
}

void LaunchChecks::begin_variable(void* memory, uint64_t bytes,
                                  const hd_check_site& site) noexcept {
  or_log("no memory to note a variable of a kernel", [&] {
    if (bytes == HD_UNKNOWN_BYTES)
      bytes = bounds_[record_.args[site.argument].offset / kWord].readable;
    poison(memory, bytes, origin_number_of(site));
  });
}

void LaunchChecks::report_uninitialised(const hd_launch& launch, const hd_check_site& place,
                                        uint32_t number,
                                        const std::array<uint64_t, 3>& global_id) noexcept {
  const auto describe = [&](Fault& fault, const Site& site) {
    std::string text;
    if (const auto origin = origin_of(number)) {
      fault.object = origin->object;
      text = origin->text;
      const hd_bounds* argument = origin->begin ? argument_at(origin->begin) : nullptr;
      if (argument) {
        name_object(fault, *argument);
        const bool has_name = !fault.object.starts_with("argument ");
        text = (has_name ? quoted(fault.object) : fault.object) + ", " + text;
      }
      if (!origin->place.empty()) text += ", declared at " + origin->place;
    }
    fault.text = use_text(fault, site, text);
  };
  or_log(kNoReport,
         [&] { tell(place, kind_of_use(place), work_item(launch, global_id), describe); });
}

}  // namespace heddle
