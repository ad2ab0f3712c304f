// SPDX-License-Identifier: Apache-2.0
// Computes elements from coordinates (OpenCL C 2.0 §8.1, §8.2). No coordinate, not even NaN, leads
// outside of the image.
#ifndef HEDDLE_BUILTINS_IMAGE_ADDRESS_H
#define HEDDLE_BUILTINS_IMAGE_ADDRESS_H

#include "abi/numbers.h"
#include "image/format.h"

// The low bits of a sampler.
#define IS_NORMALIZED(S) (((S) & CLK_NORMALIZED_COORDS_TRUE) != 0)
#define ADDRESS_MODE(S) ((uint)(S) & 0xe)
#define IS_LINEAR(S) (((S) & CLK_FILTER_LINEAR) != 0)

// A mip level: a uniform one, or (with a level of detail) each work-item's own.
struct level {
  ulong data;
  int width, height, depth;  // layers of an array are its depth
  ulong row, slice;          // bytes
  int row_elements, slice_elements;
};

// hd_image_level
struct stored_level {
  ulong data;
  int width, height, depth;
  ulong row, slice;
};

HD_INLINE uint log2_of(uint size) {
  return 31 - (uint)__builtin_clz(size);
}

HD_INLINE struct level in_elements(image im, struct level at) {
  uint shift = log2_of(__hd_image_u32(im, HD_IMAGE_ELEMENT_SIZE));
  at.row_elements = (int)(at.row >> shift);
  at.slice_elements = (int)(at.slice >> shift);
  return at;
}

// Returns level 0 of an image. `dims` is the number of its coordinates, 1 to 3, without the layer
// of an array. Callers pass constants for `dims` and `is_array`.
HD_INLINE struct level first_level(image im, uint dims, bool is_array) {
  struct level at;
  at.data = __hd_image_u64(im, HD_IMAGE_DATA);
  at.width = (int)__hd_image_u32(im, HD_IMAGE_WIDTH);
  at.height = dims > 1 ? (int)__hd_image_u32(im, HD_IMAGE_HEIGHT) : 1;
  at.depth = is_array   ? (int)__hd_image_u32(im, HD_IMAGE_ARRAY_SIZE)
             : dims > 2 ? (int)__hd_image_u32(im, HD_IMAGE_DEPTH)
                        : 1;
  at.row = dims > 1 ? __hd_image_u64(im, HD_IMAGE_ROW_PITCH) : 0;
  at.slice = dims > 2 || is_array ? __hd_image_u64(im, HD_IMAGE_SLICE_PITCH) : 0;
  return in_elements(im, at);
}

HD_INLINE struct level nth_level(image im, int n, uint dims, bool is_array) {
  const constant struct stored_level* stored =
      (const constant struct stored_level*)__hd_image_u64(im, HD_IMAGE_LEVELS) + n;
  struct level at;
  at.data = stored->data;
  at.width = stored->width;
  at.height = dims > 1 ? stored->height : 1;
  at.depth = is_array ? (int)__hd_image_u32(im, HD_IMAGE_ARRAY_SIZE) : dims > 2 ? stored->depth : 1;
  at.row = dims > 1 ? stored->row : 0;
  at.slice = dims > 2 || is_array ? stored->slice : 0;
  return in_elements(im, at);
}

// ---- Elements.

// The place of an element: the one numbered `index` from `base`.
struct place {
  global uchar* base;
  int index;
};

// Returns the place of an element, in 31 bits from the image's beginning if they are known to
// suffice; else in those of a row.
HD_INLINE struct place place_of(image im, struct level at, int3 p, uint dims, bool is_array) {
  struct place it = {(global uchar*)at.data, p.x};
  if (__hd_image_u32(im, HD_IMAGE_IS_NEAR)) {
    if (dims > 1) it.index += p.y * at.row_elements;
    if (dims > 2 || is_array) it.index += p.z * at.slice_elements;
  } else {
    if (dims > 2 || is_array) it.base += (ulong)(uint)p.z * at.slice;
    if (dims > 1) it.base += (ulong)(uint)p.y * at.row;
  }
  return it;
}

