// Point operations of a photo editor: each kernel reads and writes one pixel of float images.
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void exposure(read_only image2d_t in, write_only image2d_t out, int width, int height, float black, float scale) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float4 p = read_imagef(in, nearest, (int2)(x, y));
  p.xyz = (p.xyz - black) * scale;
  write_imagef(out, (int2)(x, y), p);
}

kernel void white_balance(read_only image2d_t in, write_only image2d_t out, int width, int height, float4 gains) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  write_imagef(out, (int2)(x, y), read_imagef(in, nearest, (int2)(x, y)) * gains);
}

kernel void color_matrix(read_only image2d_t in, write_only image2d_t out, int width, int height, global const float* m) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float4 p = read_imagef(in, nearest, (int2)(x, y));
  float4 q;
  q.x = m[0] * p.x + m[1] * p.y + m[2] * p.z;
  q.y = m[3] * p.x + m[4] * p.y + m[5] * p.z;
  q.z = m[6] * p.x + m[7] * p.y + m[8] * p.z;
  q.w = p.w;
  write_imagef(out, (int2)(x, y), q);
}

float curve(read_only image2d_t table, float v, global const float* unbounded) {
  if (v < 1.0f) {
    int i = clamp((int)(v * 65535.0f), 0, 65535);
    return read_imagef(table, nearest, (int2)(i & 255, i >> 8)).x;
  }
  return unbounded[1] * native_powr(v * unbounded[0], unbounded[2]);
}

kernel void tone_curve(read_only image2d_t in, write_only image2d_t out, int width, int height,
                       read_only image2d_t table, global const float* unbounded) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float4 p = read_imagef(in, nearest, (int2)(x, y));
  p.x = curve(table, p.x, unbounded);
  p.y = curve(table, p.y, unbounded);
  p.z = curve(table, p.z, unbounded);
  write_imagef(out, (int2)(x, y), p);
}

float4 to_lab(float4 rgb) {
  float4 xyz = (float4)(0.4360747f * rgb.x + 0.3850649f * rgb.y + 0.1430804f * rgb.z,
                        0.2225045f * rgb.x + 0.7168786f * rgb.y + 0.0606169f * rgb.z,
                        0.0139322f * rgb.x + 0.0971045f * rgb.y + 0.7141733f * rgb.z, 0.0f);
  xyz /= (float4)(0.9642f, 1.0f, 0.8249f, 1.0f);
  float4 f = xyz > 216.0f / 24389.0f ? cbrt(xyz) : (24389.0f / 27.0f * xyz + 16.0f) / 116.0f;
  return (float4)(116.0f * f.y - 16.0f, 500.0f * (f.x - f.y), 200.0f * (f.y - f.z), rgb.w);
}

kernel void vibrance(read_only image2d_t in, write_only image2d_t out, int width, int height, float amount) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float4 p = to_lab(read_imagef(in, nearest, (int2)(x, y)));
  float saturation = sqrt(p.y * p.y + p.z * p.z) / 256.0f;
  float less = 1.0f - amount * saturation * 0.25f, more = 1.0f + amount * saturation;
  p *= (float4)(less, more, more, 1.0f);
  write_imagef(out, (int2)(x, y), p);
}

kernel void blend(read_only image2d_t a, read_only image2d_t b, read_only image2d_t mask, write_only image2d_t out,
                  int width, int height, int mode) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float4 p = read_imagef(a, nearest, (int2)(x, y)), q = read_imagef(b, nearest, (int2)(x, y)), r;
  float opacity = read_imagef(mask, nearest, (int2)(x, y)).x;
  switch (mode) {
    case 0: r = q; break;
    case 1: r = p * q; break;
    case 2: r = 1.0f - (1.0f - p) * (1.0f - q); break;
    case 3: r = p > 0.5f ? 1.0f - (1.0f - 2.0f * (p - 0.5f)) * (1.0f - q) : 2.0f * p * q; break;
    case 4: r = min(p, q); break;
    case 5: r = max(p, q); break;
    case 6: r = fabs(p - q); break;
    default: r = p + q;
  }
  write_imagef(out, (int2)(x, y), mix(p, r, opacity));
}
