// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/argument_facts.h"

#include <algorithm>
#include <cstring>

#include "abi/kernel_abi.h"
#include "runtime/code/kernel_variants.h"
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

}  // namespace

std::vector<hd_argument_facts> argument_facts(const KernelRecord& record, const KernelArgs& args) {
  // Kernels that assume this have no images.
  if (record.assumes_apart) return overlaps(record, args);
  std::vector<hd_argument_facts> all;
  if (!args.has_images() || KernelVariants::mode() == KernelVariants::Mode::Off) return all;
  all.resize(record.args.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const ArgRecord& arg = record.args[i];
    hd_argument_facts& facts = all[i];
    if (arg.kind == ArgKind::Sampler) {
      facts.kind = HD_FACTS_SAMPLER;
      facts.sampler = stored<uint64_t>(args, arg);
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

}  // namespace heddle
