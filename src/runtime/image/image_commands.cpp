// SPDX-License-Identifier: Apache-2.0
#include "runtime/image/image_commands.h"

#include <cstdint>

#include "runtime/memory/map_commands.h"

namespace heddle {
namespace {

RectTransfer between(std::byte* target, const RectLayout& to, const std::byte* source,
                     const RectLayout& from, const size_t* region) {
  return {target, source, to, from, {region[0], region[1], region[2]}};
}

/// Returns the layout of the region of `box` in host memory (§5.3.3): CL_INVALID_VALUE.
Result<RectLayout> host_layout(const ImageShape& shape, const ImageBox& box,
                               const HostImage& host) {
  const Error too_large{CL_INVALID_VALUE, "the region is larger than any memory"};
  TRY(require(shape.has_slices() || host.slice_pitch == 0, CL_INVALID_VALUE,
              "a slice pitch for an image without slices"));
  const size_t row_pitch = host.row_pitch ? host.row_pitch : box.region[0];
  TRY(require(row_pitch >= box.region[0], CL_INVALID_VALUE,
              "row pitch below the width of the region"));
  // The images of a 1D array are rows of the box, but slices for the application.
  const bool row_is_slice = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const auto slice = checked_mul(row_pitch, row_is_slice ? size_t{1} : box.region[1]);
  if (!slice) return too_large;
  const size_t slice_pitch = host.slice_pitch ? host.slice_pitch : *slice;
  TRY(require(slice_pitch >= *slice, CL_INVALID_VALUE, "slice pitch below a slice of the region"));
  const RectLayout layout{0, row_is_slice ? slice_pitch : row_pitch, slice_pitch, 0};
  const auto rows = checked_mul(layout.row_pitch, box.region[1]);
  const auto slices = checked_mul(slice_pitch, box.region[2]);
  if (!rows || !slices || !checked_add(*rows, *slices)) return too_large;
  return layout;
}

/// Returns the layout of the region in a buffer, tightly packed (§5.3.5).
RectLayout packed_layout(const ImageBox& box, size_t offset) {
  const size_t slice = box.region[0] * box.region[1];
  return {offset, box.region[0], slice, offset + slice * box.region[2]};
}

Mappings::Box mapped_box(const Memory& image, const ImageBox& box) {
  const auto base = static_cast<size_t>(box.data() - image.store().data());
  const RectLayout& layout = box.layout;
  Mappings::Box mapped{base, layout.row_pitch, layout.slice_pitch, {}, {}};
  mapped.begin[2] = layout.offset / layout.slice_pitch;
  mapped.begin[1] = layout.offset % layout.slice_pitch / layout.row_pitch;
  mapped.begin[0] = layout.offset % layout.slice_pitch % layout.row_pitch;
  for (size_t d = 0; d < 3; ++d) mapped.end[d] = mapped.begin[d] + box.region[d];
  return mapped;
}

bool boxes_overlap(const ImageBox& a, const ImageBox& b) {
  return a.level == b.level && rects_overlap(a.layout, b.layout, a.region);
}

}  // namespace

Status enqueue_image_transfer(Queue& queue, HostAccess access, const ImageRegion& image,
                              const size_t* region, const HostImage& host,
                              const EnqueueArgs& args) {
  const ImageBox box = TRY(image_box(image.image, image.origin, region));
  const RectLayout layout = TRY(host_layout(image_of(image.image).shape(), box, host));
  auto* pointer = static_cast<std::byte*>(host.pointer);
  const bool reads = access == HostAccess::Read;
  return enqueue_rect(queue, reads ? CL_COMMAND_READ_IMAGE : CL_COMMAND_WRITE_IMAGE,
                      {.source = Ref<Memory>(image.image), .target = nullptr},
                      reads ? between(pointer, layout, box.data(), box.layout, box.region)
                            : between(box.data(), box.layout, pointer, layout, box.region),
                      args);
}

Status enqueue_image_copy(Queue& queue, const ImageRegion& source, const ImageRegion& target,
                          const size_t* region, const EnqueueArgs& args) {
  TRY(writable(target.image));
  const ImageFormat& format = image_of(source.image).format();
  TRY(require(&format == &image_of(target.image).format(), CL_IMAGE_FORMAT_MISMATCH,
              "the images have different formats"));
  const ImageBox from = TRY(image_box(source.image, source.origin, region));
  const ImageBox to = TRY(image_box(target.image, target.origin, region));
  TRY(require(&source.image != &target.image || !boxes_overlap(from, to), CL_MEM_COPY_OVERLAP,
              "source and destination overlap"));
  return enqueue_rect(queue, CL_COMMAND_COPY_IMAGE,
                      {.source = Ref<Memory>(source.image), .target = Ref<Memory>(target.image)},
                      between(to.data(), to.layout, from.data(), from.layout, from.region), args);
}

Status enqueue_image_buffer_copy(Queue& queue, cl_command_type type, const ImageRegion& image,
                                 const size_t* region, Memory& buffer, size_t offset,
                                 const EnqueueArgs& args) {
  TRY(writable(type == CL_COMMAND_COPY_IMAGE_TO_BUFFER ? buffer : image.image));
  TRY(require(image.image.type() != CL_MEM_OBJECT_IMAGE1D_BUFFER || image.image.parent() != &buffer,
              CL_INVALID_MEM_OBJECT, "the image was made from the buffer"));
  const ImageBox box = TRY(image_box(image.image, image.origin, region));
  TRY(in_buffer(buffer, offset, box.region[0] * box.region[1] * box.region[2]));
  const RectLayout packed = packed_layout(box, offset);
  if (type == CL_COMMAND_COPY_IMAGE_TO_BUFFER) {
    return enqueue_rect(queue, type,
                        {.source = Ref<Memory>(image.image), .target = Ref<Memory>(buffer)},
                        between(buffer.data(), packed, box.data(), box.layout, box.region), args);
  }
  return enqueue_rect(queue, type,
                      {.source = Ref<Memory>(buffer), .target = Ref<Memory>(image.image)},
                      between(box.data(), box.layout, buffer.data(), packed, box.region), args);
}

Status enqueue_image_fill(Queue& queue, const ImageRegion& image, const size_t* region,
                          const void* color, const EnqueueArgs& args) {
  TRY(writable(image.image));
  TRY(require(color, CL_INVALID_VALUE, "fill_color is null"));
  const ImageBox box = TRY(image_box(image.image, image.origin, region));
  const ImageFormat& format = image_of(image.image).format();
  std::byte element[kMaxElementSize];
  pack_color(format, color, element);
  return enqueue_fill_rect(queue, CL_COMMAND_FILL_IMAGE, Ref<Memory>(image.image), box.data(),
                           box.layout, box.region, element, format.element_size, args);
}

Result<void*> enqueue_image_map(Queue& queue, const ImageRegion& image, const size_t* region,
                                cl_map_flags flags, size_t* row_pitch, size_t* slice_pitch,
                                const EnqueueArgs& args) {
  const ImageBox box = TRY(image_box(image.image, image.origin, region));
  const bool has_slices = image_of(image.image).shape().has_slices();
  TRY(check_map_flags(image.image, flags));  // the CTS expects no pitches when this fails
  TRY(require(row_pitch, CL_INVALID_VALUE, "image_row_pitch is null"));
  TRY(require(slice_pitch || !has_slices, CL_INVALID_VALUE,
              "image_slice_pitch is null, and the image has slices"));
  void* pointer = TRY(
      enqueue_map(queue, CL_COMMAND_MAP_IMAGE, image.image, flags, box.data() + box.layout.offset,
                  box.layout.end - box.layout.offset, args, mapped_box(image.image, box)));
  *row_pitch = box.level->row_pitch;
  if (slice_pitch) *slice_pitch = has_slices ? box.level->slice_pitch : 0;
  return pointer;
}

}  // namespace heddle
