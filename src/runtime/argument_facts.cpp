// SPDX-License-Identifier: Apache-2.0
#include "runtime/argument_facts.h"

#include <algorithm>
#include <cstring>

#include "abi/kernel_abi.h"
#include "runtime/sized_variants.h"
#include "support/checked.h"

namespace heddle {
namespace {

template <class T>
T stored(const KernelArgs& args, const ArgRecord& arg) {
  T value{};
  std::memcpy(&value, args.block().data() + arg.offset, sizeof(value));
  return value;
}

/// Bounds of the number of the last element, as built-ins compute it: pitches are at least what
/// they span.
bool is_near(const hd_image& image) {
  constexpr size_t kEnd = 0x7fffffff;
  const size_t size = image.element_size;
  const auto rows = checked_mul(image.row_pitch / size, static_cast<size_t>(image.height));
  const auto layers = static_cast<size_t>(std::max(image.depth, image.array_size));
  const auto slices = checked_mul(image.slice_pitch / size, layers);
  return rows && slices && *rows < kEnd && *slices < kEnd &&
         static_cast<size_t>(image.width) < kEnd;
}

}  // namespace

std::vector<hd_argument_facts> argument_facts(const KernelRecord& record, const KernelArgs& args) {
  std::vector<hd_argument_facts> all;
  if (!args.has_images() || SizedVariants::mode() == SizedVariants::Mode::Off) return all;
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
