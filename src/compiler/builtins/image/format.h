// SPDX-License-Identifier: Apache-2.0
// Conversion between the bits of an element and its channels (OpenCL C 2.0 §8.3). The format is the
// same for all work-items: values that depend on it are scalars, branches are uniform, and both are
// constants in a variant that was made for the formats of a launch.
#ifndef HEDDLE_BUILTINS_IMAGE_FORMAT_H
#define HEDDLE_BUILTINS_IMAGE_FORMAT_H

#include "hd.h"
#include "image/layout.h"
#include "image/srgb.h"

#pragma OPENCL FP_CONTRACT ON

// The compiler turns opaque types into plain pointers before it links the library.
typedef private void* image;
typedef private void* sampler;

enum channel_order {
  ORDER_R = 0x10B0,
  ORDER_A,
  ORDER_RG,
  ORDER_RA,
  ORDER_RGB,
  ORDER_RGBA,
  ORDER_BGRA,
  ORDER_ARGB,
  ORDER_INTENSITY,
  ORDER_LUMINANCE,
  ORDER_Rx,
  ORDER_RGx,
  ORDER_RGBx,
  ORDER_DEPTH,
  ORDER_DEPTH_STENCIL,
  ORDER_sRGB,
  ORDER_sRGBx,
  ORDER_sRGBA,
  ORDER_sBGRA,
  ORDER_ABGR
};

enum kind { KIND_NORM, KIND_INT, KIND_HALF, KIND_FLOAT, KIND_SRGB };

// Properties of a channel data type, in the order of the CL_* numbers from CL_SNORM_INT8 on:
// SNORM8, SNORM16, UNORM8, UNORM16, 565, 555, 101010, INT8, INT16, INT32, UINT8, UINT16, UINT32,
// HALF, FLOAT, UNORM24, 101010_2. Channels are counted by their order in memory.
#define FIRST_TYPE 0x10D0
#define NUM_TYPES 17

#define UP8 {24, 16, 8, 0}
#define UP16 {16, 0, 16, 0}
#define ALL(N) {N, N, N, N}
// A channel is `word << up >> down`.
static constant uchar type_up[NUM_TYPES][4] = {
    UP8, UP16, UP8,    UP16, {16, 21, 27, 0}, {17, 22, 27, 0}, {2, 12, 22, 0}, UP8, UP16, ALL(0),
    UP8, UP16, ALL(0), UP16, ALL(0),          ALL(0),          {0, 10, 20, 30}};
static constant uchar type_down[NUM_TYPES][4] = {
    ALL(24),          ALL(16), ALL(24), ALL(16), {27, 26, 27, 31}, {27, 27, 27, 31},
    {22, 22, 22, 31}, ALL(24), ALL(16), ALL(0),  ALL(24),          ALL(16),
    ALL(0),           ALL(16), ALL(0),  ALL(8),  {22, 22, 22, 30}};
