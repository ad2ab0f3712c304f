// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/formats.h"

#include <algorithm>
#include <iterator>

namespace heddle::gl {
namespace {

struct Pair {
  Enum internal;
  cl_image_format cl;
};

constexpr Pair kPairs[] = {
    {0x8058, {CL_RGBA, CL_UNORM_INT8}},            // GL_RGBA8
    {0x8C43, {CL_sRGBA, CL_UNORM_INT8}},           // GL_SRGB8_ALPHA8
    {0x8D8E, {CL_RGBA, CL_SIGNED_INT8}},           // GL_RGBA8I
    {0x8D88, {CL_RGBA, CL_SIGNED_INT16}},          // GL_RGBA16I
    {0x8D82, {CL_RGBA, CL_SIGNED_INT32}},          // GL_RGBA32I
    {0x8D7C, {CL_RGBA, CL_UNSIGNED_INT8}},         // GL_RGBA8UI
    {0x8D76, {CL_RGBA, CL_UNSIGNED_INT16}},        // GL_RGBA16UI
    {0x8D70, {CL_RGBA, CL_UNSIGNED_INT32}},        // GL_RGBA32UI
    {0x8F97, {CL_RGBA, CL_SNORM_INT8}},            // GL_RGBA8_SNORM
    {0x805B, {CL_RGBA, CL_UNORM_INT16}},           // GL_RGBA16
    {0x8F9B, {CL_RGBA, CL_SNORM_INT16}},           // GL_RGBA16_SNORM
    {0x881A, {CL_RGBA, CL_HALF_FLOAT}},            // GL_RGBA16F
    {0x8814, {CL_RGBA, CL_FLOAT}},                 // GL_RGBA32F
    {0x8229, {CL_R, CL_UNORM_INT8}},               // GL_R8
    {0x8F94, {CL_R, CL_SNORM_INT8}},               // GL_R8_SNORM
    {0x822A, {CL_R, CL_UNORM_INT16}},              // GL_R16
    {0x8F98, {CL_R, CL_SNORM_INT16}},              // GL_R16_SNORM
    {0x822D, {CL_R, CL_HALF_FLOAT}},               // GL_R16F
    {0x822E, {CL_R, CL_FLOAT}},                    // GL_R32F
    {0x8231, {CL_R, CL_SIGNED_INT8}},              // GL_R8I
    {0x8233, {CL_R, CL_SIGNED_INT16}},             // GL_R16I
    {0x8235, {CL_R, CL_SIGNED_INT32}},             // GL_R32I
    {0x8232, {CL_R, CL_UNSIGNED_INT8}},            // GL_R8UI
    {0x8234, {CL_R, CL_UNSIGNED_INT16}},           // GL_R16UI
    {0x8236, {CL_R, CL_UNSIGNED_INT32}},           // GL_R32UI
    {0x822B, {CL_RG, CL_UNORM_INT8}},              // GL_RG8
    {0x8F95, {CL_RG, CL_SNORM_INT8}},              // GL_RG8_SNORM
    {0x822C, {CL_RG, CL_UNORM_INT16}},             // GL_RG16
    {0x8F99, {CL_RG, CL_SNORM_INT16}},             // GL_RG16_SNORM
    {0x822F, {CL_RG, CL_HALF_FLOAT}},              // GL_RG16F
    {0x8230, {CL_RG, CL_FLOAT}},                   // GL_RG32F
    {0x8237, {CL_RG, CL_SIGNED_INT8}},             // GL_RG8I
    {0x8239, {CL_RG, CL_SIGNED_INT16}},            // GL_RG16I
    {0x823B, {CL_RG, CL_SIGNED_INT32}},            // GL_RG32I
    {0x8238, {CL_RG, CL_UNSIGNED_INT8}},           // GL_RG8UI
    {0x823A, {CL_RG, CL_UNSIGNED_INT16}},          // GL_RG16UI
    {0x823C, {CL_RG, CL_UNSIGNED_INT32}},          // GL_RG32UI
    {0x8CAC, {CL_DEPTH, CL_FLOAT}},                // GL_DEPTH_COMPONENT32F
    {0x81A5, {CL_DEPTH, CL_UNORM_INT16}},          // GL_DEPTH_COMPONENT16
    {0x88F0, {CL_DEPTH_STENCIL, CL_UNORM_INT24}},  // GL_DEPTH24_STENCIL8
    {0x8CAD, {CL_DEPTH_STENCIL, CL_FLOAT}},        // GL_DEPTH32F_STENCIL8
};

/// Returns the channel order of an internal format without a size, or 0.
cl_channel_order order_of(Enum internal) {
  switch (internal) {
    case 4:
    case kRGBA:
      return CL_RGBA;
    case kBGRA:
      return CL_BGRA;  // from OpenGL ES
    case kSRGBAlpha:
      return CL_sRGBA;
    case kRG:
      return CL_RG;
    case kRed:
      return CL_R;
    default:
      return 0;
  }
}

/// Returns the type that GL chose for an internal format without a size, or 0.
cl_channel_type type_of(const StoredFormat& stored) {
  if (stored.red_type == kUnsignedNormalized) {
    return stored.red_size == 8 ? CL_UNORM_INT8 : stored.red_size == 16 ? CL_UNORM_INT16 : 0;
  }
  if (stored.red_type != kFloat) return 0;
  return stored.red_size == 16 ? CL_HALF_FLOAT : stored.red_size == 32 ? CL_FLOAT : 0;
}

bool is_integer(cl_channel_type type) {
  return type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32;
}

Enum format_of(const cl_image_format& format) {
  const bool integer = is_integer(format.image_channel_data_type);
  switch (format.image_channel_order) {
    case CL_R:
      return integer ? kRedInteger : kRed;
    case CL_RG:
      return integer ? kRGInteger : kRG;
    case CL_BGRA:
      return kBGRA;
    case CL_DEPTH:
      return kDepthComponent;
    case CL_DEPTH_STENCIL:
      return kDepthStencil;
    default:
      return integer ? kRGBAInteger : kRGBA;
  }
}

Enum type_of(const cl_image_format& format) {
  const bool stencil = format.image_channel_order == CL_DEPTH_STENCIL;
  switch (format.image_channel_data_type) {
    case CL_UNORM_INT24:
      return kUnsignedInt24_8;
    case CL_SNORM_INT8:
    case CL_SIGNED_INT8:
      return kByte;
    case CL_UNORM_INT8:
    case CL_UNSIGNED_INT8:
      return kUnsignedByte;
    case CL_SNORM_INT16:
    case CL_SIGNED_INT16:
      return kShort;
    case CL_UNORM_INT16:
    case CL_UNSIGNED_INT16:
      return kUnsignedShort;
    case CL_SIGNED_INT32:
      return kSignedInt;
    case CL_UNSIGNED_INT32:
      return kUnsignedInt;
    case CL_HALF_FLOAT:
      return kHalfFloat;
    default:
      return stencil ? kFloatUnsignedInt24_8 : kFloat;
  }
}

}  // namespace

Result<cl_image_format> image_format_of(const StoredFormat& stored) {
  const auto* found =
      std::ranges::find(kPairs, stored.internal, [](const Pair& pair) { return pair.internal; });
  if (found != std::end(kPairs)) return found->cl;
  const cl_image_format chosen{order_of(stored.internal), type_of(stored)};
  TRY(require(chosen.image_channel_order && chosen.image_channel_data_type,
              CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              "no image format has all that OpenGL's internal format has"));
  return chosen;
}

PixelFormat pixel_format(const cl_image_format& format) {
  return {format_of(format), type_of(format)};
}

}  // namespace heddle::gl
