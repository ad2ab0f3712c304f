// SPDX-License-Identifier: Apache-2.0
// Creates image objects (§5.3.1).
#include <cstdint>
#include <cstring>
#include <memory>

#include "abi/kernel_abi.h"
#include "runtime/image/image.h"
#include "runtime/image/image_desc.h"
#include "runtime/image/image_requirements.h"
#include "runtime/memory/memory_flags.h"
#include "support/checked.h"

namespace heddle {
namespace {

using Queried = ImageDetails::Queried;

std::unique_ptr<ImageDetails> details(const ImageFormat& format, const ImageShape& shape,
                                      const Queried& queried, std::byte* data) {
  return std::make_unique<ImageDetails>(format, shape, queried, data);
}

/// Checks the arguments that all images made from another object share. Returns the complete flags.
Result<cl_mem_flags> view_flags(const Context& context, const Memory& parent, cl_mem_flags flags,
                                const void* host_ptr) {
  TRY(require(&parent.context() == &context, CL_INVALID_CONTEXT,
              "mem_object is of another context"));
  TRY(require(flags & khr::kMemImmutable || !(parent.flags() & khr::kMemImmutable),
              CL_INVALID_VALUE, "CL_MEM_IMMUTABLE_EXT is missing: mem_object has it"));
  const cl_mem_flags complete = TRY(inherited_flags(flags, parent.flags()));
  TRY(require(!host_ptr, CL_INVALID_HOST_PTR, "an image made from another object has host_ptr"));
  return complete;
}

// ---- Storage of its own, or the application's.

/// The bytes after an image: kernels load two registers from an element on, and mask off the rest.
constexpr size_t kBehind = HD_OVERREAD_BYTES;

/// Copies host_ptr's elements into storage with other pitches.
void copy_elements(const LevelLayout& to, const ImageShape& from, size_t element_size,
                   std::byte* target, const void* host_ptr) {
  const auto* source = static_cast<const std::byte*>(host_ptr);
  for (size_t z = 0; z < from.slices(); ++z) {
    for (size_t y = 0; y < from.height; ++y) {
      std::memcpy(target + z * to.slice_pitch + y * to.row_pitch,
                  source + z * from.slice_pitch + y * from.row_pitch, from.width * element_size);
    }
  }
}

Result<Ref<Memory>> create_with_storage(Context& context, Result<cl_mem_flags> flags,
                                        const ImageFormat& format, const cl_image_desc& desc,
                                        Result<ImageShape> shape, void* host_ptr) {
  const cl_mem_flags complete = TRY(std::move(flags));
  ImageShape given = TRY(std::move(shape));
  TRY(host_pointer(complete, host_ptr));
  TRY(require(host_ptr || (!desc.image_row_pitch && !desc.image_slice_pitch),
              CL_INVALID_IMAGE_DESCRIPTOR, "a pitch is given, but no host_ptr"));
  TRY(require(!host_ptr || given.num_mip_levels == 1, CL_INVALID_HOST_PTR,
              "a mip-mapped image cannot be made from host_ptr"));
  TRY(complete_pitches(given, format.element_size));
  const Queried queried{given.row_pitch, given.slice_pitch, desc.num_mip_levels};
  const size_t slice = given.width * format.element_size * given.height;
  TRY(require(slice <= Device::max_mem_alloc_size() / given.slices(),
              CL_MEM_OBJECT_ALLOCATION_FAILURE,
              "the image is larger than CL_DEVICE_MAX_MEM_ALLOC_SIZE"));

  if (complete & CL_MEM_USE_HOST_PTR) {
    const size_t size = given.slice_pitch * given.slices();
    auto image = details(format, given, queried, static_cast<std::byte*>(host_ptr));
    return make<Memory>(context, given.type, complete, size, Storage::borrow(host_ptr), host_ptr,
                        std::move(image));
  }
  ImageShape stored = given;
  choose_pitches(stored, format.element_size);
  const auto levels = level_layouts(stored, format.element_size);
  const size_t size = levels.back().offset + levels.back().size;
  Storage storage = TRY(Storage::allocate(context.number(), size + kBehind));
  std::memset(storage.data() + size, 0, kBehind);
  if (host_ptr) {
    copy_elements(levels.front(), given, format.element_size, storage.data(), host_ptr);
  }
  auto image = details(format, stored, queried, storage.data());
  return make<Memory>(context, given.type, complete, size, std::move(storage), nullptr,
                      std::move(image));
}

// ---- In memory of another API.

/// Makes a linear image with the pitches of the descriptor, or a packed one where it has none.
Result<Ref<Memory>> create_external(Context& context, const ExternalHandle& handle,
                                    cl_mem_flags flags, const ImageFormat& format,
                                    const cl_image_desc& desc, const void* host_ptr) {
  const cl_mem_flags complete = TRY(external_flags(flags, host_ptr));
  TRY(require(!desc.mem_object && desc.image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER,
              CL_INVALID_IMAGE_DESCRIPTOR,
              "an image from an external handle is made from no other object"));
  ImageShape shape = TRY(image_shape(desc));
  TRY(require(shape.num_mip_levels == 1, CL_INVALID_IMAGE_DESCRIPTOR,
              "an image from an external handle has no mip levels"));
  TRY(complete_pitches(shape, format.element_size));
  const LevelLayout level = level_layouts(shape, format.element_size).front();
  const Queried queried{shape.row_pitch, shape.slice_pitch, desc.num_mip_levels};
  const bool is_read_only = complete & khr::kMemImmutable;
  Storage storage = TRY(Storage::import(handle, level.size, is_read_only));
  auto image = details(format, shape, queried, storage.data());
  return make<Memory>(context, shape.type, complete, level.size, std::move(storage), nullptr,
                      std::move(image));
}

// ---- In the elements of a buffer.

/// Checks the alignments of [EX21], and that of slices (cl_ext_image_from_buffer).
Status aligned_for_image(const Memory& buffer, const ImageShape& shape, size_t element_size) {
  constexpr cl_int error = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  const size_t pitch = image_pitch_alignment(element_size);
  TRY(require(shape.row_pitch % pitch == 0, error,
              "the row pitch is no multiple of CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT"));
  TRY(require(shape.slice_pitch % pitch == 0, error,
              "the slice pitch is no multiple of CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT"));
  return require(
      !(buffer.flags() & CL_MEM_USE_HOST_PTR) ||
          reinterpret_cast<uintptr_t>(buffer.host_ptr()) % image_base_alignment(element_size) == 0,
      error, "the buffer's host_ptr is not aligned for images");
}

Result<Ref<Memory>> create_from_buffer(Context& context, Memory& buffer, cl_mem_flags flags,
                                       const ImageFormat& format, const cl_image_desc& desc,
                                       void* host_ptr) {
  const cl_mem_flags complete = TRY(view_flags(context, buffer, flags, host_ptr));
  TRY(require(desc.image_type != CL_MEM_OBJECT_IMAGE2D || (desc.image_width && desc.image_height),
              CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,  // [EX21.3]
              "a 2D image made from a buffer without a width or a height"));
  ImageShape shape = TRY(image_shape(desc));
  TRY(require(shape.num_mip_levels == 1, CL_INVALID_IMAGE_DESCRIPTOR,
              "mip levels for an image made from a buffer"));
  TRY(require(shape.has_slices() || !desc.image_slice_pitch, CL_INVALID_IMAGE_DESCRIPTOR,
              "a slice pitch for an image without slices"));
  TRY(aligned_for_image(buffer, shape, format.element_size));
  TRY(complete_pitches(shape, format.element_size));
  const size_t size = size_in_buffer(shape, format.element_size);
  TRY(require(size <= buffer.size(), CL_INVALID_IMAGE_SIZE, "the image is larger than its buffer"));
  const Queried queried{shape.row_pitch, shape.slice_pitch, desc.num_mip_levels};
  auto image = details(format, shape, queried, buffer.data());
  return make<Memory>(buffer, shape.type, complete, 0, size, std::move(image));
}

// ---- Another view of an image.

/// Tells whether images of one channel order can be seen as those of another.
bool is_view_of(cl_channel_order order, cl_channel_order of) {
  constexpr cl_channel_order pairs[][2] = {
      {CL_sBGRA, CL_BGRA}, {CL_sRGBA, CL_RGBA}, {CL_sRGB, CL_RGB}, {CL_sRGBx, CL_RGBx}};
  for (const auto& pair : pairs) {
    if ((order == pair[0] && of == pair[1]) || (order == pair[1] && of == pair[0])) return true;
  }
  return order == CL_DEPTH && of == CL_R;
}

Result<Ref<Memory>> create_from_image(Context& context, Memory& parent, cl_mem_flags flags,
                                      const ImageFormat& format, const cl_image_desc& desc,
                                      void* host_ptr) {
  const cl_mem_flags complete = TRY(view_flags(context, parent, flags, host_ptr));
  const ImageDetails& of = image_of(parent);
  TRY(require(format.data_type() == of.format().data_type() &&
                  is_view_of(format.order(), of.format().order()),
              CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              "the image's channel order cannot be seen as this one"));
  const size_t row_pitch = desc.image_row_pitch;
  TRY(require(desc.image_width == of.shape().width && desc.image_height == of.shape().height &&
                  (!row_pitch || row_pitch == of.queried().row_pitch ||
                   row_pitch == of.shape().row_pitch) &&
                  desc.image_slice_pitch == 0 && desc.num_samples == 0 &&
                  of.shape().num_samples == 0 && desc.num_mip_levels == of.queried().num_mip_levels,
              CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              "the descriptor is not that of the image it is made from"));
  auto image = details(format, of.shape(), of.queried(), parent.data());
  return make<Memory>(parent, desc.image_type, complete, 0, parent.size(), std::move(image));
}

Result<const ImageFormat*> described_format(const cl_image_format* format,
                                            const cl_image_desc* desc) {
  TRY(require(desc && is_image_type(desc->image_type), CL_INVALID_IMAGE_DESCRIPTOR,
              "image_desc is null or not of an image type"));
  return image_format(format, desc->image_type);
}

}  // namespace

Result<Ref<Memory>> create_image(Context& context, cl_mem_flags flags,
                                 const cl_image_format* format, const cl_image_desc* desc,
                                 void* host_ptr) {
  const ImageFormat& known = *TRY(described_format(format, desc));
  const bool is_1d_buffer = desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  if (!desc->mem_object) {
    TRY(require(!is_1d_buffer, CL_INVALID_IMAGE_DESCRIPTOR, "a 1D image buffer without a buffer"));
    return create_with_storage(context, storage_flags(flags), known, *desc, image_shape(*desc),
                               host_ptr);
  }
  const Ref<Memory> parent = Memory::from(desc->mem_object);
  if (parent && parent->is_buffer()) {
    return create_from_buffer(context, *parent, flags, known, *desc, host_ptr);
  }
  TRY(require(parent && desc->image_type == CL_MEM_OBJECT_IMAGE2D &&
                  parent->type() == CL_MEM_OBJECT_IMAGE2D,
              CL_INVALID_IMAGE_DESCRIPTOR,
              "mem_object is no memory object, or no image of this type can be made from it"));
  return create_from_image(context, *parent, flags, known, *desc, host_ptr);
}

Result<Ref<Memory>> create_image(Context& context, const cl_mem_properties* properties,
                                 cl_mem_flags flags, const cl_image_format* format,
                                 const cl_image_desc* desc, void* host_ptr) {
  auto given = TRY(memory_properties(context, properties, /*of_buffer=*/false));
  auto image = given.handle
                   ? TRY(create_external(context, *given.handle, flags,
                                         *TRY(described_format(format, desc)), *desc, host_ptr))
                   : TRY(create_image(context, flags, format, desc, host_ptr));
  image->set_properties(std::move(given.list));
  return image;
}

Result<Ref<Memory>> create_shared_image(Context& context, cl_mem_flags flags,
                                        const ImageFormat& format, const cl_image_desc& desc) {
  return create_with_storage(context, flags, format, desc, shared_image_shape(desc), nullptr);
}

Result<Ref<Memory>> create_image_1_1(Context& context, cl_mem_flags flags,
                                     const cl_image_format* format, const cl_image_desc& desc,
                                     void* host_ptr) {
  const bool is_3d = desc.image_type == CL_MEM_OBJECT_IMAGE3D;
  TRY(require(desc.image_width && desc.image_height && (!is_3d || desc.image_depth > 1),
              CL_INVALID_IMAGE_SIZE, "a size is 0, or a depth of 1"));
  auto image = create_image(context, flags, format, &desc, host_ptr);
  // An error in the pitches for the newer call is one in the sizes here.
  if (!image && image.error().code == CL_INVALID_IMAGE_DESCRIPTOR) {
    return Error{CL_INVALID_IMAGE_SIZE, image.error().why};
  }
  return image;
}

}  // namespace heddle
