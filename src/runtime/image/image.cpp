// SPDX-License-Identifier: Apache-2.0
#include "runtime/image/image.h"

#include <tuple>

#include "runtime/image/image_desc.h"
#include "runtime/memory/memory_flags.h"

namespace heddle {
namespace {

hd_image_level level_at(const LevelLayout& layout, std::byte* data) {
  return {reinterpret_cast<unsigned char*>(data) + layout.offset,
          static_cast<int32_t>(layout.width),
          static_cast<int32_t>(layout.height),
          static_cast<int32_t>(layout.depth),
          layout.row_pitch,
          layout.slice_pitch};
}

/// Returns the mip level that a command names, in the element of `origin` after those that the type
/// uses ([EX29]).
Result<size_t> level_of(const ImageDetails& image, const size_t* origin, size_t dimensions) {
  if (image.levels().size() == 1) return size_t{0};
  TRY(require(origin[dimensions] < image.levels().size(), CL_INVALID_MIP_LEVEL,
              "the image has no such mip level"));
  return origin[dimensions];
}

size_t dimensions_of(const ImageShape& shape) {
  return 1u + shape.has_height() + shape.has_slices();
}

using I = const ImageDetails&;

size_t only_if(bool has, size_t value) {
  return has ? value : 0;
}

}  // namespace

ImageDetails::ImageDetails(const ImageFormat& format, const ImageShape& shape,
                           const Queried& queried, std::byte* data)
    : format_(format), shape_(shape), queried_(queried) {
  for (const LevelLayout& layout : level_layouts(shape, format.element_size)) {
    levels_.push_back(level_at(layout, data));
  }
  const hd_image_level& first = levels_.front();
  view_ = {first.data,
           first.width,
           first.height,
           first.depth,
           static_cast<int32_t>(shape.array_size),
           first.row_pitch,
           first.slice_pitch,
           shape.type,
           format.order(),
           format.data_type(),
           static_cast<uint32_t>(format.element_size),
           static_cast<uint32_t>(levels_.size()),
           shape.num_samples,
           levels_.data()};
}

bool is_image(const Memory& memory) {
  return is_image_type(memory.type());
}

Result<Ref<Memory>> image_handle(cl_mem mem) {
  Ref<Memory> memory = TRY(handle<Memory>(mem));
  TRY(require(is_image(*memory), CL_INVALID_MEM_OBJECT, "not an image"));
  return memory;
}

Result<Ref<Memory>> image_for(const Queue& queue, cl_mem mem) {
  Ref<Memory> memory = TRY(image_handle(mem));
  TRY(same_context(queue, *memory));
  const ImageDetails& image = image_of(*memory);
  TRY(require(!image.format().has_stencil() && image.shape().num_samples == 0, CL_INVALID_OPERATION,
              "images with stencil or samples can be read by kernels only"));
  return memory;
}

Status supported_image_formats(const Context& context, cl_mem_flags flags, cl_mem_object_type type,
                               cl_uint num_entries, cl_image_format* formats,
                               cl_uint* num_formats) {
  // All formats can do everything with kernels, except those of OpenGL's textures.
  const bool shared = context.sharing() && flags & CL_MEM_READ_ONLY;
  TRY(memory_flags(flags,
                   kContentAccess | kHostPointer | kHostAccess | CL_MEM_KERNEL_READ_AND_WRITE));
  TRY(require(is_image_type(type), CL_INVALID_VALUE, "not an image type"));
  TRY(require(num_entries || !formats, CL_INVALID_VALUE, "a list of zero entries"));
  cl_uint count = 0;
  for (const ImageFormat& format : image_formats()) {
    if (!suits(format, type) || (format.has_stencil() && !shared)) continue;
    if (formats && count < num_entries) formats[count] = format.cl;
    ++count;
  }
  if (num_formats) *num_formats = count;
  return {};
}

Status image_info(const Memory& image, cl_image_info id, const InfoSink& sink) {
  static constexpr std::tuple table{
      Row{CL_IMAGE_FORMAT, [](I i) { return i.format().cl; }},
      Row{CL_IMAGE_ELEMENT_SIZE, [](I i) { return i.format().element_size; }},
      Row{CL_IMAGE_ROW_PITCH, [](I i) { return i.queried().row_pitch; }},
      Row{CL_IMAGE_SLICE_PITCH,
          [](I i) { return only_if(i.shape().has_slices(), i.queried().slice_pitch); }},
      Row{CL_IMAGE_WIDTH, [](I i) { return i.shape().width; }},
      Row{CL_IMAGE_HEIGHT, [](I i) { return only_if(i.shape().has_height(), i.shape().height); }},
      Row{CL_IMAGE_DEPTH, [](I i) { return only_if(i.shape().is_3d(), i.shape().depth); }},
      Row{CL_IMAGE_ARRAY_SIZE,
          [](I i) { return only_if(i.shape().is_array(), i.shape().array_size); }},
      Row{CL_IMAGE_NUM_MIP_LEVELS, [](I i) { return i.queried().num_mip_levels; }},
      Row{CL_IMAGE_NUM_SAMPLES, [](I i) { return i.shape().num_samples; }},
  };
  if (id == CL_IMAGE_BUFFER) {  // deprecated by OpenCL 2.0
    Memory* parent = image.parent();
    return put(sink, static_cast<cl_mem>(parent && parent->is_buffer() ? parent : nullptr));
  }
  return query(table, image_of(image), id, sink);
}

Result<ImageBox> image_box(const Memory& image, const size_t* origin, const size_t* region) {
  const ImageDetails& details = image_of(image);
  const ImageShape& shape = details.shape();
  TRY(require(origin && region, CL_INVALID_VALUE, "origin or region is null"));
  const size_t dimensions = dimensions_of(shape);
  const hd_image_level& level = details.levels()[TRY(level_of(details, origin, dimensions))];

  size_t extent[3] = {static_cast<size_t>(level.width), 1, 1};
  size_t pitch[3] = {details.format().element_size, level.row_pitch, level.slice_pitch};
  if (shape.has_height()) extent[1] = static_cast<size_t>(level.height);
  const size_t slices = shape.array_size * static_cast<size_t>(level.depth);
  if (shape.has_slices()) extent[dimensions - 1] = slices;
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
    pitch[1] = level.slice_pitch;
    pitch[2] = level.slice_pitch * shape.array_size;
  }

  ImageBox box{&level, {0, pitch[1], pitch[2], 0}, {region[0] * pitch[0], region[1], region[2]}};
  for (size_t d = 0; d < 3; ++d) {
    // In a mip-mapped image the element after the last dimension is the level.
    const size_t from = d < dimensions || details.levels().size() == 1 ? origin[d] : 0;
    TRY(require(region[d] > 0 && in_range(from, region[d], extent[d]), CL_INVALID_VALUE,
                "the region is empty or outside the image"));
    box.layout.offset += from * pitch[d];
  }
  box.layout.end =
      box.layout.offset + (region[2] - 1) * pitch[2] + (region[1] - 1) * pitch[1] + box.region[0];
  return box;
}

}  // namespace heddle
