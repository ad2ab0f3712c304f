// SPDX-License-Identifier: Apache-2.0
// Random numbers. Each work-item draws many and writes their sum or the last of them.

kernel void xorshift32(global uint* out, uint draws) {
  uint i = get_global_id(0), state = i * 2654435761u + 1;
  for (uint k = 0; k < draws; ++k) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
  }
  out[i] = state;
}

kernel void xoroshiro64(global uint* out, uint draws) {
  uint i = get_global_id(0), a = i + 1, b = i * 2654435761u, sum = 0;
  for (uint k = 0; k < draws; ++k) {
    sum += rotate(a * 0x9e3779bbu, 5u) * 5;
    b ^= a;
    a = rotate(a, 26u) ^ b ^ (b << 9);
    b = rotate(b, 13u);
  }
  out[i] = sum;
}

kernel void pcg32(global uint* out, uint draws) {
  uint i = get_global_id(0), sum = 0;
  ulong state = i * 0x9e3779b97f4a7c15ul;
  for (uint k = 0; k < draws; ++k) {
    ulong old = state;
    state = old * 6364136223846793005ul + 1442695040888963407ul;
    uint mixed = (uint)(((old >> 18) ^ old) >> 27);
    sum += rotate(mixed, 32u - (uint)(old >> 59));
  }
  out[i] = sum;
}

uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    uint high0 = mul_hi(counter.x, 0xd2511f53u), low0 = counter.x * 0xd2511f53u;
    uint high1 = mul_hi(counter.z, 0xcd9e8d57u), low1 = counter.z * 0xcd9e8d57u;
    counter = (uint4)(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
    key += (uint2)(0x9e3779b9u, 0xbb67ae85u);
  }
  return counter;
}

// Philox4x32-10, four numbers for each work-item.
kernel void philox4x32(global uint4* out, uint2 key) {
  uint i = get_global_id(0);
  out[i] = philox((uint4)(i, 0, 0, 0), key);
}

// WELL512: a state of 16 words in private memory, with an index that moves.
kernel void well512(global uint* out, global const uint* seeds, uint draws) {
  size_t i = get_global_id(0), n = get_global_size(0);
  uint state[16], at = 0, sum = 0;
  for (int k = 0; k < 16; ++k) state[k] = seeds[k * n + i];
  for (uint k = 0; k < draws; ++k) {
    uint a = state[at], c = state[(at + 13) & 15];
    uint b = a ^ c ^ (a << 16) ^ (c << 15);
    c = state[(at + 9) & 15];
    c ^= c >> 11;
    a = state[at] = b ^ c;
    uint d = a ^ ((a << 5) & 0xda442d24u);
    at = (at + 15) & 15;
    a = state[at];
    state[at] = a ^ b ^ d ^ (a << 2) ^ (b << 18) ^ (c << 28);
    sum += state[at];
  }
  out[i] = sum;
}

// The Mersenne Twister's step: the next 624 words of each state, a group for each state.
kernel void mersenne_twist(global uint* out, global const uint* in) {
  local uint state[624];
  uint lane = get_local_id(0), size = get_local_size(0), base = get_group_id(0) * 624;
  for (uint k = lane; k < 624; k += size) state[k] = in[base + k];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint first = 0; first < 624; first += 208) {  // words that do not depend on one another
    uint k = first + lane, next = 0;
    if (lane < 208) {
      uint y = (state[k] & 0x80000000u) | (state[(k + 1) % 624] & 0x7fffffffu);
      next = state[(k + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 208) state[k] = next;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint k = lane; k < 624; k += size) {
    uint y = state[k];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    out[base + k] = y ^ (y >> 18);
  }
}

// Box and Muller's pairs of normal numbers.
kernel void normal_pairs(global float2* out, uint2 key) {
  uint i = get_global_id(0);
  uint4 random = philox((uint4)(i, 0, 0, 0), key);
  float radius = sqrt(-2.0f * log(((random.x >> 8) + 1) * 0x1p-24f));
  float angle = (random.y >> 8) * (6.2831853f * 0x1p-24f), c;
  float s = sincos(angle, &c);
  out[i] = (float2)(radius * c, radius * s);
}

kernel void monte_carlo_pi(global uint* out, uint draws) {
  uint i = get_global_id(0), state = i * 2654435761u + 1, hits = 0;
  for (uint k = 0; k < draws; ++k) {
    state = state * 1664525u + 1013904223u;
    float x = (state >> 8) * 0x1p-24f;
    state = state * 1664525u + 1013904223u;
    float y = (state >> 8) * 0x1p-24f;
    if (x * x + y * y < 1.0f) ++hits;
  }
  out[i] = hits;
}
