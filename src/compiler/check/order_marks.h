// SPDX-License-Identifier: Apache-2.0
// The marks of mark_orders, which check_races reads.
#pragma once

namespace heddle::compiler {

/// A call before an atomic function, with its order and scope (HD_RACE_...), and one after it, with
/// 0: void(i32). That of a fence has HD_RACE_FENCE.
inline constexpr const char* kOrderMark = "__hd_service_order";

}  // namespace heddle::compiler
