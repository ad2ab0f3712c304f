// SPDX-License-Identifier: Apache-2.0
// Readers that the built-ins are made of (OpenCL C 2.0 §6.13.14.2, §6.13.14.3, §8.2).
#ifndef HEDDLE_BUILTINS_IMAGE_READ_H
#define HEDDLE_BUILTINS_IMAGE_READ_H

#include "image/filter.h"

// Returns the words of the element at `p`. If `may_be_outside` and it is, these are zeros, of which
// the colour of the border is made (§6.13.14.1.1). For any `p` memory outside of the image is not
// touched.
HD_INLINE uint4 words_at(image im, struct format f, struct level at, int3 p, bool may_be_outside,
                         uint dims, bool is_array) {
  uint4 words =
      load_words(f, texel_of(im, at, may_be_outside ? all_within(at, p) : p, dims, is_array));
  return !may_be_outside || is_inside(at, p, dims, is_array) ? words : (uint4)(0);
}

// Returns the words at whole coordinates, which are often those of neighbours: an address that is
// not changed stays the neighbour of other lanes' addresses.
HD_INLINE uint4 words_near(image im, struct format f, struct level at, int3 p, bool to_edge,
                           uint dims, bool is_array) {
  bool inside = is_inside(at, p, dims, is_array);
  if (to_edge && !__hd_all(inside))
    return load_words(f, texel_of(im, at, all_within(at, p), dims, is_array));
  return inside ? load_words(f, texel_of(im, at, p, dims, is_array)) : (uint4)(0);
}

struct axes {
  struct axis x, y, z;
};

HD_INLINE struct axis axis_of(float s, int size, ulong smp, bool to_pairs) {
  if (IS_LINEAR(smp)) return linear_axis(s, size, smp, to_pairs);
  int i = nearest_index(s, size, smp);
  struct axis one = {i, i, 0};
  return one;
}

// `to_pairs`: see linear_axis.
HD_INLINE struct axes axes_of(struct level at, ulong smp, float3 p, bool to_pairs, uint dims,
                              bool is_array) {
  struct axes all = {axis_of(p.x, at.width, smp, to_pairs), {0, 0, 0}, {0, 0, 0}};
  if (dims > 1) all.y = axis_of(p.y, at.height, smp, to_pairs);
  if (dims > 2) all.z = axis_of(p.z, at.depth, smp, to_pairs);
  if (is_array) all.z.low = all.z.high = layer_index(p.z, at.depth);
  return all;
}

HD_INLINE float4 raw_at(image im, struct format f, struct level at, int x, int y, int z, ulong smp,
                        uint dims, bool is_array) {
  bool may_be_outside = ADDRESS_MODE(smp) == CLK_ADDRESS_CLAMP;
  uint4 words = words_at(im, f, at, (int3)(x, y, z), may_be_outside, dims, is_array);
  return raw_floats(f, channels(f, words));
}

// Loads two neighbouring 32-bit elements, or one twice at an edge, in one access.
HD_INLINE uint2 load_pair(image im, struct level at, struct axis x, int y, int z, uint dims,
                          bool is_array) {
  int first = within(x.low, at.width - 1);  // the next element exists, too
  struct place it = place_of(im, at, (int3)(first, y, z), dims, is_array);
  const global uint* both = (const global uint*)it.base + it.index;
  uint low = both[0], high = both[1];
  return (uint2)(x.low > first ? high : low, x.high > first ? high : low);
}