static constant uchar type_signed[NUM_TYPES] = {1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
static constant uchar type_kind[NUM_TYPES] = {
    KIND_NORM, KIND_NORM, KIND_NORM,  KIND_NORM, KIND_NORM, KIND_NORM,
    KIND_NORM, KIND_INT,  KIND_INT,   KIND_INT,  KIND_INT,  KIND_INT,
    KIND_INT,  KIND_HALF, KIND_FLOAT, KIND_NORM, KIND_NORM};
// The number that stands for 1 in normalised types; 0 for channels without bits.
static constant float type_one[NUM_TYPES][4] = {ALL(127),
                                                ALL(32767),
                                                ALL(255),
                                                ALL(65535),
                                                {31, 63, 31, 0},
                                                {31, 31, 31, 0},
                                                {1023, 1023, 1023, 0},
                                                ALL(1),
                                                ALL(1),
                                                ALL(1),
                                                ALL(1),
                                                ALL(1),
                                                ALL(1),
                                                ALL(1),
                                                ALL(1),
                                                ALL(16777215),
                                                {1023, 1023, 1023, 3}};

struct format {
  uint order;
  uint type;  // counted from FIRST_TYPE
  uint kind;
  uint size;  // bytes of an element
  uint4 up, down;
  float4 one;
  bool is_signed;
  bool is_32_bit;  // each channel is a word of its own
};

HD_INLINE struct format format_of(image im) {
  struct format f;
  f.order = __hd_image_u32(im, HD_IMAGE_CHANNEL_ORDER);
  uint type = __hd_image_u32(im, HD_IMAGE_CHANNEL_DATA_TYPE) - FIRST_TYPE;
  f.type = type < NUM_TYPES ? type : 0;
  f.size = __hd_image_u32(im, HD_IMAGE_ELEMENT_SIZE);
  bool is_srgb = f.order >= ORDER_sRGB && f.order <= ORDER_sBGRA;
  f.kind = is_srgb ? KIND_SRGB : type_kind[f.type];
  constant uchar* up = type_up[f.type];
  constant uchar* down = type_down[f.type];
  constant float* one = type_one[f.type];
  f.up = (uint4)(up[0], up[1], up[2], up[3]);
  f.down = (uint4)(down[0], down[1], down[2], down[3]);
  f.one = (float4)(one[0], one[1], one[2], one[3]);
  f.is_signed = type_signed[f.type] != 0;
  f.is_32_bit = f.down.x == 0;
  return f;
}

HD_INLINE float larger(float a, float b) {
  return a > b ? a : b;
}  // b if a is NaN
HD_INLINE float smaller(float a, float b) {
  return a < b ? a : b;
}
HD_INLINE float4 each_larger(float4 a, float4 b) {
  return (float4)(larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z), larger(a.w, b.w));
}
HD_INLINE float4 each_smaller(float4 a, float4 b) {
  return (float4)(smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z), smaller(a.w, b.w));
}

// ---- Reading.

// Returns the channels as numbers of 32 bits, from the words that hold them.
HD_INLINE uint4 channels(struct format f, uint4 words) {
  uint4 unsigned_ones = (words << f.up) >> f.down;
  if (!f.is_signed) return unsigned_ones;
  return as_uint4(as_int4(words << f.up) >> as_int4(f.down));
}

HD_INLINE float half_value(uint bits) {
  return (float)as_half((ushort)bits);
}

// Returns the channels as floats; normalised ones have yet to be divided by `one`, after the
// filter.
HD_INLINE float4 raw_floats(struct format f, uint4 c) {
  switch (f.kind) {
    case KIND_NORM:
    case KIND_INT: {
      float4 numbers = __builtin_convertvector(as_int4(c), float4);
      // -128 stands for -1 as -127 does (§8.3.1.1)
      return f.is_signed ? each_larger(numbers, -f.one) : numbers;
    }
    case KIND_HALF:
      return (float4)(half_value(c.x), half_value(c.y), half_value(c.z), half_value(c.w));
    case KIND_FLOAT:
      return as_float4(c);
    default:
      return (float4)(srgb_to_linear[c.x & 255], srgb_to_linear[c.y & 255],
                      srgb_to_linear[c.z & 255], (float)(int)c.w * (1.0f / 255));
  }
}

// Multiplies by the reciprocal, which gives 1 for `one` in all formats, and is within the 1.5 ulp
// of §8.3.1.1.
HD_INLINE float4 normalised(struct format f, float4 raw) {
  return f.kind == KIND_NORM ? raw * (1.0f / f.one) : raw;
}

