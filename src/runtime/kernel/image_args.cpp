// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/image_args.h"

namespace heddle {
namespace {

/// The type of OpenCL C that an image has.
ImageType type_of(const ImageDetails& image) {
  const bool depth = image.format().is_depth();
  switch (image.shape().type) {
    case CL_MEM_OBJECT_IMAGE1D:
      return ImageType::Image1D;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return ImageType::Image1DArray;
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return ImageType::Image1DBuffer;
    case CL_MEM_OBJECT_IMAGE2D:
      return depth ? ImageType::Image2DDepth : ImageType::Image2D;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return depth ? ImageType::Image2DArrayDepth : ImageType::Image2DArray;
    default:
      return ImageType::Image3D;
  }
}

/// Table 18's last row and the text below it: whether one image may be both arguments.
bool may_share(Access a, Access b) {
  return a == b && a != Access::ReadWrite;
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
  return require(!writes || !(memory.flags() & CL_MEM_READ_ONLY), CL_INVALID_ARG_VALUE,
                 "the argument is written, and the image is CL_MEM_READ_ONLY");
}

Status usable_images(const KernelRecord& record, const KernelArgs& args) {
  size_t read = 0, written = 0, samplers = 0;
  for (size_t i = 0; i < record.args.size(); ++i) {
    const ArgRecord& arg = record.args[i];
    samplers += arg.kind == ArgKind::Sampler;
    if (arg.kind != ArgKind::Image) continue;
    ++(arg.access == Access::WriteOnly || arg.access == Access::ReadWrite ? written : read);
    for (size_t j = 0; j < i; ++j) {
      const bool same =
          record.args[j].kind == ArgKind::Image && args.memories()[i] == args.memories()[j];
      TRY(require(!same || may_share(arg.access, record.args[j].access), CL_INVALID_KERNEL_ARGS,
                  "an image is passed to two arguments, of which one writes"));
    }
  }
  return require(read <= Device::max_read_image_args() &&
                     written <= Device::max_write_image_args() &&
                     samplers <= Device::max_samplers(),
                 CL_OUT_OF_RESOURCES, "the kernel has more images or samplers than the device can");
}

}  // namespace heddle
