// Bayer demosaicing: many reads of one channel around each pixel.
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

int color_of(int y, int x, uint filters) { return filters >> (((y << 1 & 14) + (x & 1)) << 1) & 3; }

kernel void green(read_only image2d_t in, write_only image2d_t out, int width, int height, uint filters) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  int c = color_of(y, x, filters);
  float v = read_imagef(in, nearest, (int2)(x, y)).x;
  float4 color = 0;
  if (c == 0) color.x = v;
  if (c == 1 || c == 3) color.y = v;
  if (c == 2) color.z = v;
  if (c == 0 || c == 2) {
    float ym = read_imagef(in, nearest, (int2)(x, y - 1)).x, ym2 = read_imagef(in, nearest, (int2)(x, y - 2)).x;
    float ym3 = read_imagef(in, nearest, (int2)(x, y - 3)).x, yp = read_imagef(in, nearest, (int2)(x, y + 1)).x;
    float yp2 = read_imagef(in, nearest, (int2)(x, y + 2)).x, yp3 = read_imagef(in, nearest, (int2)(x, y + 3)).x;
    float xm = read_imagef(in, nearest, (int2)(x - 1, y)).x, xm2 = read_imagef(in, nearest, (int2)(x - 2, y)).x;
    float xm3 = read_imagef(in, nearest, (int2)(x - 3, y)).x, xp = read_imagef(in, nearest, (int2)(x + 1, y)).x;
    float xp2 = read_imagef(in, nearest, (int2)(x + 2, y)).x, xp3 = read_imagef(in, nearest, (int2)(x + 3, y)).x;
    float guess_x = (xm + v + xp) * 2.0f - xp2 - xm2;
    float diff_x = (fabs(xm2 - v) + fabs(xp2 - v) + fabs(xm - xp)) * 3.0f + (fabs(xp3 - xp) + fabs(xm3 - xm)) * 2.0f;
    float guess_y = (ym + v + yp) * 2.0f - yp2 - ym2;
    float diff_y = (fabs(ym2 - v) + fabs(yp2 - v) + fabs(ym - yp)) * 3.0f + (fabs(yp3 - yp) + fabs(ym3 - ym)) * 2.0f;
    if (diff_x > diff_y)
      color.y = fmax(fmin(guess_y * 0.25f, fmax(ym, yp)), fmin(ym, yp));
    else
      color.y = fmax(fmin(guess_x * 0.25f, fmax(xm, xp)), fmin(xm, xp));
  }
  write_imagef(out, (int2)(x, y), fmax(color, 0.0f));
}

kernel void red_blue(read_only image2d_t in, write_only image2d_t out, int width, int height, uint filters) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  int c = color_of(y, x, filters);
  float4 color = read_imagef(in, nearest, (int2)(x, y));
  if (c == 1 || c == 3) {
    float4 up = read_imagef(in, nearest, (int2)(x, y - 1)), down = read_imagef(in, nearest, (int2)(x, y + 1));
    float4 left = read_imagef(in, nearest, (int2)(x - 1, y)), right = read_imagef(in, nearest, (int2)(x + 1, y));
    if (color_of(y, x + 1, filters) == 0) {
      color.z = (up.z + down.z + 2.0f * color.y - up.y - down.y) * 0.5f;
      color.x = (left.x + right.x + 2.0f * color.y - left.y - right.y) * 0.5f;
    } else {
      color.x = (up.x + down.x + 2.0f * color.y - up.y - down.y) * 0.5f;
      color.z = (left.z + right.z + 2.0f * color.y - left.y - right.y) * 0.5f;
    }
  } else {
    float4 nw = read_imagef(in, nearest, (int2)(x - 1, y - 1)), ne = read_imagef(in, nearest, (int2)(x + 1, y - 1));
    float4 sw = read_imagef(in, nearest, (int2)(x - 1, y + 1)), se = read_imagef(in, nearest, (int2)(x + 1, y + 1));
    if (c == 0) {
      float d1 = fabs(nw.z - se.z) + fabs(nw.y - color.y) + fabs(se.y - color.y);
      float d2 = fabs(ne.z - sw.z) + fabs(ne.y - color.y) + fabs(sw.y - color.y);
      color.z = d1 > d2 ? (ne.z + sw.z) * 0.5f : (nw.z + se.z) * 0.5f;
    } else {
      float d1 = fabs(nw.x - se.x) + fabs(nw.y - color.y) + fabs(se.y - color.y);
      float d2 = fabs(ne.x - sw.x) + fabs(ne.y - color.y) + fabs(sw.y - color.y);
      color.x = d1 > d2 ? (ne.x + sw.x) * 0.5f : (nw.x + se.x) * 0.5f;
    }
  }
  write_imagef(out, (int2)(x, y), fmax(color, 0.0f));
}

kernel void passthrough(read_only image2d_t in, write_only image2d_t out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float v = read_imagef(in, nearest, (int2)(x, y)).x;
  write_imagef(out, (int2)(x, y), (float4)(v, v, v, 0.0f));
}
