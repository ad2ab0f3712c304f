// SPDX-License-Identifier: Apache-2.0
// Image objects (§5.3) and mip-mapped images ([EX29]). Elements lie in rows, linear. Rows of an
// image with storage of its own are padded, but queries do not tell: CL_IMAGE_ROW_PITCH is the
// pitch of the descriptor, or follows from it. The true layout of the elements is in hd_image, the
// struct that kernels get.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <vector>

#include "abi/kernel_abi.h"
#include "runtime/command/queue.h"
#include "runtime/image/image_desc.h"
#include "runtime/image/image_format.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/validate.h"

namespace heddle {

/// The details that an image adds to a memory object.
class ImageDetails final : public Memory::Details {
 public:
  /// The answers of clGetImageInfo.
  struct Queried {
    size_t row_pitch, slice_pitch;
    cl_uint num_mip_levels;
  };

  /// `data` is the first element. Levels follow each other, each with pitches of its own.
  ImageDetails(const ImageFormat& format, const ImageShape& shape, const Queried& queried,
               std::byte* data);

  const ImageFormat& format() const { return format_; }
  const ImageShape& shape() const { return shape_; }
  const Queried& queried() const { return queried_; }
  /// Returns the struct for kernels: constant, and here as long as the memory object lives.
  const hd_image& view() const { return view_; }
  const std::vector<hd_image_level>& levels() const { return levels_; }

 private:
  const ImageFormat& format_;
  const ImageShape shape_;
  const Queried queried_;
  std::vector<hd_image_level> levels_;
  hd_image view_;
};

bool is_image(const Memory& memory);
inline const ImageDetails& image_of(const Memory& memory) {
  return memory.details<ImageDetails>();
}
/// Returns the object of an image's handle; CL_INVALID_MEM_OBJECT unless it is an image.
Result<Ref<Memory>> image_handle(cl_mem mem);
/// Returns an image for a command. CL_INVALID_CONTEXT, too, and CL_INVALID_OPERATION if only
/// kernels can use the image.
Result<Ref<Memory>> image_for(const Queue& queue, cl_mem mem);

/// Implements clCreateImage.
Result<Ref<Memory>> create_image(Context& context, cl_mem_flags flags,
                                 const cl_image_format* format, const cl_image_desc* desc,
                                 void* host_ptr);
/// Implements clCreateImageWithProperties.
Result<Ref<Memory>> create_image(Context& context, const cl_mem_properties* properties,
                                 cl_mem_flags flags, const cl_image_format* format,
                                 const cl_image_desc* desc, void* host_ptr);
/// Implements clCreateImage2D and clCreateImage3D: they have one more rule for sizes
/// (CL_INVALID_IMAGE_SIZE).
Result<Ref<Memory>> create_image_1_1(Context& context, cl_mem_flags flags,
                                     const cl_image_format* format, const cl_image_desc& desc,
                                     void* host_ptr);
/// Makes an image with storage of its own from an object of another API. `flags` and `desc` are
/// right except for the sizes. CL_INVALID_IMAGE_SIZE.
Result<Ref<Memory>> create_shared_image(Context& context, cl_mem_flags flags,
                                        const ImageFormat& format, const cl_image_desc& desc);
/// Implements clGetSupportedImageFormats.
Status supported_image_formats(const Context& context, cl_mem_flags flags, cl_mem_object_type type,
                               cl_uint num_entries, cl_image_format* formats, cl_uint* num_formats);
/// Implements clGetImageInfo.
Status image_info(const Memory& image, cl_image_info id, const InfoSink& sink);

/// A region of one mip level as a command names it, in bytes. `region` is bytes of a row, rows and
/// slices; the layers of a 1D array are its rows. `layout` counts from `level->data`.
struct ImageBox {
  const hd_image_level* level;
  RectLayout layout;
  size_t region[3];

  std::byte* data() const { return reinterpret_cast<std::byte*>(level->data); }
};
/// Checks a region. CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL. The fourth element of `origin` is read
/// only if the image is mip-mapped and has that many ([EX29]).
Result<ImageBox> image_box(const Memory& image, const size_t* origin, const size_t* region);

}  // namespace heddle
