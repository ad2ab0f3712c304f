// SPDX-License-Identifier: Apache-2.0
#include "runtime/image/image_requirements.h"

#include <algorithm>
#include <limits>
#include <span>

#include "platform/device.h"
#include "platform/later_extensions.h"
#include "runtime/image/image_format.h"
#include "runtime/memory/external_memory.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/memory_flags.h"

namespace heddle {
namespace {

constexpr cl_mem_object_type kTypes[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                         CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                         CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

/// A size of a descriptor, and the images that have it.
struct Extent {
  cl_uint id;
  size_t cl_image_desc::*member;
  std::span<const cl_mem_object_type> types;
};
constexpr cl_mem_object_type kWithHeight[] = {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                              CL_MEM_OBJECT_IMAGE3D};
constexpr cl_mem_object_type kWithDepth[] = {CL_MEM_OBJECT_IMAGE3D};
constexpr cl_mem_object_type kArrays[] = {CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY};
constexpr Extent kExtents[] = {
    {khr::kImageRequirementsMaxWidth, &cl_image_desc::image_width, kTypes},
    {khr::kImageRequirementsMaxHeight, &cl_image_desc::image_height, kWithHeight},
    {khr::kImageRequirementsMaxDepth, &cl_image_desc::image_depth, kWithDepth},
    {khr::kImageRequirementsMaxArraySize, &cl_image_desc::image_array_size, kArrays},
};

template <class T>
bool is_one_of(T value, std::span<const T> list) {
  return std::ranges::find(list, value) != list.end();
}

/// Returns the largest value that images of the type can have.
size_t limit_of(cl_mem_object_type type, size_t cl_image_desc::*member) {
  if (member == &cl_image_desc::image_array_size) return Device::image_max_array_size();
  if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) return Device::image_max_buffer_size();
  return type == CL_MEM_OBJECT_IMAGE3D ? Device::image_3d_max() : Device::image_2d_max();
}

/// Sets the sizes that are 0 to `value`, or to the limit if that is smaller.
cl_image_desc with_all(const cl_image_desc& desc, size_t value) {
  cl_image_desc all = desc;
  for (const Extent& each : kExtents) {
    size_t& size = all.*each.member;
    if (is_one_of(desc.image_type, each.types) && size == 0)
      size = std::min(value, limit_of(desc.image_type, each.member));
  }
  return all;
}

/// Checks that such an image can exist in so many bytes: CL_INVALID_IMAGE_DESCRIPTOR,
/// CL_INVALID_IMAGE_SIZE.
Status fits(const cl_image_desc& desc, size_t element_size, size_t bytes) {
  ImageShape shape = TRY(image_shape(desc));
  TRY(complete_pitches(shape, element_size));
  return require(size_in_buffer(shape, element_size) <= bytes, CL_INVALID_IMAGE_SIZE,
                 "the image is larger than the memory that there is for it");
}

/// Finds the largest value of `extent` with which images of the type can be made, for all values of
/// the sizes that the descriptor leaves open.
Result<cl_uint> largest(const cl_image_desc& desc, const Extent& extent, size_t element_size,
                        size_t bytes) {
  cl_image_desc smallest = desc;
  smallest.*extent.member = 1;
  const Status valid =
      fits(with_all(smallest, 1), element_size, std::numeric_limits<size_t>::max());
  TRY(require(static_cast<bool>(valid), CL_INVALID_IMAGE_DESCRIPTOR,
              "no image can have the sizes and pitches of image_desc"));
  size_t good = 0, bad = limit_of(desc.image_type, extent.member) + 1;
  while (bad - good > 1) {
    const size_t middle = good + (bad - good) / 2;
    cl_image_desc tried = desc;
    tried.*extent.member = middle;
    const cl_image_desc all = with_all(tried, std::numeric_limits<size_t>::max());
    (fits(all, element_size, bytes) ? good : bad) = middle;
  }
  return static_cast<cl_uint>(good);
}

/// The format and the memory of the images of a question.
struct Given {
  const ImageFormat* format;  ///< null: any
  size_t element_size;
  size_t bytes;
};

/// Finds the largest value for all types that the descriptor leaves open.
Result<cl_uint> largest_of_all(const cl_image_desc& desc, const Extent& extent,
                               const Given& given) {
  TRY(require(desc.image_type == 0 || is_one_of(desc.image_type, extent.types),
              CL_INVALID_IMAGE_DESCRIPTOR, "images of this type have no such size"));
  cl_uint all = std::numeric_limits<cl_uint>::max();
  for (const cl_mem_object_type type : extent.types) {
    if (desc.image_type != 0 && desc.image_type != type) continue;
    if (given.format && !suits(*given.format, type)) continue;
    cl_image_desc of_type = desc;
    of_type.image_type = type;
    all = std::min(all, TRY(largest(of_type, extent, given.element_size, given.bytes)));
  }
  return all == std::numeric_limits<cl_uint>::max() ? 0 : all;
}

/// Looks the format up: CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, also if images of the type do not have
/// it.
Result<const ImageFormat*> given_format(const cl_image_format* format, cl_mem_object_type type) {
  if (!format) return static_cast<const ImageFormat*>(nullptr);
  auto known = image_format(format, type);
  if (!known) return Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, known.error().why};
  return known.value();
}

/// Returns the bytes that the image may have: CL_INVALID_IMAGE_DESCRIPTOR.
Result<size_t> bytes_for(const Context& context, const cl_image_desc& desc) {
  if (!desc.mem_object) return Device::max_mem_alloc_size();
  const Ref<Memory> memory = Memory::from(desc.mem_object);
  TRY(require(memory && &memory->context() == &context, CL_INVALID_IMAGE_DESCRIPTOR,
              "mem_object is no memory object of the context"));
  return memory->size();
}

/// Checks properties and flags: CL_INVALID_PROPERTY, CL_INVALID_VALUE.
Status check_use(const Context& context, const ImageQuestion& question) {
  const auto properties = memory_properties(context, question.properties, /*of_buffer=*/false);
  if (!properties) return Error{CL_INVALID_PROPERTY, properties.error().why};
  TRY(memory_flags(question.flags,
                   kContentAccess | kHostPointer | kHostAccess | CL_MEM_KERNEL_READ_AND_WRITE));
  return {};
}

/// Checks that an image can have its type and sizes: CL_INVALID_IMAGE_DESCRIPTOR.
Status check_sizes(const cl_image_desc& desc) {
  return require(is_image_type(desc.image_type) && image_shape(desc), CL_INVALID_IMAGE_DESCRIPTOR,
                 "no image can have the type and the sizes of image_desc");
}

}  // namespace

