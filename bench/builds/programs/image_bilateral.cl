// Filters with windows: bilateral, non-local means, Gaussian along rows and columns with local memory.
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void bilateral(read_only image2d_t in, write_only image2d_t out, int radius, float s2, float r2) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 middle = read_imagef(in, edge, at), sum = 0;
  float weights = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      float4 p = read_imagef(in, edge, at + (int2)(dx, dy));
      float4 d = p - middle;
      float w = exp(-(float)(dx * dx + dy * dy) / s2 - dot(d, d) / r2);
      sum += w * p;
      weights += w;
    }
  write_imagef(out, at, sum / weights);
}

kernel void gaussian_x(read_only image2d_t in, write_only image2d_t out, constant float* taps, int radius) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int d = -radius; d <= radius; ++d) sum += taps[abs(d)] * read_imagef(in, edge, at + (int2)(d, 0));
  write_imagef(out, at, sum);
}

kernel void gaussian_y(read_only image2d_t in, write_only image2d_t out, constant float* taps, int radius) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int d = -radius; d <= radius; ++d) sum += taps[abs(d)] * read_imagef(in, edge, at + (int2)(0, d));
  write_imagef(out, at, sum);
}

kernel void median3(read_only image2d_t in, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float v[9];
  for (int i = 0; i < 9; ++i) v[i] = read_imagef(in, edge, at + (int2)(i % 3 - 1, i / 3 - 1)).x;
  for (int i = 0; i < 5; ++i)
    for (int j = i + 1; j < 9; ++j) {
      float low = fmin(v[i], v[j]), high = fmax(v[i], v[j]);
      v[i] = low, v[j] = high;
    }
  write_imagef(out, at, v[4]);
}

kernel void sobel(read_only image2d_t in, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 p[3][3];
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) p[y][x] = read_imagef(in, edge, at + (int2)(x - 1, y - 1));
  float4 gx = p[0][2] + 2 * p[1][2] + p[2][2] - p[0][0] - 2 * p[1][0] - p[2][0];
  float4 gy = p[2][0] + 2 * p[2][1] + p[2][2] - p[0][0] - 2 * p[0][1] - p[0][2];
  write_imagef(out, at, sqrt(gx * gx + gy * gy));
}

kernel void nlmeans_distance(read_only image2d_t in, global float* out, int width, int height, int2 shift) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float4 d = read_imagef(in, edge, (int2)(x, y)) - read_imagef(in, edge, (int2)(x, y) + shift);
  out[y * width + x] = dot(d * d, (float4)(0.3f, 0.6f, 0.1f, 0.0f));
}

kernel void blur_local(read_only image2d_t in, write_only image2d_t out, constant float* taps, local float4* line) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  int l = get_local_id(0), n = get_local_size(0);
  line[l + 8] = read_imagef(in, edge, at);
  if (l < 8) line[l] = read_imagef(in, edge, at - (int2)(8, 0));
  if (l >= n - 8) line[l + 16] = read_imagef(in, edge, at + (int2)(8, 0));
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 sum = 0;
  for (int d = 0; d <= 16; ++d) sum += taps[d] * line[l + d];
  write_imagef(out, at, sum);
}
