// SPDX-License-Identifier: Apache-2.0
// Indices that begin anew: rings of a length that is any number or a power of two. A vector in the
// middle reads and writes neighbours, one where the ring closes does not.
// per_item: 4
#include "common.h"

#define RING(NAME, T)                                                                           \
  kernel void test_##NAME(global T* out, global const T* in, uint n) {                          \
    uint u = ITEM;                                                                              \
    int x = ITEM, size = (int)n;                                                                \
    size_t i = ITEM, length = n;                                                                \
    T sum =                                                                                     \
        in[(u + n - 1) % n] + (T)3 * in[(x + 1) % size] + (T)5 * in[(i + length - 2) % length]; \
    sum += (T)7 * in[(x - 3) & 63] + (T)11 * in[(u + 5) & (n | 31)] + in[(x * 2 + 1) % size];   \
    out[4 * i] = sum;                                                                           \
    int left = x == 0 ? size - 1 : x - 1, right = x + 1 < size ? x + 1 : 0;                     \
    uint next = u + 1 == n ? 0 : u + 1, far = u + n / 2;                                        \
    if (far >= n) far -= n;                                                                     \
    int back = x - 2;                                                                           \
    if (back < 0) back += size;                                                                 \
    if (size < 3) back = 0;                                                                     \
    out[4 * i + 1] = in[left] + (T)3 * in[right] + (T)5 * in[next] + (T)7 * in[far] + in[back]; \
    if (hash(x) & 1) out[4 * i + 2] = in[(u + 2) % n];                                          \
    out[4 * i + 3] = in[abs(x - 20)] + (T)3 * in[(u & ~2u)] + in[(u % 70 + 1) % n];             \
  }                                                                                             \
  kernel void expect_##NAME(global T* out, global const T* in, uint n) {                        \
    volatile global const T* from = in;                                                         \
    ulong i = ITEM, two = n == 1 ? 0 : i >= 2 ? i - 2 : i + n - 2;                              \
    long x = (long)i;                                                                           \
    T sum = from[i == 0 ? n - 1 : i - 1] + (T)3 * from[(i + 1) % n] + (T)5 * from[two];         \
    sum += (T)7 * from[(ulong)(x + 61) & 63] + (T)11 * from[(i + 5) & (n | 31)];                \
    sum += from[(2 * i + 1) % n];                                                               \
    out[4 * i] = sum;                                                                           \
    ulong far = i + n / 2 >= n ? i + n / 2 - n : i + n / 2;                                     \
    ulong back = n < 3 ? 0 : i < 2 ? i + n - 2 : i - 2, next = i + 1 == n ? 0 : i + 1;          \
    out[4 * i + 1] = from[i == 0 ? n - 1 : i - 1] + (T)3 * from[next] + (T)5 * from[next] +     \
                     (T)7 * from[far] + from[back];                                             \
    if (hash(x) & 1) out[4 * i + 2] = from[(i + 2) % n];                                        \
    out[4 * i + 3] =                                                                            \
        from[x < 20 ? 20 - x : x - 20] + (T)3 * from[i & ~2ul] + from[(i % 70 + 1) % n];        \
  }

RING(uchar, uchar)
RING(ushort, ushort)
RING(uint, uint)
RING(float, float)
RING(ulong, ulong)

// Around the ring the other way: the turn is where the rest is the least one.
kernel void test_down(global uint* out, global const uint* in, uint n) {
  uint u = ITEM;
  int x = ITEM, size = (int)n;
  uint sum = in[(n + n / 3 - u) % n] + 3 * in[(2 * size - 2 - x) % size];
  sum += 5 * in[(2 * size + 5 - 2 * x) % size] + 7 * in[(n - 1 - u) % n];
  out[4 * ITEM] = sum;
  out[4 * ((n + n / 2 - u) % n) + 1] = sum + u;
}
kernel void expect_down(global uint* out, global const uint* in, uint n) {
  volatile global const uint* from = in;
  long i = ITEM, size = n, far = 2 * size + 5 - 2 * i;
  uint sum = from[(size + size / 3 - i) % size] + 3 * from[size < 2 ? 0 : (2 * size - 2 - i) % size];
  sum += 5 * from[far % size] + 7 * from[size - 1 - i];
  out[4 * i] = sum;
  out[4 * ((size + size / 2 - i) % size) + 1] = sum + (uint)i;
}

