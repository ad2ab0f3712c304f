// SPDX-License-Identifier: Apache-2.0
// The kernels; scene.h stands before them in the same program.

// Adds samples [first, first + count) of every pixel to the sum.
__kernel void render(__global float4* sum, uint width, uint height, uint first, uint count) {
  uint x = get_global_id(0);
  uint y = get_global_id(1);
  float3 colour = vec(0.0f, 0.0f, 0.0f);
  for (uint i = first; i < first + count; ++i) {
    colour = colour + sample_pixel(x, y, width, height, i);
  }
  sum[y * width + x] += (float4)(colour, (float)count);
}

__kernel void develop(__global const float4* sum, __global uchar4* picture) {
  size_t i = get_global_id(0);
  float4 s = sum[i];
  picture[i] = (uchar4)(tone(s.x / s.w), tone(s.y / s.w), tone(s.z / s.w), 255);
}
