// SPDX-License-Identifier: Apache-2.0
// The marks of mark_orders, which check_races reads.
#pragma once

#include <cstdint>

namespace heddle::compiler {

/// A call before an atomic function, with its order and scope (HD_RACE_...), and one after it, with
/// 0: void(i32). That of a fence has HD_RACE_FENCE.
inline constexpr const char* kOrderMark = "__hd_service_order";
/// The bit of a fence that is a barrier's.
inline constexpr uint32_t kBarrierMark = 0x80000000;

}  // namespace heddle::compiler
