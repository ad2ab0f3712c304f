// SPDX-License-Identifier: Apache-2.0
// Numbers that a channel cannot hold are written as the nearest one (§6.13.14.4), through SPIR-V as well, whose integers have no sign.
// sizes: 1 16 33
// image few: 1d 512 R:UNSIGNED_INT8, 1d 512 RGBA:UNSIGNED_INT16, 1d 512 RGBA:UNSIGNED_INT32, 1d 512 RGBA:UNSIGNED_INT8
// image less: 1d 512 R:SIGNED_INT8, 1d 512 RGBA:SIGNED_INT16, 1d 512 RGBA:SIGNED_INT32, 1d 512 RGBA:SIGNED_INT8
#include "common.h"

uint4 numbers(uint item) {
  return (uint4)(hash(item) >> item % 30, 100 + item, 300, 40000 + item * 256);
}

kernel void test_unsigned(global uint* out, write_only image1d_t few) {
  write_imageui(few, (int)ITEM, numbers(ITEM));
  out[ITEM] = ITEM;
}
kernel void expect_unsigned(global uint* out, write_only image1d_t few) {
  const int type = get_image_channel_data_type(few);
  const uint most = type == CLK_UNSIGNED_INT8 ? 255 : type == CLK_UNSIGNED_INT16 ? 65535 : 0xffffffff;
  write_imageui(few, (int)ITEM, min(numbers(ITEM), (uint4)most));
  out[ITEM] = ITEM;
}

kernel void test_signed(global uint* out, write_only image1d_t less) {
  write_imagei(less, (int)ITEM, ITEM & 1 ? -as_int4(numbers(ITEM)) : as_int4(numbers(ITEM)));
  out[ITEM] = ITEM;
}
kernel void expect_signed(global uint* out, write_only image1d_t less) {
  const int type = get_image_channel_data_type(less);
  const int most = type == CLK_SIGNED_INT8 ? 127 : type == CLK_SIGNED_INT16 ? 32767 : 0x7fffffff;
  write_imagei(less, (int)ITEM, clamp(ITEM & 1 ? -as_int4(numbers(ITEM)) : as_int4(numbers(ITEM)), (int4)(-most - 1), (int4)most));
  out[ITEM] = ITEM;
}
