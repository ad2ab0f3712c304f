// SPDX-License-Identifier: Apache-2.0
// Gravity between all pairs; a body is x, y, z and mass.

#define SOFTENING ((T)0.01)

kernel void nbody_direct(global T4* out, global const T4* bodies, uint count) {
  size_t i = get_global_id(0);
  T4 me = bodies[i];
  T ax = 0, ay = 0, az = 0;
  for (uint k = 0; k < count; ++k) {
    T4 other = bodies[k];
    T dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    T inverse = rsqrt(dx * dx + dy * dy + dz * dz + SOFTENING);
    T force = other.w * inverse * inverse * inverse;
    ax += dx * force;
    ay += dy * force;
    az += dz * force;
  }
  out[i] = (T4)(ax, ay, az, 0);
}

kernel void nbody_tiled(global T4* out, global const T4* bodies, uint count, local T4* tile) {
  size_t i = get_global_id(0), lane = get_local_id(0), size = get_local_size(0);
  T4 me = bodies[i], sum = 0;
  for (uint base = 0; base < count; base += size) {
    tile[lane] = bodies[base + lane];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < size; ++k) {
      T4 d = tile[k] - me;
      d.w = 0;
      T inverse = rsqrt(dot(d, d) + SOFTENING);
      sum += d * (tile[k].w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = sum;
}

// Forces within a cut-off only: most pairs are skipped.
kernel void lennard_jones(global float4* out, global const float4* bodies, uint count,
                          float cutoff2) {
  size_t i = get_global_id(0);
  float4 me = bodies[i], sum = 0;
  for (uint k = 0; k < count; ++k) {
    float4 d = me - bodies[k];
    float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
    if (r2 < cutoff2 && k != i) {
      float inverse2 = 1.0f / (r2 + 0.05f);
      float inverse6 = inverse2 * inverse2 * inverse2;
      sum.xyz += d.xyz * (inverse2 * inverse6 * (inverse6 - 0.5f));
    }
  }
  out[i] = sum;
}
