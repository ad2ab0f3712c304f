// Geometry with linear filters and normalised coordinates, as lens corrections and OpenCV's warps have it.
__constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
__constant sampler_t unit = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
__constant sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;

kernel void affine(read_only image2d_t in, write_only image2d_t out, float8 m) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 p = convert_float2(at);
  float2 q = (float2)(m.s0 * p.x + m.s1 * p.y + m.s2, m.s3 * p.x + m.s4 * p.y + m.s5);
  write_imagef(out, at, read_imagef(in, linear, q + 0.5f));
}

kernel void lens(read_only image2d_t in, write_only image2d_t out, float4 k, float2 center) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 d = convert_float2(at) - center;
  float r2 = dot(d, d);
  float2 scale_r = 1.0f + r2 * (k.x + r2 * (k.y + r2 * k.z));
  float4 p = read_imagef(in, linear, center + d * scale_r);
  float red = read_imagef(in, linear, center + d * scale_r * 1.001f).x;
  float blue = read_imagef(in, linear, center + d * scale_r * 0.999f).z;
  write_imagef(out, at, (float4)(red, p.y, blue, p.w));
}

kernel void texture(read_only image2d_t in, write_only image2d_t out, float2 size, float time) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 uv = convert_float2(at) / size;
  float2 wave = (float2)(sin(uv.y * 20.0f + time), cos(uv.x * 20.0f + time)) * 0.02f;
  write_imagef(out, at, 0.5f * (read_imagef(in, unit, uv + wave) + read_imagef(in, mirror, uv - wave)));
}

kernel void resize(read_only image2d_t in, write_only image2d_t out, sampler_t smp, float2 scale_by) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, smp, (convert_float2(at) + 0.5f) * scale_by));
}

kernel void bicubic(read_only image2d_t in, write_only image2d_t out, sampler_t smp, float2 scale_by) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 p = (convert_float2(at) + 0.5f) * scale_by - 0.5f, f = p - floor(p);
  int2 base = convert_int2(floor(p));
  float4 sum = 0;
  for (int y = -1; y < 3; ++y)
    for (int x = -1; x < 3; ++x) {
      float2 d = fabs((float2)(x, y) - f);
      float2 w = d < 1.0f ? (1.5f * d - 2.5f) * d * d + 1.0f : ((-0.5f * d + 2.5f) * d - 4.0f) * d + 2.0f;
      sum += w.x * w.y * read_imagef(in, smp, base + (int2)(x, y));
    }
  write_imagef(out, at, sum);
}
