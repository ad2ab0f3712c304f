// The kernel whose way through the compiler vectoriser.md shows (generate.py).
kernel void clip(global float* out, global const float* in, float limit) {
  size_t i = get_global_id(0);
  float x = in[i];
  if (x > limit) out[i] = sqrt(x);
}
