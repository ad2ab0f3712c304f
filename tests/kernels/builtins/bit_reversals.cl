// SPDX-License-Identifier: Apache-2.0
// Loops that collect bits the other way round, with fewer and more iterations than there are bits.
// sizes: 1 17 64
#include "common.h"
kernel void test_rounds(global ulong* out, global const uint* in) {
  uint n = (uint)(ITEM % 80), x = in[ITEM], r = in[ITEM + 1];
  ulong y = x * 0x9e3779b97f4a7c15ul, s = 0, all = 1;
  ushort z = (ushort)x, t = 0;
  for (uint b = 0; b < n; ++b) r = (r << 1) | (x & 1), x >>= 1;
  for (uint b = 0; b < n; ++b) s = (s << 1) | ((y >> b) & 1);
  for (int b = 0; b < 16; ++b) t = (ushort)((t << 1) | (z & 1)), z >>= 1;
  for (int b = 0; b < 64; ++b) all = (all << 1) | (y & 1), y >>= 1;
  out[ITEM] = r + s * 3 + t * 5 + all * 7;
}
kernel void expect_rounds(global ulong* out, global const uint* in) {
  uint n = (uint)(ITEM % 80), x = in[ITEM], r = in[ITEM + 1];
  ulong y = x * 0x9e3779b97f4a7c15ul, s = 0, all = 0;
  ushort t = 0;
  for (uint b = 0; b < n; ++b) r = r * 2 + (b < 32 && (x & (1u << (b & 31))) != 0 ? 1 : 0);
  for (uint b = 0; b < 64; ++b) {
    bool set = (y & (1ul << b)) != 0;
    if (b < n && n <= 64) s += set ? 1ul << (n - 1 - b) : 0;
    if (n > 64) s += set ? 1ul << ((n - 1 - b) & 63) : 0;  // those come again
    if (b < 16 && (x & (1u << b)) != 0) t += (ushort)(1 << (15 - b));
    all += set ? 1ul << (63 - b) : 0;
  }
  out[ITEM] = r + s * 3 + t * 5 + all * 7;
}