// Maps channels in memory to red, green, blue and alpha (§6.13.14.6).
#define MAP_CHANNELS(T)                            \
  HD_INLINE T##4 to_colour(uint order, T##4 c) {   \
    switch (order) {                               \
      case ORDER_A:                                \
        return (T##4)(0, 0, 0, c.x);               \
      case ORDER_RG:                               \
      case ORDER_RGx:                              \
        return (T##4)(c.x, c.y, 0, 1);             \
      case ORDER_RA:                               \
        return (T##4)(c.x, 0, 0, c.y);             \
      case ORDER_RGB:                              \
      case ORDER_RGBx:                             \
      case ORDER_sRGB:                             \
      case ORDER_sRGBx:                            \
        return (T##4)(c.x, c.y, c.z, 1);           \
      case ORDER_RGBA:                             \
      case ORDER_sRGBA:                            \
        return c;                                  \
      case ORDER_BGRA:                             \
      case ORDER_sBGRA:                            \
        return c.zyxw;                             \
      case ORDER_ARGB:                             \
        return c.yzwx;                             \
      case ORDER_ABGR:                             \
        return c.wzyx;                             \
      case ORDER_INTENSITY:                        \
        return c.xxxx;                             \
      case ORDER_LUMINANCE:                        \
        return (T##4)(c.x, c.x, c.x, 1);           \
      default:                                     \
        return (T##4)(c.x, 0, 0, 1);               \
    }                                              \
  }                                                \
  HD_INLINE T##4 from_colour(uint order, T##4 c) { \
    switch (order) {                               \
      case ORDER_A:                                \
        return c.wwww;                             \
      case ORDER_RA:                               \
        return c.xwww;                             \
      case ORDER_BGRA:                             \
      case ORDER_sBGRA:                            \
        return c.zyxw;                             \
      case ORDER_ARGB:                             \
        return c.wxyz;                             \
      case ORDER_ABGR:                             \
        return c.wzyx;                             \
      default:                                     \
        return c;                                  \
    }                                              \
  }
MAP_CHANNELS(float)
MAP_CHANNELS(uint)

// ---- Writing.

// Computes x^(5/12) for x in [0.0031, 1] to 1e-5: a sum of roots is right to 2e-3, and one step of
// Newton's method on y^12 = x^5 makes that 1e-5.
HD_INLINE float to_srgb_power(float x) {
  float s1 = __builtin_elementwise_sqrt(x), s2 = __builtin_elementwise_sqrt(s1);
  float s3 = __builtin_elementwise_sqrt(s2);
  float y = (0.585122381f * s1 + 0.783140355f * s2 - 0.368262736f * s3 + 0.055f) * (1 / 1.055f);
  float x2 = x * x, y2 = y * y, y4 = y2 * y2;
  return y + y * (x2 * x2 * x / (y4 * y4 * y4) - 1) * (1.0f / 12);
}

HD_INLINE float to_srgb(float x) {
  x = smaller(larger(x, 0.0f), 1.0f);
  return x < 0.0031308f ? 12.92f * x : 1.055f * to_srgb_power(larger(x, 0.0031f)) - 0.055f;
}

HD_INLINE uint half_bits(float x) {
  half h = (half)x;
  return as_ushort(h);
}

// Converts floats in the order of the channels in memory to channels as numbers (§8.3.1.2: to
// nearest).
HD_INLINE uint4 from_floats(struct format f, float4 v) {
  if (f.kind == KIND_FLOAT) return as_uint4(v);
  if (f.kind == KIND_HALF)
    return (uint4)(half_bits(v.x), half_bits(v.y), half_bits(v.z), half_bits(v.w));
  if (f.kind == KIND_SRGB) v = (float4)(to_srgb(v.x), to_srgb(v.y), to_srgb(v.z), v.w);
  v = v * f.one;
  if (f.is_signed) v = v != v ? (float4)(0.0f) : each_larger(v, -f.one);
  if (!f.is_signed) v = each_larger(v, (float4)(0.0f));
  v = each_smaller(v, f.one);
  return as_uint4(__builtin_convertvector(__builtin_elementwise_rint(v), int4));
}

HD_INLINE int4 clamped(int4 v, int least, int most) {
  v = v < least ? (int4)least : v;
  return v > most ? (int4)most : v;
}

HD_INLINE uint4 from_uints(struct format f, uint4 v) {
  uint most = 0xffffffffu >> f.down.x;
  return v > most ? (uint4)most : v;
}

// Converts integers. SPIR-V's have no sign: the format tells.
HD_INLINE uint4 from_ints(struct format f, uint4 v) {
  if (!f.is_signed) return from_uints(f, v);
  if (f.down.x == 24) return as_uint4(clamped(as_int4(v), -128, 127));
  if (f.down.x == 16) return as_uint4(clamped(as_int4(v), -32768, 32767));
  return v;
}

#endif
