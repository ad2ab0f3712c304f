// SPDX-License-Identifier: Apache-2.0
// What the bytes of an element mean (OpenCL C 2.0 §6.13.14.6, §8.3), in double.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "api_test.h"

/// What kernels get and give: a float4, or the bits of an int4 or uint4.
struct Float4 {
  float s[4];
};
using Colour = std::array<double, 4>;

enum class Values { Float, Int, Uint };

inline Values ValuesOf(cl_channel_type type) {
  if (type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32) return Values::Int;
  return type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32 ? Values::Uint : Values::Float;
}

inline double HalfOf(uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double mantissa = bits & 1023;
  const double size =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

inline uint32_t Bits(const unsigned char* at, size_t bytes) {
  uint32_t value = 0;
  std::memcpy(&value, at, bytes);
  return value;
}

/// A channel as it lies in memory: a number, and of normalised types the number that stands for 1.
struct Channel {
  double number, one;
};

inline Channel ChannelOf(cl_channel_type type, const unsigned char* element, size_t n) {
  const auto byte = [&] { return element[n]; };
  const auto word = [&] { return Bits(element + 2 * n, 2); };
  const auto bits = [&](size_t bytes, size_t shift, double most) {
    return Channel{static_cast<double>(Bits(element, bytes) >> shift & static_cast<uint32_t>(most)),
                   most};
  };
  switch (type) {
    case CL_SNORM_INT8:
      return {static_cast<double>(static_cast<int8_t>(byte())), 127};
    case CL_SNORM_INT16:
      return {static_cast<double>(static_cast<int16_t>(word())), 32767};
    case CL_UNORM_INT8:
      return {static_cast<double>(byte()), 255};
    case CL_UNORM_INT16:
      return {static_cast<double>(word()), 65535};
    case CL_UNORM_SHORT_565:
      return n == 1 ? bits(2, 5, 63) : bits(2, n == 0 ? 11 : 0, 31);
    case CL_UNORM_SHORT_555:
      return bits(2, 10 - 5 * n, 31);
    case CL_UNORM_INT_101010:
      return bits(4, 20 - 10 * n, 1023);
    case CL_UNORM_INT_101010_2:
      return n == 3 ? bits(4, 0, 3) : bits(4, 22 - 10 * n, 1023);
    case CL_SIGNED_INT8:
      return {static_cast<double>(static_cast<int8_t>(byte())), 1};
    case CL_SIGNED_INT16:
      return {static_cast<double>(static_cast<int16_t>(word())), 1};
    case CL_SIGNED_INT32:
      return {static_cast<double>(static_cast<int32_t>(Bits(element + 4 * n, 4))), 1};
    case CL_UNSIGNED_INT8:
      return {static_cast<double>(byte()), 1};
    case CL_UNSIGNED_INT16:
      return {static_cast<double>(word()), 1};
    case CL_UNSIGNED_INT32:
      return {static_cast<double>(Bits(element + 4 * n, 4)), 1};
    case CL_HALF_FLOAT:
      return {HalfOf(word()), 1};
    default: {
      float value;
      std::memcpy(&value, element + 4 * n, 4);
      return {static_cast<double>(value), 1};
    }
  }
}

inline double ToLinear(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}
inline double ToSrgb(double linear) {
  return linear < 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

inline bool IsSrgb(cl_channel_order order) {
  return order == CL_sRGBx || order == CL_sRGBA || order == CL_sBGRA;
}

/// Channels that mean something: an x is not among them.
inline size_t ChannelsOf(cl_channel_order order) {
  switch (order) {
    case CL_RG:
    case CL_RGx:
    case CL_RA:
      return 2;
    case CL_RGB:
    case CL_RGBx:
    case CL_sRGBx:
      return 3;
    case CL_R:
    case CL_Rx:
    case CL_A:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_DEPTH:
      return 1;
    default:
      return 4;
  }
}

/// The channels of an element as they are filtered.
inline Colour ChannelsAt(const cl_image_format& format, const unsigned char* element) {
  const cl_channel_order order = format.image_channel_order;
  Colour colour{};
  for (size_t n = 0; n < ChannelsOf(order); ++n) {
    const auto [number, one] = ChannelOf(format.image_channel_data_type, element, n);
    const double value = one == 1 ? number : std::max(number / one, -1.0);
    colour[n] = IsSrgb(order) && n < 3 ? ToLinear(value) : value;
  }
  return colour;
}

/// §6.13.14.6: what a read makes of channels in memory.
inline Colour ColourOf(cl_channel_order order, const Colour& c) {
  switch (order) {
    case CL_A:
      return {0, 0, 0, c[0]};
    case CL_RG:
    case CL_RGx:
      return {c[0], c[1], 0, 1};
    case CL_RA:
      return {c[0], 0, 0, c[1]};
    case CL_RGB:
    case CL_RGBx:
    case CL_sRGBx:
      return {c[0], c[1], c[2], 1};
    case CL_RGBA:
    case CL_sRGBA:
      return c;
    case CL_BGRA:
    case CL_sBGRA:
      return {c[2], c[1], c[0], c[3]};
    case CL_ARGB:
      return {c[1], c[2], c[3], c[0]};
    case CL_ABGR:
      return {c[3], c[2], c[1], c[0]};
    case CL_INTENSITY:
      return {c[0], c[0], c[0], c[0]};
    case CL_LUMINANCE:
      return {c[0], c[0], c[0], 1};
    default:
      return {c[0], 0, 0, 1};
  }
}

/// The component of a colour that a write puts into channel `n`.
inline size_t ComponentOf(cl_channel_order order, size_t n) {
  const Colour numbers{2, 3, 4, 5};
  const Colour colour = ColourOf(order, numbers);
  return static_cast<size_t>(std::ranges::find(colour, numbers[n]) - colour.begin());
}

/// Is channel `n` of an element what a write of `value` leaves there (§8.3.1, §8.3.2)? Rounding to
/// nearest is asked for, 0.6 are allowed of sRGB.
inline bool IsWritten(const cl_image_format& format, const unsigned char* element, size_t n,
                      double value) {
  const cl_channel_type type = format.image_channel_data_type;
  const auto [number, one] = ChannelOf(type, element, n);
  if (one != 1) {
    const bool is_signed = type == CL_SNORM_INT8 || type == CL_SNORM_INT16;
    value = std::clamp(value, is_signed ? -1.0 : 0.0, 1.0);
    const bool is_srgb = IsSrgb(format.image_channel_order) && n < 3;
    if (is_srgb) value = ToSrgb(value);
    return std::fabs(number - value * one) <= (is_srgb ? 0.6 : 0.505);
  }
  if (type == CL_FLOAT) return number == value;
  if (type == CL_HALF_FLOAT) {
    const double size = std::max(std::fabs(value), 0x1p-14);
    return std::fabs(number - value) <= std::ldexp(1.0, std::ilogb(size) - 11);
  }
  const bool is_int = ValuesOf(type) == Values::Int;
  const int bits = type == CL_SIGNED_INT8 || type == CL_UNSIGNED_INT8     ? 8
                   : type == CL_SIGNED_INT16 || type == CL_UNSIGNED_INT16 ? 16
                                                                          : 32;
  const double most = std::ldexp(1.0, bits - is_int) - 1;
  return number == std::clamp(value, is_int ? -most - 1 : 0, most);
}
