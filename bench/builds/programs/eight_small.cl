// launch
// Eight small kernels, each launched with one buffer for all of its arguments.
kernel void add(global float* c, global const float* a, global const float* b) { size_t i = get_global_id(0); c[i] = a[i] + b[i]; }
kernel void saxpy(global float* y, global const float* x, float a, int n) { size_t i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }
kernel void dotrows(global float* y, global const float* m, global const float* x, int n) { size_t i = get_global_id(0); float s = 0; for (int k = 0; k < n; ++k) s += m[i * n + k] * x[k]; y[i] = s; }
kernel void gemm(global float* c, global const float* a, global const float* b, int n) { int i = get_global_id(0), j = get_global_id(1); float s = 0; for (int k = 0; k < n; ++k) s += a[j * n + k] * b[k * n + i]; c[j * n + i] = s; }
kernel void scale3(global float* out, global const float* in) { size_t i = get_global_id(0); out[3 * i] = 2 * in[3 * i]; out[3 * i + 1] = 3 * in[3 * i + 1]; out[3 * i + 2] = 4 * in[3 * i + 2]; }
kernel void stencil(global float* out, global const float* in, int w) { int x = get_global_id(0), y = get_global_id(1); if (x == 0 || y == 0) return; int p = y * w + x; out[p] = 0.25f * (in[p - 1] + in[p + 1] + in[p - w] + in[p + w]); }
kernel void acc(global float* c, global const float* a, global const float* b, int n) { size_t i = get_global_id(0); for (int k = 0; k < n; ++k) c[i] += a[k] * b[k * n + i]; }
kernel void reduce(global float* out, global const float* in, local float* t) { size_t l = get_local_id(0); t[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) { if (l < s) t[l] += t[l + s]; barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) out[get_group_id(0)] = t[0]; }
