// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/program_code.h"

#include <CL/cl.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "platform/device.h"
#include "platform/platform.h"
#include "runtime/code/kernel_source.h"
#include "support/checked.h"
#include "support/log.h"
#include "support/mutex.h"
#include "support/uncancelled.h"

namespace heddle {
namespace {

/// The number of choices of formats that get code before there is code for all: together they take
/// as long.
constexpr uint32_t kFewFormats = 4;

/// Makes the error of clCreateKernel and clEnqueueNDRangeKernel for a kernel that cannot be made
/// ready: neither has CL_INVALID_BINARY.
Error not_ready(const std::string& kernel, const Error& cause) {
  const cl_int code =
      cause.code == CL_OUT_OF_HOST_MEMORY ? CL_OUT_OF_HOST_MEMORY : CL_OUT_OF_RESOURCES;
  return {code, "no code for kernel " + kernel + ": " + cause.why};
}

/// Tells whether launches that were checked and laid out for `general` may run a variant for one
/// size.
bool can_replace(const KernelRecord& general, const KernelRecord& variant,
                 const std::array<uint64_t, 3>& size) {
  const auto items = checked_mul(size[0], size[1], size[2]);
  return variant.arg_block_size == general.arg_block_size &&
         variant.local_size == general.local_size && items && *items <= variant.max_group_size &&
         (general.assumes_apart || !variant.assumes_apart) &&
         (!general.uses_sub_groups || variant.sub_group_size == general.sub_group_size);
}

/// Finishes `variant` after its begin(). Does not throw: threads may be waiting.
void settle(KernelVariant& variant, const std::string& name, Result<KernelRecord> generated,
            bool keep_object = true) noexcept {
  try {
    if (!generated) return variant.fail(not_ready(name, generated.error()));
    auto record = std::make_unique<KernelRecord>(std::move(generated).value());
    auto loaded = cpu::load_kernel(*record);
    if (!loaded) return variant.fail(not_ready(name, loaded.error()));
    if (!keep_object) record->object = {};
    variant.finish(std::move(record), std::move(loaded).value());
  } catch (...) {
    variant.fail({CL_OUT_OF_HOST_MEMORY, "out of memory"});
  }
}

/// Finishes `variant` after its begin() from the stores. Returns false if they have nothing, or an
/// object that cannot be loaded: a file of the cache may have been changed, which is a miss.
bool settle_found(KernelVariant& variant, const std::string& name, const KernelSource& from) {
  auto found = from.find();
  if (!found) return false;
  auto loaded = cpu::load_kernel(*found);
  if (!loaded) {
    log::info("kernel " + name + ", from the cache: " + loaded.error().why + "; generated anew");
    from.forget();
    return false;
  }
  variant.finish(std::make_unique<KernelRecord>(*std::move(found)), std::move(loaded).value());
  return true;
}

/// Runs `work` for a variant that has begun, and fails the variant if it throws.
template <class Work>
void or_fail(KernelVariant& variant, Work&& work) {
  try {
    work();
  } catch (...) {
    variant.fail({CL_OUT_OF_HOST_MEMORY, "out of memory"});
    throw;
  }
}

}  // namespace

ProgramCode::ProgramCode(ProgramRecord record, std::string log)
    : record_(std::move(record)), log_(std::move(log)) {
  slots_.reserve(record_.kernels.size());
  while (slots_.size() < record_.kernels.size()) slots_.push_back(std::make_unique<Slot>());
  for (size_t i = 0; i < record_.kernels.size(); ++i)
    if (record_.kernels[i].is_kernel()) by_name_.try_emplace(record_.kernels[i].name, i);
}

std::optional<size_t> ProgramCode::find(std::string_view kernel) const {
  const auto at = by_name_.find(kernel);
  return at == by_name_.end() ? std::nullopt : std::optional(at->second);
}

ProgramCode::~ProgramCode() {
  delete id_.load(std::memory_order_acquire);
}

KernelSource ProgramCode::source(size_t kernel, const VariantKey& key) {
  const std::string* id = id_.load(std::memory_order_acquire);
  if (!id) {
    auto made = std::make_unique<const std::string>(KernelSource::id_of(record_));
    if (id_.compare_exchange_strong(id, made.get(), std::memory_order_acq_rel)) id = made.release();
  }
  return {record_, kernel, key, *id};
}

/// Returns the key with the properties that all variants of the kernel share, and without
/// assumptions that the launch does not ask for.
VariantKey ProgramCode::completed(size_t kernel, VariantKey key) const {
  if (key.sizes_only) return key;
  const bool is_special = !is_for_speed(key) && (key.wide_ids || key.linear_lanes);
  if (key.sub_group_size == 0) key.sub_group_size = sub_group_size(kernel);
  if (is_special && !reference(kernel)->assumes_apart)
    key.arguments = overlapping_arguments(record_.kernels[kernel].args.size());
  return key;
}

Result<const ProgramCode::Ready*> ProgramCode::get(size_t kernel, const VariantKey& key) {
  VariantTable& variants = slots_[kernel]->variants;
  if (is_for_speed(key)) {
    const KernelRecord& record = record_.kernels[kernel];
    const bool is_first = !variants.general().ready() && record.object.empty();
    const Ready* first = is_first && record.waits_for_launch() ? get_first(kernel, key) : nullptr;
    return first ? first : get_general(kernel);
  }
  Entry& entry = *variants.get(key);
  if (const Ready* ready = entry.variant.ready()) return ready;
  if (&entry.variant == &variants.general()) return get_general(kernel);
  if (entry.variant.begin(/*again=*/true)) {
    or_fail(entry.variant,
            [&] { key.sizes_only ? make_sizes(kernel, entry) : make_needed(kernel, entry); });
  }
  return entry.variant.wait();
}

/// Returns null if the general variant is to be made.
const ProgramCode::Ready* ProgramCode::get_first(size_t kernel, const VariantKey& key) {
  Slot& slot = *slots_[kernel];
  Entry* entry = slot.variants.get(key);
  if (!entry) return nullptr;
  if (!entry->variant.ready()) {
    if (slot.direct.load(std::memory_order_relaxed) >= kFewFormats) return nullptr;
    if (entry->variant.begin()) {
      slot.direct.fetch_add(1, std::memory_order_relaxed);
      or_fail(entry->variant, [&] {
        read_ahead(kernel);
        make_faster(kernel, *entry, /*only_look=*/false, /*wait=*/true);
      });
    }
  }
  const auto made = entry->variant.wait();
  if (!made) return nullptr;
  const Ready* first = nullptr;
  if (slot.first.compare_exchange_strong(first, made.value(), std::memory_order_acq_rel))
    first = made.value();
  return can_replace(*first->record, *made.value()->record, {}) ? made.value() : nullptr;
}

Result<const ProgramCode::Ready*> ProgramCode::get_general(size_t kernel) {
  KernelVariant& variant = slots_[kernel]->variants.general();
  if (const Ready* ready = variant.ready()) return ready;
  if (variant.begin(/*again=*/true)) {
    or_fail(variant, [&] { make_general(kernel); });
  } else {
    read_ahead(kernel);  // the kernel was read ahead itself
    // The intermediate code may be useless.
    if (!variant.wait() && recompiled() && variant.begin(/*again=*/true))
      or_fail(variant, [&] { make_general(kernel); });
  }
  return variant.wait();
}

Result<const KernelRecord*> ProgramCode::sizes(size_t kernel) {
  if (const KernelRecord* known = reference(kernel)) return known;
  Slot& slot = *slots_[kernel];
  if (!record_.kernels[kernel].object.empty() || slot.variants.general().is_on_its_way())
    return TRY(get(kernel))->record;
  VariantKey without_code;
  without_code.sizes_only = true;
  const Ready* const made = TRY(get(kernel, without_code));
  const Ready* first = nullptr;
  slot.first.compare_exchange_strong(first, made, std::memory_order_acq_rel);
  return reference(kernel);
}

const ProgramRecord* ProgramCode::recompiled() {
  std::call_once(recompiled_once_, [this] {
    if (recompile_) recompiled_ = recompile_();
    if (recompiled_ && recompiled_->ir == record_.ir) recompiled_ = std::nullopt;
  });
  return recompiled_ ? &*recompiled_ : nullptr;
}

/// Asks the compiler. Intermediate code of the cache that it cannot take is a miss.
Result<KernelRecord> ProgramCode::generate(const KernelSource& from) {
  auto generated = from.generate();
  if (generated) return generated;
  const ProgramRecord* const anew = recompiled();
  return anew ? from.from(*anew).generate() : std::move(generated);
}

void ProgramCode::make_sizes(size_t kernel, Entry& entry) {
  const KernelSource from = source(kernel, entry.key);
  auto found = from.find();
  auto record = found ? Result<KernelRecord>(*std::move(found)) : generate(from);
  if (!record) return entry.variant.fail(not_ready(record_.kernels[kernel].name, record.error()));
  entry.variant.finish(std::make_unique<KernelRecord>(std::move(record).value()), nullptr);
}

const KernelRecord* ProgramCode::reference(size_t kernel) const {
  const Slot& slot = *slots_[kernel];
  const Ready* ready = slot.first.load(std::memory_order_acquire);
  if (!ready) ready = slot.variants.general().ready();
  return ready ? ready->record : nullptr;
}

/// Returns the size that the first variant chose: all have sub-groups of one size.
uint32_t ProgramCode::sub_group_size(size_t kernel) const {
  const KernelRecord* first = reference(kernel);
  return first && first->uses_sub_groups ? first->sub_group_size : 0;
}

void ProgramCode::make_general(size_t kernel) {
  const KernelRecord& record = record_.kernels[kernel];
  KernelVariant& variant = slots_[kernel]->variants.general();
  if (!record.object.empty()) {
    auto loaded = cpu::load_kernel(record);
    if (loaded) return variant.finish(record, std::move(loaded).value());
    log::info("kernel " + record.name + ": " + loaded.error().why + "; generated anew");
  }
  const KernelSource from = source(kernel, completed(kernel, {}));
  if (settle_found(variant, record.name, from)) return;
  read_ahead(kernel);
  auto generated = generate(from);
  const KernelRecord* first = reference(kernel);
  if (generated && first && !can_replace(*first, generated.value(), {}))
    generated = Error{CL_OUT_OF_RESOURCES, "it does not agree with the first variant"};
  settle(variant, record.name, std::move(generated));
}

void ProgramCode::created(size_t kernel) {
  const KernelRecord& record = record_.kernels[kernel];
  if (!record.object.empty() || record.waits_for_launch()) return;
  if (slots_[kernel]->created.exchange(true, std::memory_order_relaxed)) return;
  const Lock lock(created_mutex_);
  created_.push_back(kernel);
}

/// Returns the kernels that were created, from the one after `kernel` on; then those that follow in
/// the program.
std::vector<size_t> ProgramCode::expected_after(size_t kernel) {
  std::vector<size_t> order;
  {
    const Lock lock(created_mutex_);
    order = created_;
  }
  if (const auto at = std::ranges::find(order, kernel); at != order.end()) {
    std::rotate(order.begin(), std::next(at), order.end());
    order.pop_back();
  }
  for (size_t next = kernel + 1; next < slots_.size(); ++next) order.push_back(next);
  return order;
}

void ProgramCode::read_ahead(size_t kernel) {
  // As many kernels as other units can generate meanwhile; few of any more might ever be launched.
  size_t left = platform().device().max_compute_units() - 1;
  for (size_t next : expected_after(kernel)) {
    if (left == 0) return;
    KernelVariant& variant = slots_[next]->variants.general();
    const KernelRecord& record = record_.kernels[next];
    if (!record.object.empty() || record.waits_for_launch() || variant.ready()) continue;
    --left;
    if (variant.is_on_its_way()) continue;
    const KernelSource from = source(next, {});
    const auto turn = from.turn();
    if (!turn || !variant.begin()) continue;
    or_fail(variant, [&] {
      from.generate_later(turn, [self = shared_from_this(), next](Result<KernelRecord> generated) {
        settle(self->slots_[next]->variants.general(), self->record_.kernels[next].name,
               std::move(generated));
      });
    });
  }
}

void ProgramCode::make_needed(size_t kernel, Entry& entry) {
  const KernelSource from = source(kernel, completed(kernel, entry.key));
  const std::string& name = record_.kernels[kernel].name;
  if (!settle_found(entry.variant, name, from)) settle(entry.variant, name, generate(from));
}

const ProgramCode::Ready* ProgramCode::get_faster(size_t kernel, const VariantKey& key,
                                                  const VariantTable::Launch& launch) {
  using Advice = VariantTable::Advice;
  VariantTable& variants = slots_[kernel]->variants;
  Entry* entry = variants.get(key);
  if (!entry) return nullptr;
  if (const Ready* ready = entry->variant.ready()) return ready;
  // No variant can run meanwhile: `get` makes it.
  if (!variants.general().ready() && !key.has_local_size() && !is_one_by_one(key)) return nullptr;
  const bool wait = VariantTable::mode() == VariantTable::Mode::Wait;
  const Advice advice = wait ? Advice::Compile : variants.launched(*entry, launch);
  if (advice != Advice::Nothing && entry->variant.begin()) {
    or_fail(entry->variant, [&] { make_faster(kernel, *entry, advice == Advice::Look, wait); });
  }
  if (!wait) return entry->variant.ready();
  const auto made = entry->variant.wait();
  return made ? made.value() : nullptr;
}

void ProgramCode::make_faster(size_t kernel, Entry& entry, bool only_look, bool wait) {
  const Uncancelled uncancelled;  // it reads files, and may wait
  const KernelSource from = source(kernel, completed(kernel, entry.key));
  if (auto found = from.find()) return settle_faster(kernel, entry, *std::move(found));
  if (only_look) return entry.variant.abandon();
  VariantTable& variants = slots_[kernel]->variants;
  const auto turn = wait ? nullptr : from.turn();
  if (!wait && !turn) {
    VariantTable::count_anew(entry);
    return entry.variant.abandon();
  }
  variants.compiled();
  if (wait) return settle_faster(kernel, entry, from.generate());
  from.generate_later(turn,
                      [self = shared_from_this(), kernel, &entry](Result<KernelRecord> generated) {
                        self->settle_faster(kernel, entry, std::move(generated));
                      });
}

void ProgramCode::settle_faster(size_t kernel, Entry& entry,
                                Result<KernelRecord> generated) noexcept {
  const KernelRecord* first = reference(kernel);
  const std::string& name = record_.kernels[kernel].name;
  try {
    if (generated && first && !can_replace(*first, generated.value(), entry.key.local_size)) {
      generated = Error{CL_OUT_OF_RESOURCES, "it does not agree with the first variant"};
    }
    if (!generated) {
      log::info("kernel " + name + ", a variant: " + generated.error().why);
    }
  } catch (...) {
    generated = Error{CL_OUT_OF_HOST_MEMORY, {}};
  }
  settle(entry.variant, name, std::move(generated), /*keep_object=*/false);
}

KeptTrial* ProgramCode::trial(size_t kernel, const VariantKey& rival, TrialClass launches,
                              bool begin) {
  VariantTable& variants = slots_[kernel]->variants;
  Entry* const entry = begin ? variants.get(rival) : variants.find(rival);
  if (!entry) return nullptr;
  const auto is_it = [&](const KeptTrial& trial) { return trial.launches() == launches; };
  return entry->trials.get(is_it, [&] {
    if (!begin) return std::unique_ptr<KeptTrial>();
    return std::make_unique<KeptTrial>(record_.kernels[kernel].name, rival.sub_group_size,
                                       source(kernel, completed(kernel, rival)).key(), launches);
  });
}

ProgramCode::Bytes ProgramCode::binary() {
  const Lock lock(binary_mutex_);
  if (binary_) return binary_;
  ProgramRecord whole = record_;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (const Ready* ready = slots_[i]->variants.general().ready())
      whole.kernels[i] = *ready->record;
  }
  return binary_ = std::make_shared<const std::vector<unsigned char>>(serialize(whole));
}

}  // namespace heddle
