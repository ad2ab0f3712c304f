// options: -cl-fast-relaxed-math
// Lattice Boltzmann in three dimensions with 19 speeds, and waves.
constant int CX[19] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
constant int CY[19] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
constant int CZ[19] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};
kernel void collide(global const float* in, global float* out, global const uchar* solid, int nx, int ny, int nz, float omega) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), n = nx * ny * nz, at = (z * ny + y) * nx + x;
  float f[19], rho = 0, ux = 0, uy = 0, uz = 0;
  for (int i = 0; i < 19; ++i) {
    int sx = (x - CX[i] + nx) % nx, sy = (y - CY[i] + ny) % ny, sz = (z - CZ[i] + nz) % nz;
    f[i] = in[i * n + (sz * ny + sy) * nx + sx];
    rho += f[i], ux += f[i] * CX[i], uy += f[i] * CY[i], uz += f[i] * CZ[i];
  }
  if (solid[at]) {
    for (int i = 0; i < 19; ++i) out[i * n + at] = f[i == 0 ? 0 : (i & 1 ? i + 1 : i - 1)];
    return;
  }
  ux /= rho, uy /= rho, uz /= rho;
  float u2 = 1.5f * (ux * ux + uy * uy + uz * uz);
  for (int i = 0; i < 19; ++i) {
    float w = i == 0 ? 1.0f / 3 : i < 7 ? 1.0f / 18 : 1.0f / 36, cu = 3 * (CX[i] * ux + CY[i] * uy + CZ[i] * uz);
    out[i * n + at] = f[i] + omega * (w * rho * (1 + cu + 0.5f * cu * cu - u2) - f[i]);
  }
}
kernel void wave(global const float* now, global const float* before, global float* next, int w, float c) {
  int x = get_global_id(0) + 2, y = get_global_id(1) + 2, p = y * w + x;
  float lap = -5 * now[p] + 1.333f * (now[p - 1] + now[p + 1] + now[p - w] + now[p + w]) - 0.0833f * (now[p - 2] + now[p + 2] + now[p - 2 * w] + now[p + 2 * w]);
  next[p] = 2 * now[p] - before[p] + c * lap;
}
