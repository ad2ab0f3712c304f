// SPDX-License-Identifier: Apache-2.0
// Pictures of 8 bits for each channel, in buffers. Outside, the edge repeats.

int at_clamped(int x, int y, int width, int height) {
  return clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1);
}

kernel void threshold(global uchar* out, global const uchar* in, uchar limit) {
  size_t i = get_global_id(0);
  out[i] = in[i] > limit ? 255 : 0;
}

kernel void box3x3(global uchar* out, global const uchar* in) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0),
      height = get_global_size(1);
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += in[at_clamped(x + dx, y + dy, width, height)];
  out[y * width + x] = (uchar)(sum / 9);
}

kernel void sobel(global uchar* out, global const uchar* in) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0),
      height = get_global_size(1);
  int p[3][3];
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      p[dy][dx] = in[at_clamped(x + dx - 1, y + dy - 1, width, height)];
  int gx = p[0][2] + 2 * p[1][2] + p[2][2] - p[0][0] - 2 * p[1][0] - p[2][0];
  int gy = p[2][0] + 2 * p[2][1] + p[2][2] - p[0][0] - 2 * p[0][1] - p[0][2];
  out[y * width + x] = (uchar)min(255, (int)sqrt((float)(gx * gx + gy * gy)));
}

kernel void rgb_to_gray(global uchar* out, global const uchar* in) {
  size_t i = get_global_id(0);
  uchar3 p = vload3(i, in);
  out[i] = (uchar)((77 * p.x + 150 * p.y + 29 * p.z) >> 8);
}

kernel void rgba_to_gray(global uchar* out, global const uchar4* in) {
  size_t i = get_global_id(0);
  uchar4 p = in[i];
  out[i] = (uchar)((77 * p.x + 150 * p.y + 29 * p.z) >> 8);
}

// 1 4 6 4 1 along the rows of a picture with four channels.
kernel void gauss5_rgba(global uchar4* out, global const uchar4* in) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0),
      height = get_global_size(1);
  const int weights[5] = {1, 4, 6, 4, 1};
  int4 sum = 8;
  for (int k = 0; k < 5; ++k)
    sum += weights[k] * convert_int4(in[at_clamped(x + k - 2, y, width, height)]);
  out[y * width + x] = convert_uchar4(sum >> 4);
}

void order(uchar* a, uchar* b) {
  uchar low = min(*a, *b);
  *b = max(*a, *b);
  *a = low;
}

kernel void median3x3(global uchar* out, global const uchar* in) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0),
      height = get_global_size(1);
  uchar p[9];
  for (int k = 0; k < 9; ++k) p[k] = in[at_clamped(x + k % 3 - 1, y + k / 3 - 1, width, height)];
  order(p + 1, p + 2);
  order(p + 4, p + 5);
  order(p + 7, p + 8);
  order(p + 0, p + 1);
  order(p + 3, p + 4);
  order(p + 6, p + 7);
  order(p + 1, p + 2);
  order(p + 4, p + 5);
  order(p + 7, p + 8);
  order(p + 0, p + 3);
  order(p + 5, p + 8);
  order(p + 4, p + 7);
  order(p + 3, p + 6);
  order(p + 1, p + 4);
  order(p + 2, p + 5);
  order(p + 4, p + 7);
  order(p + 4, p + 2);
  order(p + 6, p + 4);
  order(p + 4, p + 2);
  out[y * width + x] = p[4];
}

kernel void dilate3x3(global uchar* out, global const uchar* in) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0),
      height = get_global_size(1);
  uchar most = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      most = max(most, in[at_clamped(x + dx, y + dy, width, height)]);
  out[y * width + x] = most;
}

// To half the size, each result from 2 x 2.
kernel void half_size(global uchar* out, global const uchar* in) {
  size_t x = get_global_id(0), y = get_global_id(1), width = 2 * get_global_size(0);
  size_t at = 2 * y * width + 2 * x;
  out[y * get_global_size(0) + x] =
      (uchar)((in[at] + in[at + 1] + in[at + width] + in[at + width + 1] + 2) >> 2);
}

kernel void resize_bilinear(global uchar* out, global const uchar* in, int in_width, int in_height,
                            float step) {
  int x = get_global_id(0), y = get_global_id(1);
  float fx = x * step, fy = y * step;
  int x0 = (int)fx, y0 = (int)fy;
  fx -= x0;
  fy -= y0;
  int x1 = min(x0 + 1, in_width - 1), y1 = min(y0 + 1, in_height - 1);
  float top = mix((float)in[y0 * in_width + x0], (float)in[y0 * in_width + x1], fx);
  float bottom = mix((float)in[y1 * in_width + x0], (float)in[y1 * in_width + x1], fx);
  out[y * get_global_size(0) + x] = (uchar)(mix(top, bottom, fy) + 0.5f);
}

// A plane of Y, then one of pairs of U and V at half the size; RGBA out.
kernel void nv12_to_rgba(global uchar4* out, global const uchar* in) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0),
      height = get_global_size(1);
  int chroma = width * height + y / 2 * width + x / 2 * 2;
  int luma = 298 * (in[y * width + x] - 16) + 128, u = in[chroma] - 128, v = in[chroma + 1] - 128;
  int4 rgba = (int4)(luma + 409 * v, luma - 100 * u - 208 * v, luma + 516 * u, 255 << 8) >> 8;
  out[y * width + x] = convert_uchar4_sat(rgba);
}
