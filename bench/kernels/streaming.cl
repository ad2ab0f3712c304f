// SPDX-License-Identifier: Apache-2.0
// Each work-item reads and writes its own elements; memory is the limit.

kernel void copy_float(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  out[i] = in[i];
}

kernel void add_float(global float* out, global const float* a, global const float* b) {
  size_t i = get_global_id(0);
  out[i] = a[i] + b[i];
}

kernel void triad_float(global float* out, global const float* a, global const float* b,
                        float factor) {
  size_t i = get_global_id(0);
  out[i] = a[i] + factor * b[i];
}

#ifdef cl_khr_fp64
kernel void triad_double(global double* out, global const double* a, global const double* b,
                         double factor) {
  size_t i = get_global_id(0);
  out[i] = a[i] + factor * b[i];
}
#endif

kernel void triad_float4(global float4* out, global const float4* a, global const float4* b,
                         float factor) {
  size_t i = get_global_id(0);
  out[i] = a[i] + factor * b[i];
}

kernel void brighten_uchar(global uchar* out, global const uchar* in, uchar amount) {
  size_t i = get_global_id(0);
  out[i] = add_sat(in[i], amount);
}

kernel void blend_uchar4(global uchar4* out, global const uchar4* a, global const uchar4* b,
                         uchar alpha) {
  size_t i = get_global_id(0);
  ushort4 sum =
      convert_ushort4(a[i]) * (ushort)alpha + convert_ushort4(b[i]) * (ushort)(255 - alpha);
  out[i] = convert_uchar4(sum >> (ushort)8);
}

kernel void add_short_sat(global short* out, global const short* a, global const short* b) {
  size_t i = get_global_id(0);
  out[i] = add_sat(a[i], b[i]);
}

kernel void uchar_to_float(global float* out, global const uchar* in, float scale) {
  size_t i = get_global_id(0);
  out[i] = in[i] * scale;
}

kernel void float_to_uchar(global uchar* out, global const float* in) {
  size_t i = get_global_id(0);
  out[i] = convert_uchar_sat_rte(in[i] * 255.0f);
}

kernel void scale_half(global half* out, global const half* in, float factor) {
  size_t i = get_global_id(0);
  vstore_half(vload_half(i, in) * factor, i, out);
}

typedef struct {
  float position[3];
  float velocity[3];
  float mass;
  uint id;
} particle;

kernel void advance_structures(global particle* out, global const particle* in, float step) {
  size_t i = get_global_id(0);
  particle p = in[i];
  for (int k = 0; k < 3; ++k) p.position[k] += step * p.velocity[k];
  out[i] = p;
}

kernel void advance_arrays(global float* ox, global float* oy, global float* oz,
                           global const float* x, global const float* y, global const float* z,
                           global const float* vx, global const float* vy, global const float* vz,
                           float step) {
  size_t i = get_global_id(0);
  ox[i] = x[i] + step * vx[i];
  oy[i] = y[i] + step * vy[i];
  oz[i] = z[i] + step * vz[i];
}

kernel void normalize_packed3(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  float3 v = vload3(i, in);
  vstore3(v * rsqrt(dot(v, v)), i, out);
}

kernel void deinterleave(global float* x, global float* y, global const float2* in) {
  size_t i = get_global_id(0);
  float2 v = in[i];
  x[i] = v.x;
  y[i] = v.y;
}

kernel void clamp_or_zero(global float* out, global const float* in, float low, float high) {
  size_t i = get_global_id(0);
  float v = in[i];
  if (v < low)
    v = 0;
  else if (v > high)
    v = high;
  out[i] = v;
}

kernel void grid_stride(global float* out, global const float* in, uint count) {
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) out[i] = in[i] * in[i] + 1.0f;
}

// The application chose a vector as wide as the machine's.
kernel void add_uint16(global uint16* out, global const uint16* a, global const uint16* b) {
  size_t i = get_global_id(0);
  out[i] = a[i] + b[i];
}

kernel void add_2d(global float* out, global const float* a, global const float* b) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  out[i] = a[i] + b[i];
}
