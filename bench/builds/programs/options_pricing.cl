// Black-Scholes, a binomial tree, and Monte Carlo with Mersenne twister's tempering and Box-Muller.
float cnd(float x) { return 0.5f * erfc(-x * M_SQRT1_2_F); }
kernel void black_scholes(global const float* s, global const float* k, global const float* t, float r, float v, global float* call, global float* put) {
  size_t i = get_global_id(0);
  float root = sqrt(t[i]), d1 = (log(s[i] / k[i]) + (r + 0.5f * v * v) * t[i]) / (v * root), d2 = d1 - v * root, e = exp(-r * t[i]);
  call[i] = s[i] * cnd(d1) - k[i] * e * cnd(d2);
  put[i] = k[i] * e * cnd(-d2) - s[i] * cnd(-d1);
}
kernel void binomial(global const float4* in, global float* out, int steps, local float* v) {
  int l = get_local_id(0);
  float4 o = in[get_group_id(0)];
  float dt = o.z / steps, u = exp(o.w * sqrt(dt)), p = (exp(0.02f * dt) - 1 / u) / (u - 1 / u), e = exp(-0.02f * dt);
  v[l] = fmax(o.x * pown(u, 2 * l - steps) - o.y, 0.0f);
  for (int i = steps; i > 0; --i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    float next = l < i ? e * (p * v[l + 1] + (1 - p) * v[l]) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < i) v[l] = next;
  }
  if (l == 0) out[get_group_id(0)] = v[0];
}
kernel void monte_carlo(global float2* sums, int paths, float s, float k, float drift, float vol) {
  uint x = get_global_id(0) * 69069u + 1, y = x ^ 0x9e3779b9;
  float sum = 0, squares = 0;
  for (int i = 0; i < paths; ++i) {
    x = x * 1664525u + 1013904223u, y ^= y << 13, y ^= y >> 17, y ^= y << 5;
    float a = (x + 1.0f) * 2.3283064e-10f, b = y * 2.3283064e-10f, c, q = sqrt(-2 * log(a)), n = sincos(2 * M_PI_F * b, &c);
    float p1 = fmax(s * exp(drift + vol * q * n) - k, 0.0f), p2 = fmax(s * exp(drift + vol * q * c) - k, 0.0f);
    sum += p1 + p2, squares += p1 * p1 + p2 * p2;
  }
  sums[get_global_id(0)] = (float2)(sum, squares);
}
