// SPDX-License-Identifier: Apache-2.0
#include "runtime/image/image_format.h"

#include <algorithm>
#include <iterator>

namespace heddle {
namespace {

constexpr ImageFormat kFormats[] = {
#define HD_IMAGE_FORMAT(order, data_type, size) {{CL_##order, CL_##data_type}, size},
#include "abi/image_formats.def"
#undef HD_IMAGE_FORMAT
};
// Programs query with lists of 128.
static_assert(std::size(kFormats) <= 128);

template <class T, size_t N>
bool is_one_of(T value, const T (&list)[N]) {
  return std::ranges::find(list, value) != std::end(list);
}

bool is_packed(cl_channel_type type) {
  return is_one_of<cl_channel_type>(
      type, {CL_UNORM_SHORT_565, CL_UNORM_SHORT_555, CL_UNORM_INT_101010, CL_UNORM_INT_101010_2});
}

bool is_int(cl_channel_type type) {
  return is_one_of<cl_channel_type>(type, {CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,
                                           CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32});
}

bool is_data_type(cl_channel_type type) {
  return is_packed(type) || is_int(type) ||
         is_one_of<cl_channel_type>(
             type, {CL_SNORM_INT8, CL_SNORM_INT16, CL_UNORM_INT8, CL_UNORM_INT16, CL_UNORM_INT24,
                    CL_HALF_FLOAT, CL_FLOAT});
}

bool has_8_bits(cl_channel_type type) {
  return is_one_of<cl_channel_type>(
      type, {CL_SNORM_INT8, CL_UNORM_INT8, CL_SIGNED_INT8, CL_UNSIGNED_INT8});
}

/// Tells whether the format is in tables 14 and 15, and for depth in [EX16].
bool is_valid(const cl_image_format& format) {
  const cl_channel_type type = format.image_channel_data_type;
  if (!is_data_type(type)) return false;
  switch (format.image_channel_order) {
    case CL_RGB:
    case CL_RGBx:
      return is_packed(type) && type != CL_UNORM_INT_101010_2;
    case CL_RGBA:
      return (!is_packed(type) || type == CL_UNORM_INT_101010_2) && type != CL_UNORM_INT24;
    case CL_R:
    case CL_Rx:
    case CL_A:
    case CL_RG:
    case CL_RGx:
    case CL_RA:
      return !is_packed(type) && type != CL_UNORM_INT24;
    case CL_INTENSITY:
    case CL_LUMINANCE:
      return !is_packed(type) && !is_int(type) && type != CL_UNORM_INT24;
    case CL_ARGB:
    case CL_ABGR:
    case CL_BGRA:
      return has_8_bits(type);
    case CL_sRGB:
    case CL_sRGBx:
    case CL_sRGBA:
    case CL_sBGRA:
      return type == CL_UNORM_INT8;
    case CL_DEPTH:
      return type == CL_UNORM_INT16 || type == CL_FLOAT;
    case CL_DEPTH_STENCIL:
      return type == CL_UNORM_INT24 || type == CL_FLOAT;
    default:
      return false;
  }
}

}  // namespace

std::span<const ImageFormat> image_formats() {
  return kFormats;
}

bool suits(const ImageFormat& format, cl_mem_object_type type) {
  return !format.is_depth() || type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

Result<const ImageFormat*> image_format(const cl_image_format* format, cl_mem_object_type type) {
  TRY(require(format && is_valid(*format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              "no image format, or an order and a data type that do not go together"));
  const ImageFormat* const found = known_format(*format, type);
  TRY(require(found && !found->has_stencil(), CL_IMAGE_FORMAT_NOT_SUPPORTED,
              "no device has this image format for images of this type"));
  return found;
}

const ImageFormat* known_format(const cl_image_format& format, cl_mem_object_type type) {
  const auto* const found = std::ranges::find_if(kFormats, [&](const ImageFormat& each) {
    return each.order() == format.image_channel_order &&
           each.data_type() == format.image_channel_data_type;
  });
  return found != std::end(kFormats) && suits(*found, type) ? found : nullptr;
}

}  // namespace heddle
