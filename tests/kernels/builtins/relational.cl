// SPDX-License-Identifier: Apache-2.0
// Comparisons, select, bitselect, any and all, shuffle.
// per_item: 4
#include "common.h"

kernel void test_compare(global int* out, global const float* in) {
  float4 a = vload4(ITEM, in), b = a.yzwx;
  if (ITEM % 3 == 0) a.x = NAN;
  int4 r = isless(a, b) + isgreaterequal(a, b) * 2 + isnotequal(a, b) * 4 + isnan(a) * 8 + isunordered(a, b) * 16 +
           signbit(b) * 32 + isfinite(a) * 64 + (a < b) * 128 + islessgreater(a, b) * 256 + isordered(a, a) * 512;
  vstore4(r + (int4)(isless(a.y, b.y), isnan(a.x), any(a < b), all(isfinite(a)) * 2), ITEM, out);
}
kernel void expect_compare(global int* out, global const float* in) {
  float a[4], b[4];
  int r[4], some = 0, finite = 1;
  for (uint i = 0; i < 4; ++i) {
    a[i] = in[ITEM * 4 + i];
    b[i] = in[ITEM * 4 + (i + 1) % 4];
  }
  if (ITEM % 3 == 0) a[0] = NAN;
  for (uint i = 0; i < 4; ++i) {
    int nan = a[i] != a[i], sign = (int)(as_uint(b[i]) >> 31);
    r[i] = -((a[i] < b[i]) + (a[i] >= b[i]) * 2 + (a[i] != b[i]) * 4 + nan * 8 + nan * 16 + sign * 32 + !nan * 64 +
             (a[i] < b[i]) * 128 + (a[i] < b[i] || a[i] > b[i]) * 256 + !nan * 512);
    some |= a[i] < b[i];
    finite &= !nan;
  }
  r[0] += a[1] < b[1];
  r[1] += a[0] != a[0];
  r[2] += some;
  r[3] += finite * 2;
  for (uint i = 0; i < 4; ++i) out[ITEM * 4 + i] = r[i];
}

kernel void test_select(global uint* out) {
  uint h = hash(ITEM);
  uint4 a = (uint4)(h, h + 1, h + 2, h + 3), b = ~a;
  uint4 mask = (uint4)(h << 31, 0x80000000u, 0x7fffffffu, h << 30);
  uint4 r = select(a, b, mask) + bitselect(a, b, mask) * 3 + (as_int4(mask) < 0 ? a : b);
  r.x += select(1u, 2u, h & 2) + bitselect(h, 77u, 0xff00u);
  r.y += as_uint(select(1.5f, 2.5f, (int)(h & 4))) + as_uint(bitselect(1.5f, -2.5f, as_float(h)));
  vstore4(r, ITEM, out);
}
kernel void expect_select(global uint* out) {
  uint h = hash(ITEM), masks[4] = {h << 31, 0x80000000u, 0x7fffffffu, h << 30};
  for (uint i = 0; i < 4; ++i) {
    uint a = h + i, b = ~a, m = masks[i];
    uint r = (m >> 31 ? b : a) + ((a & ~m) | (b & m)) * 3 + (m >> 31 ? a : b);
    if (i == 0) r += (h & 2 ? 2 : 1) + ((h & ~0xff00u) | (77u & 0xff00u));
    if (i == 1) r += as_uint(h & 4 ? 2.5f : 1.5f) + ((as_uint(1.5f) & ~h) | (as_uint(-2.5f) & h));
    out[ITEM * 4 + i] = r;
  }
}

kernel void test_shuffle(global uint* out) {
  uint h = hash(ITEM);
  uint4 a = (uint4)(h, h * 3, h * 5, h * 7), b = a + 1;
  uint4 index = (uint4)(h, h >> 3, h >> 6, h >> 9);
  uint8 wide = shuffle2(a, b, (uint8)(index, index + 1));
  uint2 narrow = shuffle(a, index.xy);
  uint16 back = shuffle(wide, (uint16)(index, index, index, index) + 5);
  vstore4(shuffle(a, index) + wide.hi * 3 + narrow.xyxy * 7 + back.s048c * 11, ITEM, out);
}
kernel void expect_shuffle(global uint* out) {
  uint h = hash(ITEM), a[8], index[4], wide[8];
  for (uint i = 0; i < 4; ++i) {
    a[i] = h * (i * 2 + 1);
    a[i + 4] = a[i] + 1;
    index[i] = h >> i * 3;
  }
  for (uint i = 0; i < 8; ++i) wide[i] = a[(index[i % 4] + i / 4) % 8];
  for (uint i = 0; i < 4; ++i) {
    out[ITEM * 4 + i] = a[index[i] % 4] + wide[4 + i] * 3 + a[index[i % 2] % 4] * 7 + wide[(index[0] + 5) % 8] * 11;
  }
}

// Swizzles as values and as places.
kernel void test_swizzle(global uint* out) {
  uint h = hash(ITEM);
  uint8 v = (uint8)(h, 1, 2, 3, h >> 8, 5, 6, 7);
  v.s13 = v.s04;
  v.odd += v.even.wzyx;
  v.lo.zw = v.hi.xy;
  uint3 t = v.s210;
  t.yz *= 2;
  uint4 r = v.hi;
  r.xyz += t;
  vstore4(r, ITEM, out);
}
kernel void expect_swizzle(global uint* out) {
  uint h = hash(ITEM), v[8] = {h, 1, 2, 3, h >> 8, 5, 6, 7};
  v[1] = v[0];
  v[3] = v[4];
  uint even[4] = {v[6], v[4], v[2], v[0]};
  for (uint i = 0; i < 4; ++i) v[i * 2 + 1] += even[i];
  v[2] = v[4];
  v[3] = v[5];
  uint t[4] = {v[2], v[1] * 2, v[0] * 2, 0};
  for (uint i = 0; i < 4; ++i) out[ITEM * 4 + i] = v[4 + i] + t[i];
}
