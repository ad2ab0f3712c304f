// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/argument_facts.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "abi/kernel_abi.h"
#include "runtime/code/variant_table.h"
#include "runtime/memory/svm.h"
#include "support/checked.h"

namespace heddle {
namespace {

template <class T>
T stored(const KernelArgs& args, const ArgRecord& arg) {
  T value{};
  std::memcpy(&value, args.block().data() + arg.offset, sizeof(T));
  return value;
}

/// Returns the integer that `arg`, a stride, is set to.
int64_t stored_integer(const KernelArgs& args, const ArgRecord& arg) {
  uint64_t value = 0;
  std::memcpy(&value, args.block().data() + arg.offset, arg.size);
  const unsigned unused = 64 - 8 * arg.size;
  return static_cast<int64_t>(value << unused) >> unused;
}

/// Tells whether the number of the last element fits, by the bounds that built-ins compute: pitches
/// are at least the spans of their rows.
bool is_near(const hd_image& image) {
  constexpr size_t kEnd = 0x7fffffff;
  const size_t size = image.element_size;
  const auto rows = checked_mul(image.row_pitch / size, static_cast<size_t>(image.height));
  const auto layers = static_cast<size_t>(std::max(image.depth, image.array_size)) *
                      std::max(image.num_samples, 1u);
  const auto slices = checked_mul(image.slice_pitch / size, layers);
  return rows && slices && *rows < kEnd && *slices < kEnd &&
         static_cast<size_t>(image.width) < kEnd;
}

struct Bytes {
  size_t argument;
  uintptr_t begin;
  size_t size;
};

/// Returns the bytes that each pointer argument may reach.
std::vector<Bytes> reachable(const KernelRecord& record, const KernelArgs& args) {
  std::vector<Bytes> all;
  for (size_t i = 0; i < record.args.size(); ++i) {
    if (record.args[i].kind != ArgKind::Pointer) continue;
    const Memory* const memory = args.memories()[i];
    const std::span<const std::byte> bytes =
        memory ? std::span<const std::byte>(memory->data(), memory->size())
               : svm_allocation(stored<const void*>(args, record.args[i]));
    if (!bytes.empty()) all.push_back({i, reinterpret_cast<uintptr_t>(bytes.data()), bytes.size()});
  }
  return all;
}

std::vector<hd_argument_facts> overlaps(const KernelRecord& record, const KernelArgs& args) {
  std::vector<hd_argument_facts> all;
  std::vector<Bytes> pointers = reachable(record, args);
  std::ranges::sort(pointers, {}, &Bytes::begin);
  const Bytes* longest = nullptr;  // the object before it that ends last
  for (const Bytes& each : pointers) {
    if (longest && ranges_overlap(longest->begin, longest->size, each.begin, each.size)) {
      all.resize(record.args.size());
      all[each.argument].kind = all[longest->argument].kind = HD_FACTS_OVERLAPS;
    }
    if (!longest || each.begin + each.size > longest->begin + longest->size) longest = &each;
  }
  return all;
}

/// Adds the strides for which accesses become simpler: one element for all, elements side by side,
/// in either direction, and every second to fourth one, which whole vectors and shuffles bring.
void add_strides(const KernelRecord& record, const KernelArgs& args,
                 std::vector<hd_argument_facts>& all) {
  for (size_t i = 0; i < record.args.size(); ++i) {
    if (!record.args[i].is_stride) continue;
    const int64_t stride = stored_integer(args, record.args[i]);
    if (stride < -1 || stride > 4) continue;
    all.resize(record.args.size());
    all[i].kind = HD_FACTS_INTEGER;
    all[i].value = static_cast<uint64_t>(stride);
  }
}

std::vector<hd_argument_facts> formats(const KernelRecord& record, const KernelArgs& args) {
  std::vector<hd_argument_facts> all(record.args.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const ArgRecord& arg = record.args[i];
    hd_argument_facts& facts = all[i];
    if (arg.kind == ArgKind::Sampler) {
      facts.kind = HD_FACTS_SAMPLER;
      facts.value = stored<uint64_t>(args, arg);
    }
    if (arg.kind != ArgKind::Image) continue;
    const hd_image& image = *stored<const hd_image*>(args, arg);
    facts.kind = HD_FACTS_IMAGE;
    facts.channel_order = image.channel_order;
    facts.channel_data_type = image.channel_data_type;
    facts.element_size = image.element_size;
    facts.is_near = is_near(image);
  }
  return all;
}

}  // namespace

std::vector<hd_argument_facts> argument_facts(const KernelRecord& record, const KernelArgs& args) {
  const bool for_speed = VariantTable::mode() != VariantTable::Mode::Off;
  std::vector<hd_argument_facts> all;
  if (record.assumes_apart) {
    all = overlaps(record, args);  // right results need these, whatever else the arguments are
  } else if (args.has_images()) {
    // Each choice of formats has a variant; together with each choice of strides they would be
    // many.
    return for_speed ? formats(record, args) : all;
  }
  if (record.has_strides && for_speed) add_strides(record, args, all);
  return all;
}

StrideClass class_of_strides(const KernelRecord& record, const KernelArgs& args) {
  StrideClass strides;
  if (!record.has_strides) return strides;
  for (const ArgRecord& arg : record.args) {
    if (!arg.is_stride) continue;
    const auto stride = static_cast<uint64_t>(std::abs(stored_integer(args, arg)));
    if (stride == 0) continue;
    // Elements of 4 bytes: at multiples of 1024 all rows begin in one set, of 512 in two.
    constexpr int kPage = 10, kShared = 9;
    const int zeros = std::min(std::countr_zero(stride), kPage), digits = std::bit_width(stride);
    strides.number = strides.number * 131 + static_cast<uint32_t>(zeros / 2 * 16 + digits / 4) + 1;
    strides.shares_sets |= zeros >= kShared;
  }
  return strides;
}

}  // namespace heddle
