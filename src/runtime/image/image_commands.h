// SPDX-License-Identifier: Apache-2.0
// Commands on images (§5.3.3 to 5.3.6), with their checks. All of them use the transfers and
// mappings of buffers.
#pragma once

#include "runtime/image/image.h"
#include "runtime/memory/transfer.h"

namespace heddle {

/// A region of an image as the application names it.
struct ImageRegion {
  Memory& image;
  const size_t* origin;
};
/// A region in host memory; pitches of 0 are to be computed.
struct HostImage {
  void* pointer;
  size_t row_pitch, slice_pitch;
};

/// Enqueues clEnqueueReadImage (`access` is Read) or clEnqueueWriteImage.
Status enqueue_image_transfer(Queue& queue, HostAccess access, const ImageRegion& image,
                              const size_t* region, const HostImage& host, const EnqueueArgs& args);
/// Enqueues clEnqueueCopyImage.
Status enqueue_image_copy(Queue& queue, const ImageRegion& source, const ImageRegion& target,
                          const size_t* region, const EnqueueArgs& args);
/// Enqueues clEnqueueCopyImageToBuffer (CL_COMMAND_COPY_IMAGE_TO_BUFFER) or
/// clEnqueueCopyBufferToImage.
Status enqueue_image_buffer_copy(Queue& queue, cl_command_type type, const ImageRegion& image,
                                 const size_t* region, Memory& buffer, size_t offset,
                                 const EnqueueArgs& args);
/// Enqueues clEnqueueFillImage.
Status enqueue_image_fill(Queue& queue, const ImageRegion& image, const size_t* region,
                          const void* color, const EnqueueArgs& args);
/// Enqueues clEnqueueMapImage.
Result<void*> enqueue_image_map(Queue& queue, const ImageRegion& image, const size_t* region,
                                cl_map_flags flags, size_t* row_pitch, size_t* slice_pitch,
                                const EnqueueArgs& args);

}  // namespace heddle
