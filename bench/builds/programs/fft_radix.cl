// A transform of 4,096 points in groups, radix 4 and 8, as clFFT and VkFFT write them.
#define TWO_PI 6.28318530718f
float2 cmul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
float2 turn(float2 a, float t) { float c, s = sincos(t, &c); return cmul(a, (float2)(c, s)); }
void fft2(float2* a, float2* b) { float2 t = *a; *a = t + *b; *b = t - *b; }
void fft4(float2* v) {
  fft2(&v[0], &v[2]); fft2(&v[1], &v[3]);
  v[3] = (float2)(v[3].y, -v[3].x);
  fft2(&v[0], &v[1]); fft2(&v[2], &v[3]);
}
void fft8(float2* v) {
  for (int i = 0; i < 4; ++i) fft2(&v[i], &v[i + 4]);
  v[5] = M_SQRT1_2_F * (float2)(v[5].x + v[5].y, v[5].y - v[5].x);
  v[6] = (float2)(v[6].y, -v[6].x);
  v[7] = M_SQRT1_2_F * (float2)(v[7].y - v[7].x, -v[7].x - v[7].y);
  fft4(v); fft4(v + 4);
}
kernel void fft_4096(global float2* data) {
  local float lx[4096], ly[4096];
  int l = get_local_id(0);
  float2 v[16];
  global float2* at = data + get_group_id(0) * 4096;
  for (int i = 0; i < 16; ++i) v[i] = at[l + i * 256];
  fft8(v); fft8(v + 8);
  for (int stage = 0; stage < 3; ++stage) {
    for (int i = 0; i < 16; ++i) v[i] = turn(v[i], -TWO_PI * (l * i >> stage) / 4096);
    for (int i = 0; i < 16; ++i) lx[(l * 16 + i) & 4095] = v[i].x, ly[(l * 16 + i) & 4095] = v[i].y;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; ++i) v[i] = (float2)(lx[l + i * 256], ly[l + i * 256]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 16; i += 4) fft4(v + i);
  }
  for (int i = 0; i < 16; ++i) at[l + i * 256] = v[i];
}
kernel void fft_pass8(global const float2* in, global float2* out, int p, int n) {
  int i = get_global_id(0), k = i & (p - 1), j = ((i - k) << 3) + k;
  float2 v[8];
  for (int q = 0; q < 8; ++q) v[q] = turn(in[i + q * n / 8], -TWO_PI * k * q / (8 * p));
  fft8(v);
  for (int q = 0; q < 8; ++q) out[j + q * p] = v[q];
}
