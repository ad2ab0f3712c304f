// OpenCV-like work on integer images.
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void threshold(read_only image2d_t in, write_only image2d_t out, uint least) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  uint4 p = read_imageui(in, edge, at);
  write_imageui(out, at, p.x > least ? (uint4)(255) : (uint4)(0));
}

kernel void erode(read_only image2d_t in, write_only image2d_t out, int radius) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  uint4 least = (uint4)(UINT_MAX);
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x) least = min(least, read_imageui(in, edge, at + (int2)(x, y)));
  write_imageui(out, at, least);
}

kernel void dilate(read_only image2d_t in, write_only image2d_t out, int radius) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  uint4 most = 0;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x) most = max(most, read_imageui(in, edge, at + (int2)(x, y)));
  write_imageui(out, at, most);
}

kernel void histogram(read_only image2d_t in, global uint* bins, local uint* mine) {
  uint l = get_local_id(1) * get_local_size(0) + get_local_id(0), n = get_local_size(0) * get_local_size(1);
  for (uint i = l; i < 256; i += n) mine[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint4 p = read_imageui(in, edge, (int2)(get_global_id(0), get_global_id(1)));
  atomic_inc(&mine[p.x & 255]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = l; i < 256; i += n) atomic_add(&bins[i], mine[i]);
}

kernel void census(read_only image2d_t in, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  uint middle = read_imageui(in, edge, at).x, bits = 0;
  for (int i = 0; i < 25; ++i)
    bits = bits << 1 | (read_imageui(in, edge, at + (int2)(i % 5 - 2, i / 5 - 2)).x > middle);
  write_imageui(out, at, (uint4)(bits));
}

kernel void gradient(read_only image2d_t in, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  int4 gx = read_imagei(in, edge, at + (int2)(1, 0)) - read_imagei(in, edge, at - (int2)(1, 0));
  int4 gy = read_imagei(in, edge, at + (int2)(0, 1)) - read_imagei(in, edge, at - (int2)(0, 1));
  write_imagei(out, at, (int4)(gx.x, gy.x, gx.x * gx.x + gy.x * gy.x, 0));
}
