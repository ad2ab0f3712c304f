// SPDX-License-Identifier: Apache-2.0
// Marks of calls that all work-items of a group, or of a sub-group, must come to in the same way,
// and that are no barriers: between mark_collectives and check_barriers.
#pragma once

namespace heddle::compiler {

/// ptr(ptr event, ...): an asynchronous copy, with its other arguments as i64. Returns its event.
inline constexpr const char* kCopyMark = "__hd_service_note_copy";
/// void(ptr event): a wait for an event.
inline constexpr const char* kWaitMark = "__hd_service_note_wait";
/// void(): a function of a sub-group.
inline constexpr const char* kCollectiveMark = "__hd_service_note_collective";

}  // namespace heddle::compiler
