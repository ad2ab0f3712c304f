// SPDX-License-Identifier: Apache-2.0
// Loops of one work-item's own. What is expected is the same text, through volatile memory: element
// by element, in order. TASK is how its kernels begin.
#include "common.h"
#define N 70
#define LOOP(type) for (type i = 0; i < N; ++i)
#define ONE(name, T, qualifier, ...)                     \
  TASK name(global T* out, global const T* in, uint n) { \
    global T* to = out + ITEM * N;                       \
    global const T* from = in + ITEM * 8;                \
    {                                                    \
      global qualifier T* out = to;                      \
      global const qualifier T* in = from;               \
      __VA_ARGS__                                        \
    }                                                    \
  }
#define BOTH(name, T, ...)           \
  ONE(test_##name, T, , __VA_ARGS__) \
  ONE(expect_##name, T, volatile, __VA_ARGS__)

BOTH(copy, uint, LOOP(uint) out[i] = in[i];)
BOTH(int_counter, float, LOOP(int) out[i] = in[i] * 2.5f + in[i + 1];)
BOTH(narrow_counter, uint, LOOP(uchar) out[i] = in[(uchar)(i * 3 + n)] ^ i;)
BOTH(two_widths, uint, LOOP(uint) out[i] = in[n + i % 16] + i;)
BOTH(backwards, uint, LOOP(uint) out[N - 1 - i] = in[i] * 5;)
BOTH(
    strided, uint, for (uint i = 0; i + 2 < N; i += 3) {
      out[i] = in[i + 1];
      out[i + 1] = in[i + 2];
      out[i + 2] = i;
    })
BOTH(gathered, uint, LOOP(uint) out[i] = in[in[i] % 64];)
BOTH(scattered, uint, LOOP(uint) out[i * 13 % N] = in[i];)
BOTH(conditional, int, LOOP(uint) out[i] = 7; LOOP(uint) if (in[i] & 1) out[i] = in[i] / 3;)
BOTH(small_types, uchar, LOOP(uint) out[i] = (in[i] * 300 + 5000) >> 7;)
BOTH(shorts, short, LOOP(uint) out[i] = mul_hi(in[i], in[i + 2]) + abs(in[i]);)
BOTH(longs, ulong, LOOP(uint) out[i] = in[i] * in[i + 3] + rotate(in[i], (ulong)13);)
BOTH(division, int, LOOP(uint) out[i] = in[i] / (in[i + 1] % 5);)

// In the order that the program says.
BOTH(sum, float, float s = 0; LOOP(uint) s += in[i]; LOOP(uint) out[i] = s;)
BOTH(
    product, float, float s = 1; LOOP(uint) {
      s = s * 0.75f + in[i];
      out[i] = s;
    })
BOTH(dot, float, float s = 0; LOOP(uint) s += in[i] * in[i + 5]; out[0] = s;
     for (uint i = 1; i < N; ++i) out[i] = 0;)
BOTH(int_sum, uint, uint s = n; LOOP(uint) s += in[i] ^ i; LOOP(uint) out[i] = s;)
BOTH(int_max, int, int s = -5; LOOP(uint) s = max(s, in[i]); LOOP(uint) out[i] = s;)
BOTH(float_max, float, float s = -5; LOOP(uint) s = fmax(s, in[i]); LOOP(uint) out[i] = s;)
BOTH(any, uint, uint s = 0; LOOP(uint) if (in[i] % 32 == 9) s = 1; LOOP(uint) out[i] = s;)

// What an iteration reads may be what another one has written.
BOTH(shift_up, uint, LOOP(uint) out[i] = in[i];
     for (uint i = 0; i + 1 < N; ++i) out[i + 1] += out[i];)
BOTH(shift_down, uint, LOOP(uint) out[i] = in[i];
     for (uint i = 0; i + 1 < N; ++i) out[i] += out[i + 1];)
BOTH(far, uint, LOOP(uint) out[i] = in[i]; for (uint i = 0; i + 8 < N; ++i) out[i + 8] += out[i];)
BOTH(step, uint, LOOP(uint) out[i] = in[i]; uint d = n % 3 + 1;
     for (uint i = 0; i + d < N; ++i) out[i + d] += out[i];)
BOTH(histogram, uint, LOOP(uint) out[i] = 0; LOOP(uint) out[in[i] % N] += i;)

// Ways out of a loop.
BOTH(
    search, uint, uint at = N; LOOP(uint) if (in[i] % 16 == 3) {
      at = i;
      break;
    } LOOP(uint) out[i] = at;)
BOTH(
    leave, uint, LOOP(uint) out[i] = 0; LOOP(uint) {
      if (in[i] % 16 == 3) return;
      out[i] = in[i];
    })
BOTH(
    skip, uint, LOOP(uint) out[i] = 0; LOOP(uint) {
      if (in[i] % 4 == 3) continue;
      out[i] = in[i];
    })

BOTH(exponential, float, LOOP(uint) out[i] = exp(in[i]) + exp2(in[i] * 60) + exp(in[i] * 400);)
BOTH(logarithm, float, LOOP(uint) out[i] = log(in[i]) + log2(fabs(in[i]) + 1);)
BOTH(sine, float, LOOP(uint) out[i] = sin(in[i]) * cos(in[i] * 100000);)
BOTH(power, float, LOOP(uint) out[i] = pow(fabs(in[i]), 2.5f) + rootn(in[i], 3);)
BOTH(roots, float, LOOP(uint) out[i] = sqrt(fabs(in[i])) + rsqrt(in[i] * in[i] + 1) + 1 / in[i];)
BOTH(conversions, float,
     LOOP(uint) out[i] = convert_char_sat_rte(in[i] * 100) + (int)(in[i] * 3) + (uint)fabs(in[i]);)
BOTH(flush, float, LOOP(uint) out[i] = (in[i] * 0x1p-126f) * 0.125f;)

// Variables of the work-item's, and of its group.
BOTH(private_array, uint, uint box[80]; LOOP(uint) box[i] = in[i] * 3;
     LOOP(uint) out[i] = box[N - 1 - i] + box[i / 2];)
#define LOCALS(name, qualifier)                        \
  TASK name(global uint* out, global const uint* in) { \
    local qualifier uint box[80];                      \
    global qualifier uint* to = out + ITEM * N;        \
    LOOP(uint) box[i] = in[ITEM * 8 + i] * 3;          \
    barrier(CLK_LOCAL_MEM_FENCE);                      \
    uint sum = 0;                                      \
    LOOP(uint) sum += box[i];                          \
    barrier(CLK_LOCAL_MEM_FENCE);                      \
    LOOP(uint) to[i] = box[N - 1 - i] + sum;           \
  }
LOCALS(test_local_array, )
LOCALS(expect_local_array, volatile)

// All that an iteration does is counted.
#define COUNTED(name, qualifier)                                         \
  TASK name(global uint* out, global const uint* in, global uint* tmp) { \
    global qualifier uint* to = out + ITEM * N;                          \
    global uint* counter = tmp + ITEM;                                   \
    LOOP(uint) to[i] = atomic_inc(counter) + in[i];                      \
    LOOP(uint) to[i] += atomic_max(counter, in[i] % 100);                \
  }
COUNTED(test_atomics, )
COUNTED(expect_atomics, volatile)

// Rows of vectors, matrices: inner loops in outer ones.
BOTH(
    nested, uint, for (uint y = 0; y < 7; ++y) for (uint x = 0; x < 10; ++x) {
      uint s = 0;
      for (uint k = 0; k < y + x; ++k) s += in[y + k] * in[x * k % 64];
      out[y * 10 + x] = s;
    })
BOTH(few, uint, LOOP(uint) out[i] = 1;
     for (uint y = 0; y < 9; ++y) for (uint x = 0; x < y; ++x) out[y * 7 + x % 7] += in[x];)
