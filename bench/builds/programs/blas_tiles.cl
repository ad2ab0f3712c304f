// options: -DTILE=32 -DWPT=8
// CLBlast-like products: tiles in local memory, a block of sums for each work-item.
#define RTS (TILE / WPT)
kernel void gemm_tiled(int m, int n, int k, global const float* a, global const float* b, global float* c, float alpha, float beta) {
  local float as[16][TILE], bs[16][TILE + 1];
  const int row = get_local_id(0), col = get_local_id(1), tr = get_group_id(0) * TILE, tc = get_group_id(1) * TILE;
  float acc[WPT][WPT];
  for (int i = 0; i < WPT; ++i)
    for (int j = 0; j < WPT; ++j) acc[i][j] = 0;
  for (int t = 0; t < k; t += 16) {
    for (int l = col * RTS + row; l < 16 * TILE; l += RTS * RTS) {
      as[l / TILE][l % TILE] = a[(t + l / TILE) * m + tr + l % TILE];
      bs[l / TILE][l % TILE] = b[(tc + l % TILE) * k + t + l / TILE];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int q = 0; q < 16; ++q) {
      float br[WPT];
      for (int j = 0; j < WPT; ++j) br[j] = bs[q][col + j * RTS];
      for (int i = 0; i < WPT; ++i) {
        float ar = as[q][row + i * RTS];
        for (int j = 0; j < WPT; ++j) acc[i][j] = fma(ar, br[j], acc[i][j]);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < WPT; ++i)
    for (int j = 0; j < WPT; ++j) {
      int at = (tc + col + j * RTS) * m + tr + row + i * RTS;
      c[at] = alpha * acc[i][j] + beta * c[at];
    }
}

kernel void gemm_float4(int m, int n, int k, global const float4* a, global const float4* b, global float4* c) {
  const int i = get_global_id(0), j = get_global_id(1);
  float4 c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  for (int q = 0; q < k; ++q) {
    float4 x = a[q * m / 4 + i], y = b[q * n / 4 + j];
    c0 += x * y.x, c1 += x * y.y, c2 += x * y.z, c3 += x * y.w;
  }
  c[(4 * j) * m / 4 + i] = c0;
  c[(4 * j + 1) * m / 4 + i] = c1;
  c[(4 * j + 2) * m / 4 + i] = c2;
  c[(4 * j + 3) * m / 4 + i] = c3;
}

kernel void gemv(int m, int n, global const float* a, global const float* x, global float* y, local float* part) {
  const int l = get_local_id(0), row = get_group_id(0);
  float sum = 0;
  for (int k = l; k < n; k += get_local_size(0)) sum += a[row * n + k] * x[k];
  part[l] = sum;
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) part[l] += part[l + s];
  }
  if (l == 0) y[row] = part[0];
}

kernel void trsv(int n, global const float* a, global float* x) {
  for (int i = 0; i < n; ++i) {
    float sum = x[i];
    for (int j = 0; j < i; ++j) sum -= a[i * n + j] * x[j];
    x[i] = sum / a[i * n + i];
  }
}

kernel void transpose(int m, int n, global const float* a, global float* b) {
  local float tile[16][17];
  int x = get_group_id(0) * 16 + get_local_id(0), y = get_group_id(1) * 16 + get_local_id(1);
  if (x < m && y < n) tile[get_local_id(1)][get_local_id(0)] = a[y * m + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 16 + get_local_id(0), y = get_group_id(0) * 16 + get_local_id(1);
  if (x < n && y < m) b[y * n + x] = tile[get_local_id(0)][get_local_id(1)];
}
