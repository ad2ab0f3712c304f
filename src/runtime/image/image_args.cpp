// SPDX-License-Identifier: Apache-2.0
#include "runtime/image/image_args.h"

namespace heddle {
namespace {

/// Returns the image's type of OpenCL C.
ImageType type_of(const ImageDetails& image) {
  const bool depth = image.format().is_depth(), samples = image.shape().num_samples != 0;
  switch (image.shape().type) {
    case CL_MEM_OBJECT_IMAGE1D:
      return ImageType::Image1D;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return ImageType::Image1DArray;
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return ImageType::Image1DBuffer;
    case CL_MEM_OBJECT_IMAGE2D:
      if (samples) return depth ? ImageType::Image2DMsaaDepth : ImageType::Image2DMsaa;
      return depth ? ImageType::Image2DDepth : ImageType::Image2D;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      if (samples) return depth ? ImageType::Image2DArrayMsaaDepth : ImageType::Image2DArrayMsaa;
      return depth ? ImageType::Image2DArrayDepth : ImageType::Image2DArray;
    default:
      return ImageType::Image3D;
  }
}

}  // namespace

Status suits_argument(const Memory& memory, const ArgRecord& arg) {
  TRY(require(is_image(memory), CL_INVALID_MEM_OBJECT, "the memory object is not an image"));
  TRY(require(type_of(image_of(memory)) == arg.image, CL_INVALID_MEM_OBJECT,
              "the image is not of the argument's type"));
  const bool reads = arg.access != Access::WriteOnly;
  const bool writes = arg.access == Access::WriteOnly || arg.access == Access::ReadWrite;
  TRY(require(!reads || !(memory.flags() & CL_MEM_WRITE_ONLY), CL_INVALID_ARG_VALUE,
              "the argument is read, and the image is CL_MEM_WRITE_ONLY"));
  return require(!writes || !(memory.flags() & (CL_MEM_READ_ONLY | khr::kMemImmutable)),
                 CL_INVALID_ARG_VALUE,
                 "the argument is written, and the image is CL_MEM_READ_ONLY or immutable");
}

}  // namespace heddle