HD_INLINE struct raw_pair pair_at(image im, struct format f, struct level at, struct axis x, int y,
                                  int z, ulong smp, uint dims, bool is_array) {
  bool may_be_outside = ADDRESS_MODE(smp) == CLK_ADDRESS_CLAMP;
  if (f.size == 4 && ADDRESS_MODE(smp) != CLK_ADDRESS_REPEAT && at.width > 1) {
    int3 row = (int3)(0, may_be_outside ? within(y, at.height) : y,
                      may_be_outside ? within(z, at.depth) : z);
    uint2 pair = load_pair(im, at, x, row.y, row.z, dims, is_array);
    bool has_low = is_inside(at, (int3)(x.low, y, z), dims, is_array);
    bool has_high = is_inside(at, (int3)(x.high, y, z), dims, is_array);
    return raw_pair(f, (uint4)(!may_be_outside || has_low ? pair.x : 0),
                    (uint4)(!may_be_outside || has_high ? pair.y : 0));
  }
  return raw_pair(f, words_at(im, f, at, (int3)(x.low, y, z), may_be_outside, dims, is_array),
                  words_at(im, f, at, (int3)(x.high, y, z), may_be_outside, dims, is_array));
}

HD_INLINE float4 plane_at(image im, struct format f, struct level at, struct axes p, int z,
                          ulong smp, struct weights w, uint dims, bool is_array) {
  struct raw_pair upper = pair_at(im, f, at, p.x, p.y.low, z, smp, dims, is_array);
  if (dims == 1) return mixed_row(w, upper) * w.after;
  struct raw_pair lower = pair_at(im, f, at, p.x, p.y.high, z, smp, dims, is_array);
  return mixed_rows(w, upper, lower) * w.after;
}

HD_INLINE float4 filtered(image im, struct format f, struct level at, struct axes p, ulong smp,
                          uint dims, bool is_array) {
  struct weights w = weights_of(f, p.x.a, p.y.a, dims);
  float4 front = plane_at(im, f, at, p, p.z.low, smp, w, dims, is_array);
  if (dims < 3) return front;
  return mixed(front, plane_at(im, f, at, p, p.z.high, smp, w, dims, is_array), p.z.a);
}

// Mixes elements in a loop, with code for one element only: the format is not known, and the code
// for any format is long.
HD_INLINE float4 one_by_one(image im, struct format f, struct level at, struct axes p, ulong smp,
                            uint dims, bool is_array) {
  struct weights w = weights_of(f, p.x.a, p.y.a, dims);
  float4 front = 0, sum = 0;
  const uint count = IS_LINEAR(smp) ? 1u << dims : 1;
#pragma clang loop unroll(disable)
  for (uint n = 0; n < count; ++n) {
    int x = n & 1 ? p.x.high : p.x.low;
    int y = n & 2 ? p.y.high : p.y.low;
    int z = n & 4 ? p.z.high : p.z.low;
    float4 raw = raw_at(im, f, at, x, y, z, smp, dims, is_array);
    if (count == 1) return raw;
    float upper = n & 1 ? w.of[1] : w.of[0];
    float lower = n & 1 ? w.of[3] : w.of[2];
    float weight = n & 2 ? lower : upper;
    if (n == 4) front = sum * w.after;
    sum = n & 3 ? raw * weight + sum : raw * weight;
  }
  sum = sum * w.after;
  return dims < 3 ? sum : mixed(front, sum, p.z.a);
}

// ---- Mixed elements within the image, the common case.

HD_INLINE float4 mixed_bytes(struct two_words up, struct two_words down, float a, float b) {
  struct byte_weights w = byte_weights_of(a, b);
  uint above = (uint)w.of[0] | (uint)w.of[1] << 16;
  uint below = (uint)w.of[2] | (uint)w.of[3] << 16;
#define MIXED(C) \
  (float)(int)__hd_mix_bytes(up.low.x, up.high.x, down.low.x, down.high.x, above, below, C)
  return (float4)(MIXED(0), MIXED(1), MIXED(2), MIXED(3));
#undef MIXED
}

