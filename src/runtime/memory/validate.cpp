// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/validate.h"

#include <optional>
#include <span>

namespace heddle {

Result<Ref<Memory>> buffer_handle(cl_mem mem) {
  Ref<Memory> memory = TRY(handle<Memory>(mem));
  TRY(require(memory->is_buffer(), CL_INVALID_MEM_OBJECT, "not a buffer"));
  return memory;
}

Status same_context(const Queue& queue, const Memory& memory) {
  return require(&queue.context() == &memory.context(), CL_INVALID_CONTEXT,
                 "queue and memory object are of different contexts");
}

Status aligned_for(const Queue& queue, const Memory& memory) {
  if (!memory.is_sub_buffer()) return {};
  return require(memory.offset() % (queue.device().mem_base_addr_align() / 8) == 0,
                 CL_MISALIGNED_SUB_BUFFER_OFFSET,
                 "the sub-buffer's origin is not aligned for the device");
}

Result<Ref<Memory>> buffer_for(const Queue& queue, cl_mem mem) {
  Ref<Memory> memory = TRY(buffer_handle(mem));
  TRY(same_context(queue, *memory));
  TRY(aligned_for(queue, *memory));
  return memory;
}

Status in_buffer(const Memory& memory, size_t offset, size_t size) {
  return require(in_range(offset, size, memory.size()), CL_INVALID_VALUE,
                 "the region is outside the buffer");
}

Status writable(const Memory& target) {
  return require(!target.is_immutable(), CL_INVALID_OPERATION,
                 "the object was created with CL_MEM_IMMUTABLE_EXT");
}

Status host_access(const Memory& memory, HostAccess access) {
  if (access == HostAccess::Write) TRY(writable(memory));
  const cl_mem_flags opposite =
      access == HostAccess::Read ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY;
  return require(!(memory.flags() & (opposite | CL_MEM_HOST_NO_ACCESS)), CL_INVALID_OPERATION,
                 "the object was created without this access for the host");
}

Status rect_arguments(const size_t* origin, const size_t* other_origin, const size_t* region) {
  TRY(require(origin && other_origin && region, CL_INVALID_VALUE, "origin or region is null"));
  return require(region[0] && region[1] && region[2], CL_INVALID_VALUE, "the region is empty");
}

Result<RectLayout> rect_layout(const size_t* origin, const size_t* region, size_t row_pitch,
                               size_t slice_pitch) {
  const Error too_large{CL_INVALID_VALUE, "the rectangle is larger than any memory"};
  RectLayout layout{};
  layout.row_pitch = row_pitch ? row_pitch : region[0];
  TRY(require(layout.row_pitch >= region[0], CL_INVALID_VALUE,
              "row pitch below the width of the region"));
  const auto slice = checked_mul(region[1], layout.row_pitch);
  if (!slice) return too_large;
  layout.slice_pitch = slice_pitch ? slice_pitch : *slice;
  TRY(require(layout.slice_pitch >= *slice && layout.slice_pitch % layout.row_pitch == 0,
              CL_INVALID_VALUE,
              "slice pitch below a slice of the region, or no multiple of the row pitch"));

  const auto z = checked_mul(origin[2], layout.slice_pitch);
  const auto y = checked_mul(origin[1], layout.row_pitch);
  const auto deep = checked_mul(region[2] - 1, layout.slice_pitch);
  if (!z || !y || !deep) return too_large;
  const auto offset = checked_add(*z, *y, origin[0]);
  const size_t rows = (region[1] - 1) * layout.row_pitch;  // less than *slice
  const auto end = offset ? checked_add(*offset, *deep, rows, region[0]) : std::nullopt;
  if (!end) return too_large;
  layout.offset = *offset;
  layout.end = *end;
  return layout;
}

// Tells whether rows overlap, going through the rows of both in the order of their offsets:
// sub-buffers of one buffer may be copied with different pitches.
static bool rows_overlap(const RectLayout& a, const RectLayout& b, const size_t* region) {
  const size_t rows = region[1] * region[2];
  const auto row_of = [&](const RectLayout& r, size_t i) {
    return r.offset + i / region[1] * r.slice_pitch + i % region[1] * r.row_pitch;
  };
  for (size_t i = 0, j = 0; i < rows && j < rows;) {
    const size_t x = row_of(a, i), y = row_of(b, j);
    if (ranges_overlap(x, region[0], y, region[0])) return true;
    ++(x < y ? i : j);
  }
  return false;
}

bool rects_overlap(const RectLayout& a, const RectLayout& b, const size_t* region) {
  if (a.end <= b.offset || b.end <= a.offset) return false;
  if (a.row_pitch != b.row_pitch || a.slice_pitch != b.slice_pitch)
    return rows_overlap(a, b, region);
  const size_t row = a.row_pitch, slice = a.slice_pitch;
  // Tells whether an extent at `x` and one at `y`, both repeated with the same pitch, are disjoint.
  const auto apart = [](size_t x, size_t y, size_t extent, size_t pitch) {
    return (y >= x + extent && y + extent <= x + pitch) ||
           (x >= y + extent && x + extent <= y + pitch);
  };
  const size_t slice_extent = (region[1] - 1) * row + region[0];
  return !apart(a.offset % row, b.offset % row, region[0], row) &&
         !apart(a.offset % slice, b.offset % slice, slice_extent, slice);
}

}  // namespace heddle
