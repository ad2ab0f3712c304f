// SPDX-License-Identifier: Apache-2.0
// The memory that kernels may access through pointers that are no arguments: allocations, and
// buffers whose addresses the application may know; and memory that was released not long ago.
#pragma once

#include <cstdint>
#include <optional>

#include "abi/check_abi.h"
#include "platform/context.h"
#include "runtime/memory/storage.h"

namespace heddle {

/// Tells whether HEDDLE_CHECK asks for checks of memory: buffers are known then, and released
/// memory is kept for a while.
bool checks_memory();

/// Returns bounds that no access is outside of.
constexpr hd_bounds unknown_bounds(uint64_t address) {
  return {address - HD_UNKNOWN_BYTES / 2, HD_UNKNOWN_BYTES, HD_UNKNOWN_BYTES};
}

/// Tells whether buffers are noted: kernels are checked, or guarded.
bool notes_buffers();
/// Notes a buffer that owns its bytes, or forgets it. The caller asks notes_buffers() first.
void note_buffer(const Context& context, const void* data, size_t size, bool is_read_only);
void forget_buffer(const void* data);
/// Keeps memory that was released: whoever accesses it is wrong. The oldest goes, once too much is
/// kept.
void keep_released(Storage storage, size_t size);

/// Ends an allocation that is freed: its shadow goes, and it is kept if memory is checked.
void end_allocation(Storage storage, size_t size);

/// Returns the bounds of the memory that the address lies in; unknown ones if it is none of ours,
/// and no bytes from its beginning if it was released.
hd_bounds live_bounds(uint64_t address);
/// Returns the bounds of the memory of `context` that the address lies in; no bytes if it is none.
hd_bounds bounds_in(const Context& context, uint64_t address);
/// Returns the bytes of the released memory that the address lies in; nothing if it is not kept.
std::optional<size_t> released_bytes(uint64_t address);

}  // namespace heddle