// Mixes two rows, which have one number and different bases: values that depend on the number alone
// are computed once.
HD_INLINE float4 inner_plane(struct format f, struct level at, struct place it, float a, float b,
                             uint dims) {
  struct weights w = weights_of(f, a, b, dims);
  struct two_words up = load_two_words(f, it);
  if (dims == 1) return mixed_row(w, raw_pair(f, up.low, up.high)) * w.after;
  struct place next = {it.base + at.row, it.index};
  struct two_words down = load_two_words(f, next);
  if (may_mix_bytes(f, dims)) return mixed_bytes(up, down, a, b) * w.after;
  return mixed_rows(w, raw_pair(f, up.low, up.high), raw_pair(f, down.low, down.high)) * w.after;
}

HD_INLINE float4 inner_filtered(image im, struct format f, struct level at, struct inner_axis x,
                                struct inner_axis y, struct inner_axis z, int layer, uint dims,
                                bool is_array) {
  int3 p = (int3)((int)x.low, dims > 1 ? (int)y.low : 0, dims > 2 ? (int)z.low : layer);
  struct place it = texel_of(im, at, p, dims, is_array);
  float4 front = inner_plane(f, at, it, x.a, y.a, dims);
  if (dims < 3) return front;
  struct place back = {it.base + at.slice, it.index};
  return mixed(front, inner_plane(f, at, back, x.a, y.a, dims), z.a);
}

// Tells whether the edge of the image repeats: elements outside of it need no code of their own
// then.
HD_INLINE bool repeats_edge(struct format f, struct level at, ulong smp, uint dims) {
  bool has_pairs = at.width > 1;
  if (dims > 1) has_pairs &= at.height > 1;
  if (dims > 2) has_pairs &= at.depth > 1;
  bool is_finite = f.kind == KIND_NORM || f.kind == KIND_SRGB;
  return has_pairs && is_finite && ADDRESS_MODE(smp) == CLK_ADDRESS_CLAMP_TO_EDGE;
}

// Returns the mixed channels, normalised.
HD_INLINE float4 level_float(image im, struct format f, struct level at, ulong smp, float3 p,
                             uint dims, bool is_array) {
  bool is_known = __hd_image_u32(im, HD_IMAGE_IS_KNOWN) != 0;
  bool to_pairs = IS_LINEAR(smp) && repeats_edge(f, at, smp, dims);
  if (is_known && IS_LINEAR(smp)) {
    struct inner_axis x = inner_axis(p.x, at.width, smp), y = x, z = x;
    bool is_inside = x.is_inside;
    if (dims > 1) y = inner_axis(p.y, at.height, smp), is_inside &= y.is_inside;
    if (dims > 2) z = inner_axis(p.z, at.depth, smp), is_inside &= z.is_inside;
    bool is_near = __hd_all(is_inside);
    if (!is_near && to_pairs) {
      x = edge_axis(x, at.width);
      if (dims > 1) y = edge_axis(y, at.height);
      if (dims > 2) z = edge_axis(z, at.depth);
      is_near = true;
    }
    if (is_near) {
      int layer = is_array ? layer_index(p.z, at.depth) : 0;
      return scaled(f, inner_filtered(im, f, at, x, y, z, layer, dims, is_array));
    }
  }
  struct axes all = axes_of(at, smp, p, to_pairs, dims, is_array);
  float4 raw;
  if (!is_known)
    raw = one_by_one(im, f, at, all, smp, dims, is_array);
  else if (IS_LINEAR(smp))
    raw = filtered(im, f, at, all, smp, dims, is_array);
  else
    raw = raw_at(im, f, at, all.x.low, all.y.low, all.z.low, smp, dims, is_array);
  return IS_LINEAR(smp) ? scaled(f, raw) : normalised(f, raw);
}

HD_INLINE uint4 words_nearest(image im, struct format f, struct level at, ulong smp, float3 p,
                              uint dims, bool is_array) {
  ulong nearest = smp & ~(ulong)CLK_FILTER_LINEAR;  // whole numbers are not mixed
  struct axes all = axes_of(at, nearest, p, false, dims, is_array);
  bool may_be_outside = ADDRESS_MODE(smp) == CLK_ADDRESS_CLAMP;
  int3 i = (int3)(all.x.low, all.y.low, all.z.low);
  return words_at(im, f, at, i, may_be_outside, dims, is_array);
}

