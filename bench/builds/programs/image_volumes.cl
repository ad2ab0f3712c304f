// pyclesperanto-like filters of 3D images, written in macros over the type of a pixel.
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
#define POS (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0)
#define READ(im, p) read_imagef(im, edge, p).x
#define WRITE(im, p, v) write_imagef(im, p, (float4)(v, 0, 0, 0))

kernel void add_images(read_only image3d_t a, read_only image3d_t b, write_only image3d_t out, float fa, float fb) {
  const int4 p = POS;
  WRITE(out, p, READ(a, p) * fa + READ(b, p) * fb);
}

kernel void mean_box(read_only image3d_t in, write_only image3d_t out, int rx, int ry, int rz) {
  const int4 p = POS;
  float sum = 0;
  int n = 0;
  for (int z = -rz; z <= rz; ++z)
    for (int y = -ry; y <= ry; ++y)
      for (int x = -rx; x <= rx; ++x) sum += READ(in, p + (int4)(x, y, z, 0)), ++n;
  WRITE(out, p, sum / n);
}

kernel void gaussian(read_only image3d_t in, write_only image3d_t out, int dim, int n, float sigma) {
  const int4 p = POS, step = (int4)(dim == 0, dim == 1, dim == 2, 0);
  float sum = 0, weights = 0;
  for (int i = -(n - 1) / 2; i <= (n - 1) / 2; ++i) {
    const float w = exp(-0.5f * (i * i) / (sigma * sigma));
    sum += w * READ(in, p + i * step);
    weights += w;
  }
  WRITE(out, p, sum / weights);
}

kernel void maximum_z(read_only image3d_t in, write_only image2d_t out) {
  const int x = get_global_id(0), y = get_global_id(1);
  float most = 0;
  for (int z = 0; z < get_image_depth(in); ++z) most = fmax(most, READ(in, (int4)(x, y, z, 0)));
  write_imagef(out, (int2)(x, y), (float4)(most, 0, 0, 0));
}

kernel void laplace(read_only image3d_t in, write_only image3d_t out) {
  const int4 p = POS;
  float v = 6 * READ(in, p);
  v -= READ(in, p + (int4)(1, 0, 0, 0)) + READ(in, p - (int4)(1, 0, 0, 0));
  v -= READ(in, p + (int4)(0, 1, 0, 0)) + READ(in, p - (int4)(0, 1, 0, 0));
  v -= READ(in, p + (int4)(0, 0, 1, 0)) + READ(in, p - (int4)(0, 0, 1, 0));
  WRITE(out, p, v);
}

kernel void label_step(read_only image3d_t in, write_only image3d_t out, global char* changed) {
  const int4 p = POS;
  float least = READ(in, p);
  if (least == 0) return;
  const float before = least;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        const float v = READ(in, p + (int4)(x, y, z, 0));
        if (v > 0 && v < least) least = v;
      }
  if (least < before) *changed = 1;
  WRITE(out, p, least);
}
