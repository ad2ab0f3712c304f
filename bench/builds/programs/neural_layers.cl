// options: -cl-mad-enable -DTYPE=float
// Layers of a network: convolutions, pooling, softmax, normalisation, in the way of frameworks that generate them.
kernel void conv(global const TYPE* in, global const TYPE* weights, global const TYPE* bias, global TYPE* out, int channels, int height, int width, int kernels, int size, int stride, int pad) {
  int ow = (width + 2 * pad - size) / stride + 1, oh = (height + 2 * pad - size) / stride + 1;
  int x = get_global_id(0), y = get_global_id(1), k = get_global_id(2);
  if (x >= ow || y >= oh) return;
  TYPE sum = bias[k];
  for (int c = 0; c < channels; ++c)
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) {
        int sy = y * stride - pad + i, sx = x * stride - pad + j;
        if (sy >= 0 && sy < height && sx >= 0 && sx < width)
          sum += in[(c * height + sy) * width + sx] * weights[((k * channels + c) * size + i) * size + j];
      }
  out[(k * oh + y) * ow + x] = fmax(sum, (TYPE)0);
}
kernel void conv3x3(global const TYPE* in, constant TYPE* w, global TYPE* out, int width) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  TYPE s = 0;
#pragma unroll
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) s += in[(y + i) * width + x + j] * w[(i + 1) * 3 + j + 1];
  out[y * width + x] = s;
}
kernel void im2col(global const TYPE* in, global TYPE* out, int height, int width, int size, int pad, int stride, int oh, int ow) {
  int i = get_global_id(0), x = i % ow, y = i / ow % oh, c = i / ow / oh;
  for (int q = 0; q < size * size; ++q) {
    int sy = y * stride - pad + q / size, sx = x * stride - pad + q % size;
    out[(c * size * size + q) * oh * ow + y * ow + x] = sy >= 0 && sx >= 0 && sy < height && sx < width ? in[(c * height + sy) * width + sx] : 0;
  }
}
kernel void max_pool(global const TYPE* in, global TYPE* out, global int* where, int width, int ow, int oh) {
  int x = get_global_id(0), y = get_global_id(1), best = 0;
  TYPE most = -INFINITY;
  for (int q = 0; q < 4; ++q) { int at = (2 * y + q / 2) * width + 2 * x + q % 2; if (in[at] > most) most = in[at], best = at; }
  out[y * ow + x] = most, where[y * ow + x] = best;
}
kernel void softmax(global const TYPE* in, global TYPE* out, int n, local TYPE* t) {
  int l = get_local_id(0), size = get_local_size(0), row = get_group_id(0) * n;
  TYPE most = -INFINITY, sum = 0;
  for (int i = l; i < n; i += size) most = fmax(most, in[row + i]);
  t[l] = most;
  for (int s = size / 2; s > 0; s /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (l < s) t[l] = fmax(t[l], t[l + s]); }
  barrier(CLK_LOCAL_MEM_FENCE);
  most = t[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < n; i += size) sum += exp(in[row + i] - most);
  t[l] = sum;
  for (int s = size / 2; s > 0; s /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (l < s) t[l] += t[l + s]; }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = l; i < n; i += size) out[row + i] = exp(in[row + i] - most) / t[0];
}
kernel void batch_norm(global TYPE* x, global const TYPE* mean, global const TYPE* var, global const TYPE* gamma, global const TYPE* beta, int plane) {
  int i = get_global_id(0), c = get_global_id(1);
  x[c * plane + i] = (x[c * plane + i] - mean[c]) * rsqrt(var[c] + 1e-5f) * gamma[c] + beta[c];
}
kernel void gelu(global TYPE* x) { TYPE v = x[get_global_id(0)]; x[get_global_id(0)] = 0.5f * v * (1 + erf(v * M_SQRT1_2_F)); }
