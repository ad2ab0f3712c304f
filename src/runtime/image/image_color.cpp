// SPDX-License-Identifier: Apache-2.0
// Converts a colour to an element of an image (§5.3.4), as OpenCL C does for write_image* (OpenCL C
// 2.0 §8.3): to the nearest even value, saturated.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "runtime/image/image_format.h"
#include "support/half.h"

namespace heddle {
namespace {

struct Channels {
  int count;
  std::array<uint8_t, 4> of;  // the one of R, G, B, A that is stored first, second...
};

Channels channels(cl_channel_order order) {
  switch (order) {
    case CL_A:
      return {1, {3}};
    case CL_RA:
      return {2, {0, 3}};
    case CL_RG:
    case CL_RGx:
      return {2, {0, 1}};
    case CL_RGB:
    case CL_RGBx:
      return {3, {0, 1, 2}};
    case CL_RGBA:
    case CL_sRGBA:
    case CL_sRGBx:
      return {4, {0, 1, 2, 3}};
    case CL_BGRA:
    case CL_sBGRA:
      return {4, {2, 1, 0, 3}};
    case CL_ARGB:
      return {4, {3, 0, 1, 2}};
    case CL_ABGR:
      return {4, {3, 2, 1, 0}};
    default:  // CL_R, CL_Rx, CL_INTENSITY, CL_LUMINANCE, CL_DEPTH
      return {1, {0}};
  }
}

bool is_srgb(cl_channel_order order) {
  return order == CL_sRGBA || order == CL_sBGRA || order == CL_sRGBx;
}

/// Returns `value` times `scale`, nearest even, within [low, high]; 0 for NaN.
int32_t scaled(float value, float scale, float low, float high) {
  const float product = value * scale;
  if (std::isnan(product)) return 0;
  return static_cast<int32_t>(std::clamp(__builtin_roundevenf(product), low, high));
}

uint32_t unorm(float value, float max) {
  return static_cast<uint32_t>(scaled(value, max, 0, max));
}

/// Converts a colour component; alpha is not converted ([EX30]).
float linear_to_srgb(float value) {
  if (!(value > 0)) return 0;  // NaN as well
  if (value >= 1) return 1;
  const double linear = value;
  return static_cast<float>(linear < 0.0031308 ? 12.92 * linear
                                               : 1.055 * std::pow(linear, 1 / 2.4) - 0.055);
}

template <class T, class V>
void put(std::byte* element, int index, V value) {
  const auto stored = static_cast<T>(value);
  std::memcpy(element + static_cast<size_t>(index) * sizeof(T), &stored, sizeof(T));
}

void put_float(std::byte* element, cl_channel_type type, int index, float value) {
  switch (type) {
    case CL_UNORM_INT8:
      return put<uint8_t>(element, index, unorm(value, 255));
    case CL_UNORM_INT16:
      return put<uint16_t>(element, index, unorm(value, 65535));
    case CL_SNORM_INT8:
      return put<int8_t>(element, index, scaled(value, 127, -127, 127));
    case CL_SNORM_INT16:
      return put<int16_t>(element, index, scaled(value, 32767, -32767, 32767));
    case CL_HALF_FLOAT:
      return put<uint16_t>(element, index, float_to_half(value));
    default:
      return put<float>(element, index, value);
  }
}

template <class T, class V>
void put_saturated(std::byte* element, int index, V value) {
  using Limits = std::numeric_limits<T>;
  put<T>(element, index, std::clamp<V>(value, Limits::min(), Limits::max()));
}

/// Writes a channel. Returns false if `type` is no unnormalised integer type.
bool put_int(std::byte* element, cl_channel_type type, int index, uint32_t value) {
  const auto as_signed = static_cast<int32_t>(value);
  switch (type) {
    case CL_SIGNED_INT8:
      return put_saturated<int8_t>(element, index, as_signed), true;
    case CL_SIGNED_INT16:
      return put_saturated<int16_t>(element, index, as_signed), true;
    case CL_UNSIGNED_INT8:
      return put_saturated<uint8_t>(element, index, value), true;
    case CL_UNSIGNED_INT16:
      return put_saturated<uint16_t>(element, index, value), true;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
      return put<uint32_t>(element, index, value), true;
    default:
      return false;
  }
}

/// Writes a packed element, the first channel in the most significant bits (§5.3.1). Returns false
/// if `type` is not packed.
bool put_packed(std::byte* element, cl_channel_type type, const std::array<float, 4>& c) {
  switch (type) {
    case CL_UNORM_SHORT_565:
      put<uint16_t>(element, 0, unorm(c[0], 31) << 11 | unorm(c[1], 63) << 5 | unorm(c[2], 31));
      return true;
    case CL_UNORM_SHORT_555:
      put<uint16_t>(element, 0, unorm(c[0], 31) << 10 | unorm(c[1], 31) << 5 | unorm(c[2], 31));
      return true;
    case CL_UNORM_INT_101010:
      put<uint32_t>(element, 0,
                    unorm(c[0], 1023) << 20 | unorm(c[1], 1023) << 10 | unorm(c[2], 1023));
      return true;
    case CL_UNORM_INT_101010_2:
      put<uint32_t>(element, 0,
                    unorm(c[0], 1023) << 22 | unorm(c[1], 1023) << 12 | unorm(c[2], 1023) << 2 |
                        unorm(c[3], 3));
      return true;
    default:
      return false;
  }
}

}  // namespace

void pack_color(const ImageFormat& format, const void* color, std::byte* element) {
  const size_t components = format.is_depth() ? 1 : 4;
  std::array<uint32_t, 4> bits{};
  std::memcpy(bits.data(), color, components * sizeof(uint32_t));
  auto values = std::bit_cast<std::array<float, 4>>(bits);
  if (is_srgb(format.order())) {
    for (size_t i = 0; i < 3; ++i) values[i] = linear_to_srgb(values[i]);
  }
  if (put_packed(element, format.data_type(), values)) return;
  const Channels stored = channels(format.order());
  for (int i = 0; i < stored.count; ++i) {
    const size_t from = stored.of[static_cast<size_t>(i)];
    if (!put_int(element, format.data_type(), i, bits[from])) {
      put_float(element, format.data_type(), i, values[from]);
    }
  }
}

}  // namespace heddle
