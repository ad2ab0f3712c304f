kernel void guarded(global float* out, global const float* in, int n) {
  int i = get_global_id(0);
  if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i + 1];
}
//--- buffer 64
//--- buffer 64
//--- int 16
//--- global 64
