// SPDX-License-Identifier: Apache-2.0
// Work-items that take different branches and leave loops at different times.
#if defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

kernel void mandelbrot(global uint* out, float left, float top, float step, uint limit) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float cr = left + x * step, ci = top + y * step, r = 0, i = 0;
  uint count = 0;
  while (count < limit && r * r + i * i <= 4.0f) {
    float next = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = next;
    ++count;
  }
  out[y * get_global_size(0) + x] = count;
}

#ifdef cl_khr_fp64
kernel void mandelbrot_double(global uint* out, double left, double top, double step, uint limit) {
  size_t x = get_global_id(0), y = get_global_id(1);
  double cr = left + x * step, ci = top + y * step, r = 0, i = 0;
  uint count = 0;
  while (count < limit && r * r + i * i <= 4.0) {
    double next = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = next;
    ++count;
  }
  out[y * get_global_size(0) + x] = count;
}
#endif

kernel void julia(global uchar* out, float step, float cr, float ci) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float r = x * step - 1.5f, i = y * step - 1.5f;
  int count;
  for (count = 0; count < 255; ++count) {
    float rr = r * r, ii = i * i;
    if (rr + ii > 4.0f) break;
    i = 2 * r * i + ci;
    r = rr - ii + cr;
  }
  out[y * get_global_size(0) + x] = (uchar)count;
}

kernel void collatz(global uint* out, uint first) {
  size_t id = get_global_id(0);
  ulong n = first + id;
  uint steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  out[id] = steps;
}

float scene(float3 p) {
  float3 q = p - 2.0f * floor(p * 0.5f) - 1.0f;  // a sphere in every second cell
  return fmin(length(q) - 0.4f, p.y + 2.0f);
}

kernel void ray_march(global float* out, uint width, uint height) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float3 direction =
      normalize((float3)((x + 0.5f) / width - 0.5f, (y + 0.5f) / height - 0.5f, 1.0f));
  float3 origin = (float3)(0.0f, 0.0f, 0.0f);
  float depth = 0;
  for (int i = 0; i < 96; ++i) {
    float distance = scene(origin + depth * direction);
    if (distance < 0.001f) break;
    depth += distance;
    if (depth > 40.0f) {
      depth = 40.0f;
      break;
    }
  }
  out[y * width + x] = depth;
}

kernel void gcd_pairs(global uint* out, global const uint* a, global const uint* b) {
  size_t i = get_global_id(0);
  uint x = a[i], y = b[i];
  while (y) {
    uint rest = x % y;
    x = y;
    y = rest;
  }
  out[i] = x;
}

kernel void lower_bound(global uint* out, global const uint* sorted, uint count,
                        global const uint* keys) {
  size_t i = get_global_id(0);
  uint key = keys[i], low = 0, high = count;
  while (low < high) {
    uint middle = (low + high) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}

kernel void count_primes(global uchar* out, uint first) {
  uint n = first + get_global_id(0);
  uchar prime = n > 1;
  for (uint d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      prime = 0;
      break;
    }
  }
  out[get_global_id(0)] = prime;
}

// Five ways through a switch, a different one for each neighbour.
kernel void interpreter(global int* out, global const uchar* code, uint length,
                        global const int* in) {
  size_t i = get_global_id(0);
  int value = in[i];
  for (uint pc = 0; pc < length; ++pc) {
    switch ((code[pc] + value) & 7) {
      case 0:
        value += 17;
        break;
      case 1:
        value = value * 5 + 1;
        break;
      case 2:
        value ^= value >> 3;
        break;
      case 3:
        value -= (int)pc;
        break;
      case 4:
        if (value < 0) value = -(value >> 1);
        break;
      default:
        value = (value >> 1) + 3;
        break;
    }
  }
  out[i] = value;
}

// A uniform branch in a uniform loop: nothing diverges.
kernel void uniform_branches(global float* out, global const float* in, global const uchar* code,
                             uint length) {
  size_t i = get_global_id(0);
  float value = in[i];
  for (uint pc = 0; pc < length; ++pc) {
    if (code[pc] == 0)
      value = value * 0.5f + 1.0f;
    else if (code[pc] == 1)
      value = value * value * 0.25f;
    else
      value = 2.0f - value;
  }
  out[i] = value;
}

kernel void newton_roots(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  float a = in[i], x = a;
  for (int k = 0; k < 64; ++k) {
    float next = x - (x * x * x - a) / (3.0f * x * x);
    if (fabs(next - x) <= 1e-6f * fabs(next)) break;
    x = next;
  }
  out[i] = x;
}
