// SPDX-License-Identifier: Apache-2.0
// Commands that move bytes (§5.2.2, 5.2.3), and their jobs: large ones are cut into chunks, so that
// every compute unit takes part. Arguments have been checked unless a function says otherwise.
#pragma once

#include <CL/cl.h>

#include <cstddef>

#include "runtime/command/enqueue.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/validate.h"

namespace heddle {

/// The objects of a transfer, kept until it is done; either may be null.
struct TransferObjects {
  Ref<Memory> source, target;
};

/// Copies `size` bytes from `source` to `target`.
Status enqueue_copy(Queue& queue, cl_command_type type, TransferObjects objects, std::byte* target,
                    const std::byte* source, size_t size, const EnqueueArgs& args);

/// Enqueues clEnqueueCopyBuffer; checks ranges.
Status enqueue_buffer_copy(Queue& queue, Memory& source, Memory& target, size_t source_offset,
                           size_t target_offset, size_t size, const EnqueueArgs& args);

/// A copy of the rectangle `region` (bytes, rows, slices) between two linear memories. `target` and
/// `source` point to offset 0 of their layouts.
struct RectTransfer {
  std::byte* target;
  const std::byte* source;
  RectLayout target_layout, source_layout;
  size_t region[3];
};
Status enqueue_rect(Queue& queue, cl_command_type type, TransferObjects objects,
                    const RectTransfer& rect, const EnqueueArgs& args);

/// A rectangle as the application describes it (§5.2.2); pitches of 0 are to be computed.
struct RectArgument {
  const size_t* origin;
  size_t row_pitch, slice_pitch;
};
/// Enqueues clEnqueueCopyBufferRect; checks the rectangles.
Status enqueue_buffer_rect_copy(Queue& queue, Memory& source, Memory& target,
                                const RectArgument& source_rect, const RectArgument& target_rect,
                                const size_t* region, const EnqueueArgs& args);

/// Fills `size` bytes at `target` with a pattern of 1, 2, 4... 128 bytes that divides `size`; the
/// pattern is copied.
Status enqueue_fill(Queue& queue, cl_command_type type, Ref<Memory> object, std::byte* target,
                    size_t size, const void* pattern, size_t pattern_size, const EnqueueArgs& args);
/// Enqueues clEnqueueFillBuffer; checks pattern and range.
Status enqueue_buffer_fill(Queue& queue, Memory& target, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, const EnqueueArgs& args);
/// Enqueues clEnqueueSVMMemFill or clEnqueueMemFillINTEL; checks everything.
Status enqueue_svm_fill(Queue& queue, void* target, const void* pattern, size_t pattern_size,
                        size_t size, const EnqueueArgs& args,
                        cl_command_type type = CL_COMMAND_SVM_MEMFILL);
/// Does as enqueue_fill for a rectangle: `region` is bytes, rows, slices.
Status enqueue_fill_rect(Queue& queue, cl_command_type type, Ref<Memory> object, std::byte* target,
                         const RectLayout& layout, const size_t* region, const void* pattern,
                         size_t pattern_size, const EnqueueArgs& args);

}  // namespace heddle
