// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/variants.h"

#include <CL/cl.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "platform/device.h"
#include "platform/platform.h"
#include "runtime/code/kernel_source.h"
#include "support/checked.h"
#include "support/log.h"

namespace heddle {
namespace {

/// Choices of formats that code is made for before there is any for all: together they take as
/// long.
constexpr uint32_t kFewFormats = 4;

/// A page-sized limit on what no honest program asks for keeps the sizes below free of overflow.
constexpr uint64_t kMaxGlobals = uint64_t{1} << 40;

/// How a kernel that cannot be made ready is answered by clCreateKernel and clEnqueueNDRangeKernel,
/// neither of which knows CL_INVALID_BINARY.
Error not_ready(const std::string& kernel, const Error& cause) {
  const cl_int code =
      cause.code == CL_OUT_OF_HOST_MEMORY ? CL_OUT_OF_HOST_MEMORY : CL_OUT_OF_RESOURCES;
  return {code, "no code for kernel " + kernel + ": " + cause.why};
}

/// Whether launches that were checked and laid out for `generic` may run a variant for one size.
bool can_replace(const KernelRecord& generic, const KernelRecord& variant,
                 const SizedVariants::Size& size) {
  const auto items = checked_mul(size[0], size[1], size[2]);
  return variant.arg_block_size == generic.arg_block_size &&
         variant.local_size == generic.local_size && items && *items <= variant.max_group_size &&
         (generic.assumes_apart || !variant.assumes_apart) &&
         (!generic.uses_sub_groups || variant.sub_group_size == generic.sub_group_size);
}

/// Ends what `variant.begin()` began. Does not throw: threads may be waiting.
void settle(KernelVariant& variant, const std::string& name, Result<KernelRecord> generated,
            bool keep_object = true) noexcept {
  try {
    if (!generated) return variant.fail(not_ready(name, generated.error()));
    auto record = std::make_unique<KernelRecord>(std::move(generated).value());
    auto loaded = cpu::load_kernel(record->object, name.c_str());
    if (!loaded) return variant.fail(not_ready(name, loaded.error()));
    if (!keep_object) record->object = {};
    variant.finish(std::move(record), std::move(loaded).value());
  } catch (...) {
    variant.fail({CL_OUT_OF_HOST_MEMORY, "out of memory"});
  }
}

/// Whoever began and cannot go on says so before it gives up.
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

Result<const ProgramCode::Ready*> ProgramCode::load(size_t kernel, SizedVariants::Facts facts) {
  if (const Ready* ready = slots_[kernel]->generic.ready()) return ready;
  const KernelRecord& record = record_.kernels[kernel];
  if (!facts.empty() && record.object.empty() && record.waits_for_launch())
    if (const Ready* made = load_for(kernel, facts)) return made;
  return load_generic(kernel);
}

/// Null: the general variant is to be made.
const ProgramCode::Ready* ProgramCode::load_for(size_t kernel, SizedVariants::Facts facts) {
  Slot& slot = *slots_[kernel];
  SizedVariants::Entry* entry = slot.sized.find({}, facts);
  if (!entry) return nullptr;
  if (!entry->variant.ready()) {
    if (slot.direct.load(std::memory_order_relaxed) >= kFewFormats) return nullptr;
    if (entry->variant.begin()) {
      slot.direct.fetch_add(1, std::memory_order_relaxed);
      or_fail(entry->variant, [&] {
        read_ahead(kernel);
        make_sized(kernel, *entry, /*only_look=*/false, /*wait=*/true);
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

Result<const ProgramCode::Ready*> ProgramCode::load_generic(size_t kernel) {
  KernelVariant& variant = slots_[kernel]->generic;
  if (variant.begin(/*again=*/true)) {
    or_fail(variant, [&] { make_generic(kernel); });
  } else {
    read_ahead(kernel);  // it was read ahead itself
  }
  return variant.wait();
}

Result<const KernelRecord*> ProgramCode::sizes(size_t kernel) {
  if (const KernelRecord* known = reference(kernel)) return known;
  Slot& slot = *slots_[kernel];
  if (!record_.kernels[kernel].object.empty() || slot.generic.is_on_its_way())
    return TRY(load_generic(kernel))->record;
  if (slot.sizes.begin(/*again=*/true)) or_fail(slot.sizes, [&] { make_sizes(kernel); });
  const Ready* const made = TRY(slot.sizes.wait());
  const Ready* first = nullptr;
  slot.first.compare_exchange_strong(first, made, std::memory_order_acq_rel);
  return reference(kernel);
}

void ProgramCode::make_sizes(size_t kernel) {
  VariantKey without_code;
  without_code.sizes_only = true;
  const KernelSource from = source(kernel, without_code);
  auto found = from.find();
  auto record = found ? Result<KernelRecord>(*std::move(found)) : from.generate();
  KernelVariant& variant = slots_[kernel]->sizes;
  if (!record) return variant.fail(not_ready(record_.kernels[kernel].name, record.error()));
  variant.finish(std::make_unique<KernelRecord>(std::move(record).value()), nullptr);
}

const KernelRecord* ProgramCode::reference(size_t kernel) const {
  const Slot& slot = *slots_[kernel];
  const Ready* ready = slot.first.load(std::memory_order_acquire);
  if (!ready) ready = slot.generic.ready();
  return ready ? ready->record : nullptr;
}

/// What the first variant found best: all have sub-groups of one size.
uint32_t ProgramCode::sub_group_size(size_t kernel) const {
  const KernelRecord* first = reference(kernel);
  return first && first->uses_sub_groups ? first->sub_group_size : 0;
}

void ProgramCode::make_generic(size_t kernel) {
  const KernelRecord& record = record_.kernels[kernel];
  KernelVariant& variant = slots_[kernel]->generic;
  if (!record.object.empty()) {
    auto loaded = cpu::load_kernel(record.object, record.name.c_str());
    if (loaded) return variant.finish(record, std::move(loaded).value());
    log::info("kernel " + record.name + ": " + loaded.error().why + "; generated anew");
  }
  VariantKey generic;
  generic.sub_group_size = sub_group_size(kernel);
  const KernelSource from = source(kernel, generic);
  if (auto found = from.find()) return settle(variant, record.name, *std::move(found));
  read_ahead(kernel);
  auto generated = from.generate();
  const KernelRecord* first = reference(kernel);
  if (generated && first && !can_replace(*first, generated.value(), {}))
    generated = Error{CL_OUT_OF_RESOURCES, "it does not agree with the first variant"};
  settle(variant, record.name, std::move(generated));
}

void ProgramCode::created(size_t kernel) {
  const KernelRecord& record = record_.kernels[kernel];
  if (!record.object.empty() || record.waits_for_launch()) return;
  if (slots_[kernel]->created.exchange(true, std::memory_order_relaxed)) return;
  const std::lock_guard lock(created_mutex_);
  created_.push_back(kernel);
}

/// The kernels that were created, from the one behind `kernel` on; then those that follow in the
/// program.
std::vector<size_t> ProgramCode::expected_behind(size_t kernel) {
  std::vector<size_t> order;
  {
    const std::lock_guard lock(created_mutex_);
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
  // As many as other units can generate meanwhile; of more, few might ever be launched.
  size_t left = platform().device().max_compute_units() - 1;
  for (size_t next : expected_behind(kernel)) {
    if (left == 0) return;
    KernelVariant& variant = slots_[next]->generic;
    const KernelRecord& record = record_.kernels[next];
    if (!record.object.empty() || record.waits_for_launch() || variant.ready()) continue;
    --left;
    if (!variant.begin()) continue;
    or_fail(variant, [&] {
      source(next, {}).generate_later([self = shared_from_this(),
                                       next](Result<KernelRecord> generated) {
        settle(self->slots_[next]->generic, self->record_.kernels[next].name, std::move(generated));
      });
    });
  }
}

Result<const ProgramCode::Ready*> ProgramCode::load_special(size_t kernel, bool wide_ids,
                                                            bool linear_lanes, bool overlapping) {
  KernelVariant& variant = slots_[kernel]->special[wide_ids][linear_lanes][overlapping];
  if (variant.begin(/*again=*/true)) {
    or_fail(variant, [&] {
      // One variant serves all ways to overlap. Where launches do not ask, nothing is assumed.
      hd_argument_facts overlaps{};
      overlaps.kind = HD_FACTS_OVERLAPS;
      std::vector<hd_argument_facts> facts;
      if (overlapping || !reference(kernel)->assumes_apart)
        facts.resize(record_.kernels[kernel].args.size(), overlaps);
      const KernelSource from = source(kernel, {.local_size = {},
                                                .wide_ids = wide_ids,
                                                .linear_lanes = linear_lanes,
                                                .sub_group_size = sub_group_size(kernel),
                                                .arguments = std::move(facts)});
      auto found = from.find();
      settle(variant, record_.kernels[kernel].name,
             found ? Result<KernelRecord>(*std::move(found)) : from.generate());
    });
  }
  return variant.wait();
}

const ProgramCode::Ready* ProgramCode::specialised(size_t kernel, const SizedVariants::Size& local,
                                                   SizedVariants::Facts facts, bool one_by_one,
                                                   const SizedVariants::Launch& launch) {
  SizedVariants::Entry* entry = slots_[kernel]->sized.find(local, facts, one_by_one);
  if (!entry) return nullptr;
  if (const Ready* ready = entry->variant.ready()) return ready;
  // Nothing can run meanwhile: `load` makes it.
  if (!slots_[kernel]->generic.ready() && local == SizedVariants::Size{} && !one_by_one)
    return nullptr;
  return specialise(kernel, *entry, launch);
}

const ProgramCode::Ready* ProgramCode::specialise(size_t kernel, SizedVariants::Entry& entry,
                                                  const SizedVariants::Launch& launch) {
  using Advice = SizedVariants::Advice;
  const bool wait = SizedVariants::mode() == SizedVariants::Mode::Wait;
  const Advice advice = wait ? Advice::Compile : slots_[kernel]->sized.launched(entry, launch);
  if (advice != Advice::Nothing && entry.variant.begin()) {
    or_fail(entry.variant, [&] { make_sized(kernel, entry, advice == Advice::Look, wait); });
  }
  if (!wait) return entry.variant.ready();
  const auto made = entry.variant.wait();
  return made ? made.value() : nullptr;
}

void ProgramCode::make_sized(size_t kernel, SizedVariants::Entry& entry, bool only_look,
                             bool wait) {
  const KernelSource from =
      source(kernel, {.local_size = entry.size,
                      .wide_ids = false,
                      .linear_lanes = false,
                      .sub_group_size = entry.one_by_one ? 1 : sub_group_size(kernel),
                      .arguments = entry.facts});
  if (auto found = from.find()) return settle_sized(kernel, entry, *std::move(found));
  if (only_look) return entry.variant.abandon();
  slots_[kernel]->sized.compiled();
  if (wait) return settle_sized(kernel, entry, from.generate());
  from.generate_later([self = shared_from_this(), kernel, &entry](Result<KernelRecord> generated) {
    self->settle_sized(kernel, entry, std::move(generated));
  });
}

void ProgramCode::settle_sized(size_t kernel, SizedVariants::Entry& entry,
                               Result<KernelRecord> generated) noexcept {
  const KernelRecord* first = reference(kernel);
  const std::string& name = record_.kernels[kernel].name;
  try {
    if (generated && first && !can_replace(*first, generated.value(), entry.size)) {
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

ProgramCode::Bytes ProgramCode::binary() {
  const std::lock_guard lock(binary_mutex_);
  if (binary_) return binary_;
  ProgramRecord whole = record_;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (const Ready* ready = slots_[i]->generic.ready()) whole.kernels[i] = *ready->record;
  }
  return binary_ = std::make_shared<const std::vector<unsigned char>>(serialize(whole));
}

Result<std::shared_ptr<GlobalsBlock>> GlobalsBlock::make(const GlobalsRecord& record) {
  auto block = std::make_shared<GlobalsBlock>();
  if (record.size > 0) {
    const uint64_t align = std::max<uint64_t>(record.align, 128);
    // Zeros that nobody has written take no memory.
    if (record.size <= kMaxGlobals) block->memory_ = std::calloc(1, record.size + 2 * align);
    if (!block->memory_)
      return Error{CL_OUT_OF_RESOURCES, "no memory for the program-scope variables"};
    const auto address = reinterpret_cast<uintptr_t>(block->memory_);
    unsigned char* data = reinterpret_cast<unsigned char*>((address + align - 1) / align * align);
    block->data_ = data;
    std::ranges::copy(record.init, data);
    for (const auto& relocation : record.relocations) {
      uint64_t word;  // holds the addend
      std::memcpy(&word, data + relocation.at, sizeof(word));
      word += reinterpret_cast<uint64_t>(data) + relocation.target;
      std::memcpy(data + relocation.at, &word, sizeof(word));
    }
  }
  return block;
}

void GlobalsBlock::end() const noexcept {
  const auto work = std::exchange(at_end_, nullptr);
  try {
    if (work) work();
  } catch (...) {
    log::error("no memory for the finalisers of a program");
  }
}

GlobalsBlock::~GlobalsBlock() {
  end();
  std::free(memory_);
}

}  // namespace heddle