// ---- One level, by coordinates that are numbers of elements or floats.

HD_INLINE float4 read_float(image im, ulong smp, float3 p, uint dims, bool is_array) {
  struct format f = format_of(im);
  struct level at = first_level(im, dims, is_array);
  return to_colour(f.order, level_float(im, f, at, smp, p, dims, is_array));
}

HD_INLINE uint4 read_uint(image im, ulong smp, float3 p, uint dims, bool is_array) {
  struct format f = format_of(im);
  struct level at = first_level(im, dims, is_array);
  return to_colour(f.order, channels(f, words_nearest(im, f, at, smp, p, dims, is_array)));
}

HD_INLINE uint4 words_by_number(image im, struct format f, ulong smp, int3 p, uint dims,
                                bool is_array) {
  struct level at = first_level(im, dims, is_array);
  if (is_array && smp != 0) p.z = within(p.z, at.depth);
  bool to_edge = smp != 0 && ADDRESS_MODE(smp) != CLK_ADDRESS_CLAMP;
  return words_near(im, f, at, p, to_edge, dims, is_array);
}

// Reads an element. Without a sampler `smp` is 0, and places outside read as the border.
HD_INLINE float4 read_float_at(image im, ulong smp, int3 p, uint dims, bool is_array) {
  struct format f = format_of(im);
  uint4 words = words_by_number(im, f, smp, p, dims, is_array);
  return to_colour(f.order, normalised(f, raw_floats(f, channels(f, words))));
}

HD_INLINE uint4 read_uint_at(image im, ulong smp, int3 p, uint dims, bool is_array) {
  struct format f = format_of(im);
  uint4 words = words_by_number(im, f, smp, p, dims, is_array);
  return to_colour(f.order, channels(f, words));
}

// ---- Samples ([EX18.4]): a slice each, those of a layer one after the other. Numbers of samples
// that the image does not have read another of its elements, or the border.

HD_INLINE uint4 words_of_sample(image im, struct format f, int3 p, int number) {
  struct level at = first_level(im, 2, true);
  int samples = (int)__hd_image_u32(im, HD_IMAGE_NUM_SAMPLES);
  at.depth *= samples;
  p.z = p.z * samples + number;
  return words_near(im, f, at, p, false, 2, true);
}

HD_INLINE float4 read_float_sample(image im, int3 p, int number) {
  struct format f = format_of(im);
  return to_colour(f.order,
                   normalised(f, raw_floats(f, channels(f, words_of_sample(im, f, p, number)))));
}

HD_INLINE uint4 read_uint_sample(image im, int3 p, int number) {
  struct format f = format_of(im);
  return to_colour(f.order, channels(f, words_of_sample(im, f, p, number)));
}

// ---- Mip maps (cl_khr_mipmap_image).

HD_INLINE float lod_limit(ulong smp, uint shift, float otherwise) {
  if (!(smp & HD_SAMPLER_HAS_LOD)) return otherwise;
  return half_value((uint)(smp >> shift) & 0x7fff);
}

HD_INLINE float bounded_lod(image im, ulong smp, float lod) {
  float last = (float)((int)__hd_image_u32(im, HD_IMAGE_NUM_MIP_LEVELS) - 1);
  lod = larger(lod, lod_limit(smp, HD_SAMPLER_LOD_MIN_SHIFT, 0.0f));
  lod = smaller(lod, lod_limit(smp, HD_SAMPLER_LOD_MAX_SHIFT, last));
  return smaller(larger(lod, 0.0f), last);
}

