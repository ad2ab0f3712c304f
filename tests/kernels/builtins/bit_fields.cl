// SPDX-License-Identifier: Apache-2.0
// cl_khr_extended_bit_ops, bit by bit against its definition.
// per_item: 64
// sizes: 1..9 16 33 100
// needs: cl_khr_extended_bit_ops
#pragma OPENCL EXTENSION cl_khr_extended_bit_ops : enable
#include "common.h"

#ifndef cl_khr_extended_bit_ops
#error the extension is missing
#endif

// What a field may be: all of offset 0 to `bits`, and counts that fit, 0 and all bits among them.
uint offset_of(uint bits, uint seed) { return hash(seed) % (bits + 1); }
uint count_of(uint bits, uint seed) {
  uint room = bits - offset_of(bits, seed), kind = hash(seed + 1) % 4;
  return kind == 0 ? 0 : kind == 1 ? room : hash(seed + 2) % (room + 1);
}

ulong bit(ulong x, uint n) { return x >> n & 1; }
ulong inserted(ulong base, ulong insert, uint bits, uint offset, uint count) {
  ulong result = 0;
  for (uint n = 0; n < bits; ++n)
    result |= (n >= offset && n < offset + count ? bit(insert, n - offset) : bit(base, n)) << n;
  return result;
}
ulong extracted(ulong base, uint bits, uint offset, uint count, bool sign) {
  ulong result = 0;
  for (uint n = 0; n < bits && count > 0; ++n)
    result |= (n < count ? bit(base, offset + n) : sign ? bit(base, offset + count - 1) : 0) << n;
  return result;
}
ulong reversed(ulong base, uint bits) {
  ulong result = 0;
  for (uint n = 0; n < bits; ++n) result |= bit(base, n) << (bits - 1 - n);
  return result;
}

// The operands begin 32 bytes apart.
#define BASE(T) (in + ITEM * (32 / sizeof(T)))
#define INSERT(T) (BASE(T) + 128 / sizeof(T))

#define TESTS(NAME, T, ST, UT, BITS, N, LOAD, STORE, VECTOR)                              \
  kernel void test_##NAME(global T* out, global const T* in) {                                     \
    uint offset = offset_of(BITS, ITEM), count = count_of(BITS, ITEM);                             \
    VECTOR base = LOAD(0, BASE(T)), insert = LOAD(0, INSERT(T));                                   \
    STORE(bitfield_insert(base, insert, offset, count), 0, out + ITEM * 64);                       \
    STORE(as_##VECTOR(bitfield_extract_signed(base, offset, count)), 1, out + ITEM * 64);          \
    STORE(as_##VECTOR(bitfield_extract_unsigned(base, offset, count)), 2, out + ITEM * 64);        \
    STORE(bit_reverse(base), 3, out + ITEM * 64);                                                  \
  }                                                                                                \
  kernel void expect_##NAME(global T* out, global const T* in) {                                   \
    uint offset = offset_of(BITS, ITEM), count = count_of(BITS, ITEM);                             \
    for (uint i = 0; i < N; ++i) {                                                                 \
      ulong base = (UT)BASE(T)[i], insert = (UT)INSERT(T)[i];                                      \
      out[ITEM * 64 + i] = (T)inserted(base, insert, BITS, offset, count);                         \
      out[ITEM * 64 + N + i] = (T)extracted(base, BITS, offset, count, true);                      \
      out[ITEM * 64 + 2 * N + i] = (T)extracted(base, BITS, offset, count, false);                 \
      out[ITEM * 64 + 3 * N + i] = (T)reversed(base, BITS);                                        \
    }                                                                                              \
  }
#define LOAD1(AT, P) (P)[AT]
#define STORE1(X, AT, P) (P)[AT] = (X)
#define WIDTH(T, ST, UT, BITS, N) TESTS(T##N, T, ST, UT, BITS, N, vload##N, vstore##N, T##N)
// Each width of each number of bits, and both signs of each scalar.
#define SIGNED(T, UT, BITS)                    \
  TESTS(T, T, T, UT, BITS, 1, LOAD1, STORE1, T) \
  WIDTH(T, T, UT, BITS, 3) WIDTH(T, T, UT, BITS, 16)
#define UNSIGNED(T, ST, BITS)                  \
  TESTS(T, T, ST, T, BITS, 1, LOAD1, STORE1, T) \
  WIDTH(T, ST, T, BITS, 2) WIDTH(T, ST, T, BITS, 4) WIDTH(T, ST, T, BITS, 8)

SIGNED(char, uchar, 8)
UNSIGNED(uchar, char, 8)
SIGNED(short, ushort, 16)
UNSIGNED(ushort, short, 16)
SIGNED(int, uint, 32)
UNSIGNED(uint, int, 32)
SIGNED(long, ulong, 64)
UNSIGNED(ulong, long, 64)

// Fields that are known when it is compiled, and the same for all.
kernel void test_literals(global ulong* out, global const ulong* in) {
  uint x = (uint)in[ITEM], y = (uint)in[ITEM + 9];
  ulong z = in[ITEM];
  vstore4((ulong4)(bitfield_insert(x, y, 5, 11), (ulong)bitfield_extract_signed(x, 31, 1),
                   bitfield_extract_unsigned(z, 0, 64), bitfield_insert(z, (ulong)y, 64, 0)),
          ITEM, out);
}
kernel void expect_literals(global ulong* out, global const ulong* in) {
  uint x = (uint)in[ITEM], y = (uint)in[ITEM + 9];
  ulong z = in[ITEM];
  vstore4((ulong4)(inserted(x, y, 32, 5, 11), x >> 31 ? ~0ul : 0ul, z, z), ITEM, out);
}
