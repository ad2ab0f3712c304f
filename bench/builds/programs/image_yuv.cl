// Video: planes of YUV to RGB and back, unsigned bytes by floats; array images of frames.
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void to_rgb(read_only image2d_t luma, read_only image2d_t chroma, write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float y = read_imagef(luma, nearest, at).x;
  float2 uv = read_imagef(chroma, nearest, at / 2).xy - 0.5f;
  write_imagef(out, at, (float4)(y + 1.5748f * uv.y, y - 0.1873f * uv.x - 0.4681f * uv.y, y + 1.8556f * uv.x, 1.0f));
}

kernel void overlay(write_only image2d_t out, read_only image2d_t base, read_only image2d_t top, int2 offset) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  int2 size = get_image_dim(top), p = at - offset;
  float4 v = read_imagef(base, nearest, at);
  if (all(p >= 0) && all(p < size)) {
    float4 o = read_imagef(top, nearest, p);
    v = mix(v, o, o.w);
  }
  write_imagef(out, at, v);
}

kernel void average_frames(read_only image2d_array_t frames, write_only image2d_t out, int n) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int i = 0; i < n; ++i) sum += read_imagef(frames, nearest, (int4)(at, i, 0));
  write_imagef(out, at, sum / n);
}

kernel void deshake(read_only image2d_t a, read_only image2d_t b, global float* scores, int radius) {
  int2 at = (int2)(get_global_id(0), get_global_id(1)) * 8;
  float best = FLT_MAX;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      float sum = 0;
      for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
          sum += fabs(read_imagef(a, nearest, at + (int2)(x, y)).x - read_imagef(b, nearest, at + (int2)(x + dx, y + dy)).x);
      best = fmin(best, sum);
    }
  scores[get_global_id(1) * get_global_size(0) + get_global_id(0)] = best;
}