// Returns the place of an element that is read by itself: lanes probably read neighbouring ones.
HD_INLINE struct place texel_of(image im, struct level at, int3 p, uint dims, bool is_array) {
  at.data = __hd_texels(at.data);
  return place_of(im, at, p, dims, is_array);
}

// Returns the words that hold the four channels of an element.
HD_INLINE uint4 load_words(struct format f, struct place it) {
  switch (f.size) {
    case 1:
      return (uint4)(((const global uchar*)it.base)[it.index]);
    case 2:
      return (uint4)(((const global ushort*)it.base)[it.index]);
    case 4:
      return (uint4)(((const global uint*)it.base)[it.index]);
    case 8: {
      const global uint* pair = ((const global uint(*)[2])it.base)[it.index];
      uint low = pair[0], high = pair[1];
      return (uint4)(low, f.is_32_bit ? high : low, high, high);
    }
    default: {
      const global uint* four = ((const global uint(*)[4])it.base)[it.index];
      return (uint4)(four[0], four[1], four[2], four[3]);
    }
  }
}

// The words of an element and of the next one.
struct two_words {
  uint4 low, high;
};

HD_INLINE struct two_words load_two_words(struct format f, struct place it) {
  struct two_words w;
  switch (f.size) {
    case 1: {
      const global uchar* at = (const global uchar*)it.base + it.index;
      w.low = (uint4)(at[0]), w.high = (uint4)(at[1]);
      return w;
    }
    case 2: {
      const global ushort* at = (const global ushort*)it.base + it.index;
      w.low = (uint4)(at[0]), w.high = (uint4)(at[1]);
      return w;
    }
    case 4: {
      const global uint* at = (const global uint*)it.base + it.index;
      w.low = (uint4)(at[0]), w.high = (uint4)(at[1]);
      return w;
    }
    case 8: {
      const global uint* at = ((const global uint(*)[2])it.base)[it.index];
      uint a = at[0], b = at[1], c = at[2], d = at[3];
      w.low = (uint4)(a, f.is_32_bit ? b : a, b, b);
      w.high = (uint4)(c, f.is_32_bit ? d : c, d, d);
      return w;
    }
    default: {
      const global uint* at = ((const global uint(*)[4])it.base)[it.index];
      w.low = (uint4)(at[0], at[1], at[2], at[3]);
      w.high = (uint4)(at[4], at[5], at[6], at[7]);
      return w;
    }
  }
}

HD_INLINE void store_words(struct format f, struct place it, uint4 w) {
  switch (f.size) {
    case 1:
      ((global uchar*)it.base)[it.index] = (uchar)w.x;
      break;
    case 2:
      ((global ushort*)it.base)[it.index] = (ushort)w.x;
      break;
    case 4:
      ((global uint*)it.base)[it.index] = w.x;
      break;
    case 8: {
      global uint* pair = ((global uint(*)[2])it.base)[it.index];
      pair[0] = w.x, pair[1] = w.y;
      break;
    }
    default: {
      global uint* four = ((global uint(*)[4])it.base)[it.index];
      four[0] = w.x, four[1] = w.y, four[2] = w.z, four[3] = w.w;
    }
  }
}

// Packs channels as numbers into the words of an element.
HD_INLINE uint4 packed(struct format f, uint4 c) {
  if (f.is_32_bit) return c;
  // The bits above a channel's go, then the channel moves to its place.
  c = (c << f.down) >> f.up;
  bool is_half_words = f.down.x == 16;  // two to a word
  uint rest = c.z | c.w;
  return (uint4)(c.x | c.y | (is_half_words ? 0 : rest), rest, 0, 0);
}

HD_INLINE bool is_inside(struct level at, int3 p, uint dims, bool is_array) {
  bool inside = (uint)p.x < (uint)at.width;
  if (dims > 1) inside = inside & ((uint)p.y < (uint)at.height);
  if (dims > 2 || is_array) inside = inside & ((uint)p.z < (uint)at.depth);
  return inside;
}

HD_INLINE int within(int i, int size) {
  i = i > 0 ? i : 0;
  return i < size - 1 ? i : size - 1;
}

