// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/kernel_on_device.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "runtime/code/code_source.h"
#include "runtime/launch/sub_groups.h"
#include "support/checked.h"
#include "support/mutex.h"

namespace heddle {
namespace {

/// The limit of ids for code that counts them in 31 bits, those of the lanes after the last
/// work-item included.
constexpr size_t kIdLimit = HD_NARROW_IDS_END - HD_MAX_GROUP_SIZE;

/// Tells whether variants for one local size pay. If all groups are full, the general variant knows
/// the required local size, too.
bool wants_sized_variants(const KernelRecord& kernel, const ProgramRecord& program) {
  const bool known = kernel.required_group_size[0] != 0 && program.uniform_groups_only;
  return kernel.wants_local_size && !known && VariantTable::mode() != VariantTable::Mode::Off;
}

/// Tells whether a variant without lanes may be faster for launches of few work-items.
bool wants_one_by_one(const KernelRecord& kernel) {
  return kernel.vector_items != 0 && !kernel.uses_barriers && !kernel.uses_sub_groups &&
         VariantTable::mode() != VariantTable::Mode::Off;
}

/// Tells whether vectors are so wide that small launches may not fill one for each unit.
bool has_wide_vectors(const KernelRecord& kernel) {
  constexpr uint32_t kWide = 64;
  return kernel.lane_width >= kWide && !kernel.uses_barriers && !kernel.uses_sub_groups &&
         VariantTable::mode() != VariantTable::Mode::Off;
}

size_t work_items(const NDRange& range) {
  return checked_mul(range.global[0], range.global[1], range.global[2]).value_or(~size_t{0});
}

/// Tells whether the code can run groups of the range's local size.
bool can_run(const ProgramCode::Ready& code, const NDRange& range) {
  return range.local[0] * range.local[1] * range.local[2] <= code.record->max_group_size;
}

/// Returns the shortest launches, in nanoseconds, that compare versions of a kernel by time: others
/// are done before a trial could win anything.
uint64_t shortest_trial() {
  constexpr uint64_t kLongNs = 100'000;
  return always_tries_both() ? 0 : kLongNs;
}

/// Tells whether launches compare versions of kernels by time, and run the faster one.
bool measures_kernels() {
  return keeps_trials() && VariantTable::mode() != VariantTable::Mode::Off;
}

/// Returns the lanes of vectors half as wide as the version with vectors: if all rows begin in one
/// set of a cache, half as many may stay there. 0 if they would be few.
uint32_t half_as_wide(const KernelRecord& kernel) {
  constexpr uint32_t kFewest = 4;
  const uint32_t half = std::max(kernel.lane_width, kernel.rival_lanes) / 2;
  return half < kFewest ? 0 : half;
}

/// Returns the lanes of the versions that may be as fast, in the order in which each meets the
/// winner before; 0: none. Where trials decide nothing these take turns, one a launch.
std::array<uint32_t, 3> rivals_of(const KernelRecord& kernel, bool shares_sets) {
  // More lanes have more rows in that one set.
  std::array<uint32_t, 3> rivals{kernel.rival_lanes, shares_sets ? 0 : kernel.wider_lanes,
                                 shares_sets && kernel.rival_lanes != 0 ? half_as_wide(kernel) : 0};
  const auto count = static_cast<uint32_t>(
      std::ranges::count_if(rivals, [](uint32_t lanes) { return lanes != 0; }));
  if (!always_tries_both() || count < 2) return rivals;
  static std::atomic<uint32_t> launches{0};
  uint32_t turn = launches.fetch_add(1, std::memory_order_relaxed) % count;
  for (uint32_t& lanes : rivals) {
    if (lanes != 0 && turn-- != 0) lanes = 0;
  }
  return rivals;
}

/// Tells whether there are so few work-items that more units have work, and end sooner, if each
/// runs alone. Programs that know the CPU start a few for each compute unit, with long loops.
bool are_few(const KernelRecord& kernel, const NDRange& range, size_t items, size_t units) {
  const size_t along = range.global[kernel.lane_dimension];
  const size_t vectors = items / along * ((along - 1) / kernel.lane_width + 1);
  const size_t rounds = (vectors - 1) / units + 1;
  // With many rounds it is because vectors are said to be no faster: a trial tells.
  constexpr size_t kManyRounds = 4;
  if (kernel.rival_lanes != 0 && rounds >= kManyRounds && measures_kernels()) return false;
  return (items - 1) / units + 1 < rounds * kernel.vector_items;
}

/// Returns the lanes of narrower vectors for so few work-items that the others would stand idle; 0:
/// there are enough.
uint32_t lanes_for_few(const KernelRecord& kernel, const NDRange& range, size_t items,
                       size_t units) {
  constexpr size_t kFewest = 16;
  const size_t along = range.global[kernel.lane_dimension];
  const size_t units_of_row = (units - 1) / (items / along) + 1;
  const size_t each = (along - 1) / units_of_row + 1;
  if (each >= kernel.lane_width) return 0;
  return static_cast<uint32_t>(std::bit_floor(std::max(each, kFewest)));
}

}  // namespace

KernelOnDevice::KernelOnDevice(const Program::DeviceState& state, size_t index)
    : state_(state), index_(index) {}

KernelOnDevice::~KernelOnDevice() {
  delete prepared_.load(std::memory_order_acquire);
}

Status KernelOnDevice::prepare(std::vector<hd_argument_facts> facts) {
  if (is_prepared()) return {};
  VariantKey key;
  if (!has_overlaps(facts)) key.arguments = std::move(facts);
  const ProgramCode::Ready& ready = *TRY(state_.code->get(index_, key));
  const KernelRecord& record = *ready.record;
  auto made =
      std::make_unique<Prepared>(ready, nullptr, wants_sized_variants(record, program_record()),
                                 wants_one_by_one(record), has_wide_vectors(record));
  // A block's kernel is made by its BlockKernels.
  if (record.enqueues && !record.is_block) made->blocks = std::make_shared<BlockKernels>(state_);
  const Prepared* other = nullptr;
  const Prepared* const mine = made.release();
  if (!prepared_.compare_exchange_strong(other, mine, std::memory_order_acq_rel)) delete mine;
  return {};
}

Result<const ProgramCode::Ready*> KernelOnDevice::variant_for(
    const NDRange& range, bool reaches_large, std::vector<hd_argument_facts> facts) const {
  return TRY(choose(range, reaches_large, std::move(facts))).code;
}

Result<KernelOnDevice::Chosen> KernelOnDevice::choose(const NDRange& range, bool reaches_large,
                                                      std::vector<hd_argument_facts> facts) const {
  bool wide_ids = reaches_large;
  for (size_t d = 0; d < 3; ++d) wide_ids |= range.offset[d] + range.global[d] >= kIdLimit;
  const bool linear_lanes = !fits_sub_groups(record(), range);
  if (!wide_ids && !linear_lanes && facts.empty() && !prepared().sized && !prepared().one_by_one &&
      !prepared().narrower)
    return Chosen{TRY(state_.code->get(index_)), {}, /*may_have_rival=*/true};
  VariantKey needed;
  needed.wide_ids = wide_ids;
  needed.linear_lanes = linear_lanes;
  if (needed.wide_ids) return Chosen{TRY(state_.code->get(index_, needed))};
  const bool overlaps = has_overlaps(facts);
  VariantKey faster;
  faster.arguments = std::move(facts);
  if (const ProgramCode::Ready* made = faster_variant(range, needed.linear_lanes, faster)) {
    const bool has_vectors = faster.sub_group_size == 0;
    return Chosen{made, std::move(faster), has_vectors};
  }
  // The variant for the local size will come, and have a rival of its own.
  const bool may_have_rival = !needed.linear_lanes && !prepared().sized;
  VariantKey key;
  if (overlaps) {
    key.arguments = needed.arguments = overlapping_arguments(declared().args.size());
  } else if (!needed.linear_lanes) {
    needed.arguments = std::move(faster.arguments);
  }
  return Chosen{TRY(state_.code->get(index_, needed)), std::move(key), may_have_rival};
}

Result<LaunchCode> KernelOnDevice::code_for(const NDRange& range, bool reaches_large,
                                            std::vector<hd_argument_facts> facts,
                                            StrideClass strides) {
  Chosen chosen = TRY(choose(range, reaches_large, std::move(facts)));
  const KernelRecord& first = *chosen.code->record;
  if (!chosen.may_have_rival || (first.rival_lanes == 0 && first.wider_lanes == 0) ||
      !(measures_kernels() || always_tries_both()))
    return LaunchCode{chosen.code};
  const size_t items = work_items(range);
  const uint64_t expected_ns = cost_.expected_ns(items);
  const bool is_long = expected_ns >= shortest_trial();
  using Choice = cpu::Trial::Choice;
  LaunchCode launch{chosen.code};
  for (const uint32_t lanes : rivals_of(first, strides.shares_sets)) {
    if (lanes == 0) continue;
    chosen.key.sub_group_size = lanes;
    // Before the first launch, an earlier process may know.
    KeptTrial* const kept =
        state_.code->trial(index_, chosen.key,
                           TrialClass::of(device().max_compute_units(), items, strides.number,
                                          launch.code->record->lane_width),
                           /*begin=*/is_long || expected_ns == 0);
    if (!kept) return launch;
    const Choice choice = kept->trial().choice();
    if (choice == Choice::First) continue;
    if (choice == Choice::Open && !is_long) return launch;
    const ProgramCode::Ready* const rival =
        state_.code->get_faster(index_, chosen.key, {items, expected_ns});
    if (!rival || !can_run(*rival, range)) return launch;
    if (choice == Choice::Open) return LaunchCode{launch.code, rival, kept};
    launch.code = rival;
  }
  return launch;
}

const ProgramCode::Ready* KernelOnDevice::faster_variant(const NDRange& range, bool linear_lanes,
                                                         VariantKey& key) const {
  const size_t items = work_items(range), units = device().max_compute_units();
  const bool alone = prepared().one_by_one && are_few(record(), range, items, units);
  const uint32_t lanes = alone                 ? 1
                         : prepared().narrower ? lanes_for_few(record(), range, items, units)
                                               : 0;
  bool sized = prepared().sized && lanes == 0;  // and every group is full
  for (size_t d = 0; d < 3; ++d) sized = sized && range.global[d] % range.local[d] == 0;
  if (!sized && lanes == 0 && (linear_lanes || !is_for_speed(key))) return nullptr;
  if (sized) key.local_size = {range.local[0], range.local[1], range.local[2]};
  key.sub_group_size = lanes;
  const ProgramCode::Ready* made =
      state_.code->get_faster(index_, key, {items, lanes != 0 ? cost_.expected_ns(items) : 0});
  return made && can_run(*made, range) ? made : nullptr;
}

BlockKernels::BlockKernels(Program::DeviceState state)
    : state_(std::move(state)),
      detailed_errors_(is_for_debuggers(program_record().options)),
      kernels_(program_record().kernels.size()) {}

Result<KernelOnDevice*> BlockKernels::get(uint64_t number) {
  const auto& records = program_record().kernels;
  TRY(require(number >= 1 && number <= records.size() && records[number - 1].is_block,
              CL_INVALID_KERNEL, "not a block's kernel"));
  const auto index = static_cast<size_t>(number - 1);
  {
    const Lock lock(mutex_);
    if (kernels_[index]) return kernels_[index].get();
  }
  auto made = std::make_unique<KernelOnDevice>(state_, index);
  TRY(made->prepare());
  const Lock lock(mutex_);
  if (!kernels_[index]) kernels_[index] = std::move(made);
  return kernels_[index].get();
}

}  // namespace heddle
