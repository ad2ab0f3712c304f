// SPDX-License-Identifier: Apache-2.0
// The assumptions of a compiled variant of a kernel about the launches that run it. The runtime
// asks for them, the compiler obeys, and they are part of the cache's keys. hdc_variant_key
// (compiler_interface.h) is the same across the C border, and explains each member.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abi/argument_facts.h"
#include "abi/compiler_interface.h"

namespace heddle {

/// The assumptions. The default serves all but a few launches (KernelOnDevice::variant_for).
struct VariantKey {
  std::array<uint64_t, 3>
      local_size{};             ///< the only one that is served, all groups full; zeros: any
  bool wide_ids = false;        ///< ids may pass HD_NARROW_IDS_END, objects 2^32 - HD_WRAP_MARGIN
  bool linear_lanes = false;    ///< sub-groups in groups of any shape
  uint32_t sub_group_size = 0;  ///< that of other variants; 0: by cost
  bool sizes_only = false;      ///< no code: the sizes in the record suffice
  std::vector<hd_argument_facts> arguments{};  ///< facts of the first arguments; others have none

  bool has_local_size() const { return local_size != std::array<uint64_t, 3>{}; }
};

/// Converts the key. The result is valid as long as `key`.
inline hdc_variant_key to_c(const VariantKey& key) {
  hdc_variant_key out{};
  for (size_t d = 0; d < 3; ++d) out.local_size[d] = key.local_size[d];
  out.wide_ids = key.wide_ids;
  out.linear_lanes = key.linear_lanes;
  out.sub_group_size = key.sub_group_size;
  out.sizes_only = key.sizes_only;
  out.num_arguments = static_cast<uint32_t>(key.arguments.size());
  out.arguments = key.arguments.data();
  return out;
}

inline VariantKey from_c(const hdc_variant_key& key) {
  VariantKey out;
  for (size_t d = 0; d < 3; ++d) out.local_size[d] = key.local_size[d];
  out.wide_ids = key.wide_ids != 0;
  out.linear_lanes = key.linear_lanes != 0;
  out.sub_group_size = key.sub_group_size;
  out.sizes_only = key.sizes_only != 0;
  if (key.arguments) out.arguments.assign(key.arguments, key.arguments + key.num_arguments);
  return out;
}

}  // namespace heddle
