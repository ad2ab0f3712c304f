// SPDX-License-Identifier: Apache-2.0
// Blocks of 2D images (cl_intel_subgroups): each row holds a number for each work-item of the
// sub-group, side by side, for any elements. Reads outside of the image return its nearest element;
// writes there are left out.
#ifndef HEDDLE_BUILTINS_IMAGE_BLOCK_H
#define HEDDLE_BUILTINS_IMAGE_BLOCK_H

#include "image/address.h"

uint HD_OVERLOAD get_max_sub_group_size(void);

struct block {
  global uchar* data;  // the image's
  ulong pitch;
  long bytes, height;  // those of a row; of the image
  uint shift;          // that of an element's size
  long x, y;           // the first row's place of the work-item's number
  bool is_inside;      // the sub-group's numbers lie between the beginning and the end of a row
};

HD_INLINE struct block block_of(image im, int2 at, uint size) {
  struct block it;
  it.data = (global uchar*)__hd_image_u64(im, HD_IMAGE_DATA);
  it.pitch = __hd_image_u64(im, HD_IMAGE_ROW_PITCH);
  it.shift = log2_of(__hd_image_u32(im, HD_IMAGE_ELEMENT_SIZE));
  it.bytes = (long)__hd_image_u32(im, HD_IMAGE_WIDTH) << it.shift;
  it.height = __hd_image_u32(im, HD_IMAGE_HEIGHT);
  it.x = (long)at.x + (long)__hd_lane_id() * size;
  it.y = at.y;
  it.is_inside = at.x >= 0 && (long)at.x + (long)get_max_sub_group_size() * size <= it.bytes;
  return it;
}

HD_INLINE global uchar* line_of(struct block it, long y) {
  return it.data + (ulong)y * it.pitch;
}

HD_INLINE const global uchar* nearest_line_of(struct block it, uint row) {
  const long y = it.y + row, below = y < it.height ? y : it.height - 1;
  return line_of(it, below < 0 ? 0 : below);
}

HD_INLINE bool has_line(struct block it, uint row) {
  const long y = it.y + row;
  return y >= 0 && y < it.height;
}

HD_INLINE uchar nearest_byte(struct block it, const global uchar* line, uint number) {
  const long x = it.x + number, last = (it.bytes >> it.shift) - 1, element = x >> it.shift;
  const long nearest = element < 0 ? 0 : element < last ? element : last;
  return line[nearest << it.shift | (x & ((1l << it.shift) - 1))];
}

#define HD_BLOCKS(T)                                                                          \
  typedef T loose_##T __attribute__((aligned(1)));                                            \
  HD_INLINE T inside_##T(struct block it, uint row) {                                         \
    return *(const global loose_##T*)(nearest_line_of(it, row) + it.x);                       \
  }                                                                                           \
  CORE T nearest_##T(struct block it, uint row) {                                             \
    const global uchar* line = nearest_line_of(it, row);                                      \
    T value = 0;                                                                              \
    for (uint i = 0; i < sizeof(T); ++i) value |= (T)((T)nearest_byte(it, line, i) << 8 * i); \
    return value;                                                                             \
  }                                                                                           \
  HD_INLINE void write_inside_##T(struct block it, uint row, T value) {                       \
    if (has_line(it, row)) *(global loose_##T*)(line_of(it, it.y + row) + it.x) = value;      \
  }                                                                                           \
  CORE void write_##T(struct block it, uint row, T value) {                                   \
    if (!has_line(it, row)) return;                                                           \
    global uchar* line = line_of(it, it.y + row);                                             \
    for (uint i = 0; i < sizeof(T); ++i) {                                                    \
      const long x = it.x + i;                                                                \
      if (x >= 0 && x < it.bytes) line[x] = (uchar)(value >> 8 * i);                          \
    }                                                                                         \
  }
HD_BLOCKS(uchar)
HD_BLOCKS(ushort)
HD_BLOCKS(uint)
HD_BLOCKS(ulong)

#endif