HD_INLINE int3 all_within(struct level at, int3 p) {
  return (int3)(within(p.x, at.width), within(p.y, at.height), within(p.z, at.depth));
}

// ---- Coordinates.

HD_INLINE float whole(float x) {
  return __builtin_elementwise_floor(x);
}
HD_INLINE float nearest_whole(float x) {
  return __builtin_elementwise_rint(x);
}

// Converts a whole number to an int between -2 and `size`; -2 for NaN. If an element is that far
// outside, the next one is outside, too.
HD_INLINE int bounded(float x, int size) {
  return (int)smaller(larger(x, -2.0f), (float)size);
}

// Returns the coordinate in elements: equations 1 and 2 of §8.2, and for repeating images the first
// lines of equations 3 to 5.
HD_INLINE float in_image(float s, int size, ulong smp) {
  if (!IS_NORMALIZED(smp)) return s;
  if (ADDRESS_MODE(smp) == CLK_ADDRESS_REPEAT) s -= whole(s);
  if (ADDRESS_MODE(smp) == CLK_ADDRESS_MIRRORED_REPEAT)
    s = __builtin_fabsf(s - 2.0f * nearest_whole(0.5f * s));
  return s * (float)size;
}

// Returns the index for CLK_FILTER_NEAREST. It may be outside with CLK_ADDRESS_CLAMP alone. Sizes
// are exact floats, so floats are clamped instead of integers, NaN to 0; above 0 a conversion
// rounds down.
HD_INLINE int nearest_index(float s, int size, ulong smp) {
  float u = in_image(s, size, smp);
  if (ADDRESS_MODE(smp) == CLK_ADDRESS_CLAMP) return bounded(whole(u), size);
  u = larger(u, 0.0f);
  if (ADDRESS_MODE(smp) != CLK_ADDRESS_REPEAT) return (int)smaller(u, (float)(size - 1));
  int i = (int)smaller(u, (float)size);
  return i < size ? i : 0;
}

struct axis {
  int low, high;  // elements to both sides
  float a;        // the weight of the second
};

// The axis for CLK_FILTER_LINEAR of the element `low` and the next one, which are both in the
// image.
struct inner_axis {
  float low, a;
  bool is_inside;
};

HD_INLINE struct inner_axis inner_axis(float s, int size, ulong smp) {
  float u = in_image(s, size, smp) - 0.5f;
  float low = whole(u);
  struct inner_axis x = {low, u - low, low >= 0.0f & low < (float)(size - 1)};
  return x;
}

// Returns it for CLK_ADDRESS_CLAMP_TO_EDGE: the outermost two elements, mixed by 0 and 1, give the
// edge, if they are finite.
HD_INLINE struct inner_axis edge_axis(struct inner_axis x, int size) {
  float u = smaller(larger(x.low + x.a, 0.0f), (float)(size - 1));
  x.low = smaller(whole(u), (float)(size - 2));
  x.a = u - x.low;
  return x;
}

// Returns the axis for CLK_FILTER_LINEAR; edge_axis handles the edges if `to_pairs`. NaN has a
// weight, too.
HD_INLINE struct axis linear_axis(float s, int size, ulong smp, bool to_pairs) {
  struct inner_axis inner = inner_axis(s, size, smp);
  if (to_pairs) inner = edge_axis(inner, size);
  struct axis x;
  x.a = larger(inner.a, 0.0f);
  x.low = bounded(inner.low, size);
  x.high = x.low + 1;
  if (ADDRESS_MODE(smp) == CLK_ADDRESS_CLAMP) return x;
  if (ADDRESS_MODE(smp) == CLK_ADDRESS_REPEAT) {
    x.low = x.low < 0 ? x.low + size : x.low;
    x.high = x.high > size - 1 ? x.high - size : x.high;
  }
  x.low = within(x.low, size);
  x.high = within(x.high, size);
  return x;
}

// Returns the layer of an array: never one that does not exist.
HD_INLINE int layer_index(float layer, int layers) {
  return within(bounded(nearest_whole(layer), layers), layers);
}

#endif
