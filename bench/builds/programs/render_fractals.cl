// Loops that lanes leave at different times, in float and double, and colours from tables.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void mandelbrot(global uchar4* out, float2 from, float2 step, int width, int most, constant uchar4* colors) {
  int x = get_global_id(0), y = get_global_id(1), n = 0;
  float2 c = from + step * (float2)(x, y), z = 0;
  while (n < most && dot(z, z) < 4) z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c, ++n;
  out[y * width + x] = n == most ? (uchar4)(0, 0, 0, 255) : colors[n & 255];
}
kernel void mandelbrot_double(global uint* out, double2 from, double2 step, int width, int most) {
  int x = get_global_id(0), y = get_global_id(1), n = 0;
  double cx = from.x + step.x * x, cy = from.y + step.y * y, zx = 0, zy = 0;
  for (; n < most && zx * zx + zy * zy < 4; ++n) { double t = zx * zx - zy * zy + cx; zy = 2 * zx * zy + cy; zx = t; }
  out[y * width + x] = n;
}
kernel void julia(global float* out, float2 c, int width, int most) {
  int x = get_global_id(0), y = get_global_id(1), n = 0;
  float2 z = (float2)(x, y) / width * 3 - 1.5f;
  for (; n < most; ++n) { z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c; if (dot(z, z) > 16) break; }
  out[y * width + x] = n - log2(log2(dot(z, z) + 1.0f) + 1.0f);
}
kernel void newton(global uchar4* out, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  float2 z = (float2)(x, y) / width * 4 - 2;
  for (int i = 0; i < 32; ++i) {
    float2 z2 = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y), z3 = (float2)(z2.x * z.x - z2.y * z.y, z2.x * z.y + z2.y * z.x);
    float d = 3 * dot(z2, z2) + 1e-6f;
    float2 q = (float2)((z3.x - 1) * z2.x + z3.y * z2.y, z3.y * z2.x - (z3.x - 1) * z2.y) / d;
    z -= q;
  }
  out[y * width + x] = convert_uchar4_sat((float4)(z, atan2(z.y, z.x), 1) * 85);
}
