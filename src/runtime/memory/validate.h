// SPDX-License-Identifier: Apache-2.0
// Checks that many calls share, each overflow-safe and with the error code of the specification.
#pragma once

#include <CL/cl.h>

#include <cstddef>

#include "runtime/command/enqueue.h"
#include "runtime/memory/memory.h"
#include "support/checked.h"
#include "support/result.h"

namespace heddle {

/// Returns a buffer or sub-buffer: CL_INVALID_MEM_OBJECT.
Result<Ref<Memory>> buffer_handle(cl_mem mem);

/// Checks that both are of one context: CL_INVALID_CONTEXT.
Status same_context(const Queue& queue, const Memory& memory);
/// Checks that the origin of a sub-buffer suits the queue's device:
/// CL_MISALIGNED_SUB_BUFFER_OFFSET.
Status aligned_for(const Queue& queue, const Memory& memory);
/// Returns a buffer that a command uses, after these three checks: handle, context, alignment.
Result<Ref<Memory>> buffer_for(const Queue& queue, cl_mem mem);

/// Checks that a range is in the buffer: CL_INVALID_VALUE.
Status in_buffer(const Memory& memory, size_t offset, size_t size);

/// Checks that a command may write the object: CL_INVALID_OPERATION for an immutable one.
Status writable(const Memory& target);
enum class HostAccess { Read, Write };
/// Checks that CL_MEM_HOST_* flags and CL_MEM_IMMUTABLE_EXT allow the access: CL_INVALID_OPERATION.
Status host_access(const Memory& memory, HostAccess access);

/// A rectangle of rows in linear memory (§5.2.2), pitches filled in.
struct RectLayout {
  size_t offset;  ///< the first byte's, from the start of the buffer or host pointer
  size_t row_pitch, slice_pitch;
  size_t end;  ///< one past the last byte
};
/// Computes a layout. CL_INVALID_VALUE for bad pitches and for a rectangle that no address space
/// could hold.
Result<RectLayout> rect_layout(const size_t* origin, const size_t* region, size_t row_pitch,
                               size_t slice_pitch);
/// Checks for null arrays and empty regions: CL_INVALID_VALUE.
Status rect_arguments(const size_t* origin, const size_t* other_origin, const size_t* region);
/// Tells whether two rectangles of one linear memory share a byte, by Appendix D if the pitches are
/// equal, as they mostly must be.
bool rects_overlap(const RectLayout& a, const RectLayout& b, const size_t* region);

}  // namespace heddle