size_t image_base_alignment(size_t element_size) {
  return std::min(element_size, sizeof(cl_uint));
}

size_t image_pitch_alignment(size_t element_size) {
  return Device::image_pitch_alignment() * element_size;
}

size_t size_in_buffer(const ImageShape& shape, size_t element_size) {
  if (shape.has_slices()) return shape.slice_pitch * shape.slices();
  return shape.has_height() ? shape.slice_pitch : shape.width * element_size;
}

Status image_requirements(const Context& context, const ImageQuestion& question, cl_uint id,
                          const InfoSink& sink) {
  TRY(check_use(context, question));
  const cl_image_desc desc = question.desc ? *question.desc : cl_image_desc{};
  const bool has_type = is_image_type(desc.image_type);
  TRY(require(has_type || desc.image_type == 0, CL_INVALID_IMAGE_DESCRIPTOR,
              "image_desc is not of an image type"));
  const ImageFormat* const format = TRY(given_format(
      question.format, has_type ? desc.image_type : cl_mem_object_type{CL_MEM_OBJECT_IMAGE2D}));
  const size_t element_size = format ? format->element_size : kMaxElementSize;
  for (const Extent& each : kExtents) {
    if (each.id != id) continue;
    const Given given{format, element_size, TRY(bytes_for(context, desc))};
    return put(sink, TRY(largest_of_all(desc, each, given)));
  }
  if (question.desc) TRY(check_sizes(desc));
  switch (id) {
    case khr::kImageRequirementsBaseAddressAlignment:
      return put(sink, image_base_alignment(element_size));
    case khr::kImageRequirementsRowPitchAlignment:
    case khr::kImageRequirementsSlicePitchAlignment:
      return put(sink, image_pitch_alignment(element_size));
    case khr::kImageRequirementsSize: {
      TRY(require(question.desc && format, CL_INVALID_VALUE, "image_format or image_desc is null"));
      ImageShape shape = TRY(image_shape(desc));
      TRY(require(shape.num_mip_levels == 1, CL_INVALID_IMAGE_DESCRIPTOR,
                  "an image made from a buffer has no mip levels"));
      TRY(complete_pitches(shape, element_size));
      return put(sink, size_in_buffer(shape, element_size));
    }
    default:
      return Error{CL_INVALID_VALUE, "unknown param_name"};
  }
}

}  // namespace heddle
