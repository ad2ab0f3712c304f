// SPDX-License-Identifier: Apache-2.0
// CLK_FILTER_LINEAR (OpenCL C 2.0 §8.2): the weights of elements in a sum. All code that mixes
// elements uses these weights in this order: a result depends neither on the reads of other lanes
// nor on whether the format was known when the code was generated.
#ifndef HEDDLE_BUILTINS_IMAGE_FILTER_H
#define HEDDLE_BUILTINS_IMAGE_FILTER_H

#include "image/address.h"

HD_INLINE float4 mixed(float4 low, float4 high, float a) {
  return low * (1 - a) + high * a;
}

// Bytes may be mixed by weights of 14 bits: each is less than 2^-14 off, which the bytes' own
// rounding hides, and their sum is exact, of integers as of floats.
#define WEIGHTS 16384

HD_INLINE bool may_mix_bytes(struct format f, uint dims) {
  bool are_bytes = f.size == 4 && f.kind == KIND_NORM && !f.is_signed && f.one.x == 255;
  return dims > 1 && are_bytes && __hd_has_mixes();
}

// The weights of the upper left, upper right, lower left and lower right element.
struct byte_weights {
  int of[4];
};

HD_INLINE struct byte_weights byte_weights_of(float a, float b) {
  float in_row = a * WEIGHTS;
  int right = (int)in_row, lower = (int)(b * WEIGHTS), lower_right = (int)(in_row * b);
  int upper_right = right - lower_right;
  struct byte_weights w = {
      {WEIGHTS - lower - upper_right, upper_right, lower - lower_right, lower_right}};
  return w;
}

// The weights for any format; the sum is multiplied by `after`.
struct weights {
  float of[4];
  float after;
};

HD_INLINE bool is_even(struct format f) {
  return f.one.x == f.one.y & f.one.x == f.one.z & f.one.x == f.one.w;
}

// Returns the factor that makes 1 of the largest number, which is in the weights if all channels
// share it.
HD_INLINE float scale_of(struct format f) {
  return f.kind == KIND_NORM && is_even(f) ? 1.0f / f.one.x : 1.0f;
}

HD_INLINE float4 scaled(struct format f, float4 sum) {
  return is_even(f) ? sum : normalised(f, sum);
}

HD_INLINE struct weights weights_of(struct format f, float a, float b, uint dims) {
  float scale = scale_of(f);
  if (may_mix_bytes(f, dims)) {
    struct byte_weights w = byte_weights_of(a, b);
    struct weights of_bytes = {
        {(float)w.of[0], (float)w.of[1], (float)w.of[2], (float)w.of[3]}, scale * (1.0f / WEIGHTS)};
    return of_bytes;
  }
  float right = a * scale;
  if (dims == 1) {
    struct weights of_row = {{scale - right, right, 0, 0}, 1};
    return of_row;
  }
  float lower_right = right * b, lower_left = scale * b - lower_right;
  struct weights w = {
      {scale - right - lower_left, right - lower_right, lower_left, lower_right}, 1};
  return w;
}

// Two neighbours in a row, as numbers to be mixed.
struct raw_pair {
  float4 low, high;
};

HD_INLINE struct raw_pair raw_pair(struct format f, uint4 low, uint4 high) {
  struct raw_pair both = {raw_floats(f, channels(f, low)), raw_floats(f, channels(f, high))};
  return both;
}

HD_INLINE float4 mixed_row(struct weights w, struct raw_pair r) {
  float4 sum = r.low * w.of[0];
  return r.high * w.of[1] + sum;
}

HD_INLINE float4 mixed_rows(struct weights w, struct raw_pair upper, struct raw_pair lower) {
  float4 sum = mixed_row(w, upper);
  sum = lower.low * w.of[2] + sum;
  return lower.high * w.of[3] + sum;
}

#endif