// Each work-item writes one place of the ring, shifted; short vectors go there and come from there.
kernel void test_stores(global uint* out, global const uint* in, uint n) {
  uint u = ITEM, at = (u + n / 3) % n;
  uint4 value = vload4((u + n - 1) % n, in);
  vstore4(value * 3 + u, at, out);
}
kernel void expect_stores(global uint* out, global const uint* in, uint n) {
  ulong i = ITEM, at = (i + n / 3) % n, from = i == 0 ? n - 1 : i - 1;
  volatile global const uint* source = in + 4 * from;
  for (int k = 0; k < 4; ++k) out[4 * at + k] = source[k] * 3 + (uint)i;
}

// Pixels at clamped places, of three and four bytes; a pair of neighbours behind a clamp.
kernel void test_pixels(global uchar* out, global const uchar* in, uint n) {
  int x = ITEM, last = (int)n - 1;
  uchar4 sum = vload4(max(x - 1, 0), in) + (uchar4)3 * vload4(min(x + 1, last), in);
  uchar3 packed = vload3(clamp(x - 2, 0, last), in) + vload3(clamp(x + 3, 0, last), in);
  int cell = clamp(x - 1, 0, max(last - 1, 0));
  sum.w += in[cell] + 5 * in[cell + 1];
  vstore4(sum ^ (uchar4)(packed, 0), x, out);
}
kernel void expect_pixels(global uchar* out, global const uchar* in, uint n) {
  long x = ITEM, last = (long)n - 1;
  volatile global const uchar* from = in;
  long left = x < 1 ? 0 : x - 1, right = x + 1 > last ? last : x + 1;
  long a = x < 2 ? 0 : x - 2, b = x + 3 > last ? last : x + 3;
  long limit = last < 1 ? 0 : last - 1, cell = x - 1 < 0 ? 0 : x - 1 > limit ? limit : x - 1;
  for (int k = 0; k < 4; ++k) {
    uchar value = from[4 * left + k] + 3 * from[4 * right + k];
    if (k < 3) value ^= (uchar)(from[3 * a + k] + from[3 * b + k]);
    if (k == 3) value += from[cell] + 5 * from[cell + 1];
    out[4 * x + k] = value;
  }
}

// Places in a ring in local memory, behind a barrier.
kernel void test_local_ring(global uint* out, global const uint* in, local uint* ring) {
  uint l = get_local_linear_id(), size = get_local_size(0);
  ring[l] = in[ITEM];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (uint k = 0; k < 9; ++k) sum = 3 * sum + ring[(l + k) % size];
  out[4 * ITEM] = sum;
}
kernel void expect_local_ring(global uint* out, global const uint* in) {
  ulong l = get_local_linear_id(), size = get_local_size(0);
  volatile global const uint* from = in + (ITEM - l);
  uint sum = 0;
  for (uint k = 0; k < 9; ++k) sum = 3 * sum + from[(l + k) % size];
  out[4 * ITEM] = sum;
}

// Rows of a picture by quotient and rest: as signed and unsigned numbers, and of a known length.
kernel void test_rows(global uint* out, global const uint* in, uint n) {
  int i = ITEM, width = (int)n / 3 + 1, x = i % width, y = i / width;
  uint u = ITEM, pitch = width + 1, column = u % (uint)width, row = u / (uint)width;
  size_t s = ITEM, line = s / 100, place = s % 100;
  uint sum = in[y * (width + 1) + x] + 3 * in[row * pitch + column + 1];
  sum += 5 * in[line * 101 + place] + 7 * in[(u >> 5) * 33 + (u & 31)];
  sum += 11 * in[(i - 50) / width + 60];
  int back = (i - 20) % width;
  out[4 * s] = sum + in[back < 0 ? back + width : back];
  out[4 * (y * width + x) + 1] = sum ^ x;
}
kernel void expect_rows(global uint* out, global const uint* in, uint n) {
  volatile global const uint* from = in;
  volatile ulong i = ITEM, width = n / 3 + 1, x = i - i / width * width, y = i / width;
  uint sum = from[y * (width + 1) + x] + 3 * from[y * (width + 1) + x + 1];
  sum += 5 * from[i / 100 * 101 + i % 100] + 7 * from[i / 32 * 33 + i % 32];
  long moved = (long)i - 50;
  sum += 11 * from[(moved < 0 ? -(-moved / (long)width) : moved / (long)width) + 60];
  out[4 * i] = sum + from[i >= 20 ? (i - 20) % width : (width - (20 - i) % width) % width];
  out[4 * i + 1] = sum ^ (uint)x;
}