HD_INLINE float4 read_float_lod(image im, ulong smp, float3 p, float lod, uint dims,
                                bool is_array) {
  struct format f = format_of(im);
  lod = bounded_lod(im, smp, lod);
  float4 raw;
  if (smp & HD_SAMPLER_MIP_LINEAR) {
    float last = (float)((int)__hd_image_u32(im, HD_IMAGE_NUM_MIP_LEVELS) - 1);
    float below = whole(lod);
    float4 both[2];
#pragma clang loop unroll(disable)
    for (int n = 0; n < 2; ++n) {
      int number = (int)smaller(below + (float)n, last);
      both[n] = level_float(im, f, nth_level(im, number, dims, is_array), smp, p, dims, is_array);
    }
    raw = mixed(both[0], both[1], lod - below);
  } else {
    int number = (int)nearest_whole(lod);
    raw = level_float(im, f, nth_level(im, number, dims, is_array), smp, p, dims, is_array);
  }
  return to_colour(f.order, raw);
}

HD_INLINE uint4 read_uint_lod(image im, ulong smp, float3 p, float lod, uint dims, bool is_array) {
  struct format f = format_of(im);
  int number = (int)nearest_whole(bounded_lod(im, smp, lod));
  struct level at = nth_level(im, number, dims, is_array);
  return to_colour(f.order, channels(f, words_nearest(im, f, at, smp, p, dims, is_array)));
}

float HD_OVERLOAD log2(float x) HD_CONST;

// Returns the level of detail for the gradients of normalised coordinates: the binary logarithm of
// the longer one in elements of level 0.
HD_INLINE float lod_of(image im, float3 dx, float3 dy, uint dims) {
  float w = (float)(int)__hd_image_u32(im, HD_IMAGE_WIDTH);
  float h = dims > 1 ? (float)(int)__hd_image_u32(im, HD_IMAGE_HEIGHT) : 0.0f;
  float d = dims > 2 ? (float)(int)__hd_image_u32(im, HD_IMAGE_DEPTH) : 0.0f;
  float x = dx.x * w * (dx.x * w) + dx.y * h * (dx.y * h) + dx.z * d * (dx.z * d);
  float y = dy.x * w * (dy.x * w) + dy.y * h * (dy.y * h) + dy.z * d * (dy.z * d);
  // This is the square: half of its logarithm. Nothing below level 0 counts.
  return 0.5f * log2(larger(x > y ? x : y, 1.0f));
}

// ---- Writing (§6.13.14.4). Writes outside of the image are dropped.

HD_INLINE void write_words(image im, struct format f, int3 p, int lod, bool has_lod, uint4 w,
                           uint dims, bool is_array) {
  int levels = (int)__hd_image_u32(im, HD_IMAGE_NUM_MIP_LEVELS);
  bool exists = !has_lod || (uint)lod < (uint)levels;
  struct level at =
      has_lod ? nth_level(im, exists ? lod : 0, dims, is_array) : first_level(im, dims, is_array);
  if (!(exists & is_inside(at, p, dims, is_array))) return;
  store_words(f, place_of(im, at, p, dims, is_array), w);
}

HD_INLINE void write_float(image im, int3 p, int lod, bool has_lod, float4 colour, uint dims,
                           bool is_array) {
  struct format f = format_of(im);
  uint4 c = from_floats(f, from_colour(f.order, colour));
  write_words(im, f, p, lod, has_lod, packed(f, c), dims, is_array);
}

HD_INLINE void write_int(image im, int3 p, int lod, bool has_lod, uint4 colour, uint dims,
                         bool is_array) {
  struct format f = format_of(im);
  uint4 c = from_ints(f, from_colour(f.order, colour));
  write_words(im, f, p, lod, has_lod, packed(f, c), dims, is_array);
}

HD_INLINE void write_uint(image im, int3 p, int lod, bool has_lod, uint4 colour, uint dims,
                          bool is_array) {
  struct format f = format_of(im);
  uint4 c = from_uints(f, from_colour(f.order, colour));
  write_words(im, f, p, lod, has_lod, packed(f, c), dims, is_array);
}

#endif
