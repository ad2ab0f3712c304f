// SPDX-License-Identifier: Apache-2.0
// Pictures in images: copies, nearest and linear filters, a blur made of reads, a volume.

constant sampler_t kEdge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t kLinear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t kVolume =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void copy_image(write_only image2d_t out, read_only image2d_t in) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, p, read_imagef(in, p));
}

kernel void copy_ui(write_only image2d_t out, read_only image2d_t in) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(out, p, read_imageui(in, p));
}

// The place in the source of a pixel of the rotated and scaled picture.
float2 turned(float x, float y) {
  return (float2)(0.85f * x - 0.3f * y + 200.25f, 0.3f * x + 0.85f * y - 100.75f);
}

kernel void turn_nearest(write_only image2d_t out, read_only image2d_t in) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, p, read_imagef(in, kEdge, turned(p.x, p.y)));
}

kernel void turn_linear(write_only image2d_t out, read_only image2d_t in) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, p, read_imagef(in, kLinear, turned(p.x, p.y)));
}

kernel void shrink(write_only image2d_t out, read_only image2d_t in) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, p, read_imagef(in, kLinear, convert_float2(p) * 1.6f + 0.7f));
}

kernel void box5x5(write_only image2d_t out, read_only image2d_t in) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) sum += read_imagef(in, kEdge, p + (int2)(x, y));
  write_imagef(out, p, sum * (1.0f / 25));
}

kernel void volume(global float* out, read_only image3d_t in) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int i = 0; i < 16; ++i) {
    float4 p = (float4)(x + 0.3f * i, y + 0.2f * i, 1.5f * i, 0) *
               (float4)(1.0f / get_global_size(0), 1.0f / get_global_size(1), 1.0f / 32, 0);
    sum += read_imagef(in, kVolume, p).x;
  }
  out[y * get_global_size(0) + x] = sum;
}
