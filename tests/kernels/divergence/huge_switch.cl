// SPDX-License-Identifier: Apache-2.0
// Switches of hundreds and thousands of cases, which code generation treats in another way: dense and sparse ones, with code in
// the cases, with constants, with cases that fall through.
// sizes: 1 3 16 64
#include "common.h"

#define TWO(m, n) m(n) m(n + 1)
#define FOUR(m, n) TWO(m, n) TWO(m, n + 2)
#define SIXTEEN(m, n) FOUR(m, n) FOUR(m, n + 4) FOUR(m, n + 8) FOUR(m, n + 12)
#define MANY(m, n) SIXTEEN(m, n) SIXTEEN(m, n + 16) SIXTEEN(m, n + 32) SIXTEEN(m, n + 48)
#define HUNDREDS(m) MANY(m, 0) MANY(m, 64) MANY(m, 128) MANY(m, 192) MANY(m, 256) MANY(m, 320) MANY(m, 384) MANY(m, 448) MANY(m, 512)
#define FROM(m, n) MANY(m, n) MANY(m, n + 64) MANY(m, n + 128) MANY(m, n + 192)
#define THOUSANDS(m) FROM(m, 0) FROM(m, 256) FROM(m, 512) FROM(m, 768) FROM(m, 1024) FROM(m, 1280) FROM(m, 1536) FROM(m, 1792) FROM(m, 2048)

#define COMPUTE(n) case n: x = x * ((n) * 2u + 1u) + in[(n) % 16]; break;
#define CONSTANT(n) case (n) * 7: x = (n) * (n) + 3u; break;
#define FALL(n) \
  case n: x += n; \
    if ((n) % 5 == 4) break;

// Nothing of what the cases do is the same for two of them.
kernel void test_hundreds(global uint* out, global const uint* in) {
  uint x = hash(ITEM);
  switch (x % 600) { HUNDREDS(COMPUTE) default: x = 1; }
  out[ITEM] = x;
}
kernel void expect_hundreds(global uint* out, global const uint* in) {
  const uint x = hash(ITEM), n = x % 600;
  out[ITEM] = n < 576 ? x * (n * 2 + 1) + in[n % 16] : 1;
}

kernel void test_thousands(global uint* out, global const uint* in) {
  uint x = hash(ITEM);
  switch (x % 2400) { THOUSANDS(COMPUTE) default: x = 1; }
  out[ITEM] = x;
}
kernel void expect_thousands(global uint* out, global const uint* in) {
  const uint x = hash(ITEM), n = x % 2400;
  out[ITEM] = n < 2304 ? x * (n * 2 + 1) + in[n % 16] : 1;
}

kernel void test_constants(global uint* out) {
  uint x = hash(ITEM) % 17000;
  switch (x) { THOUSANDS(CONSTANT) }
  out[ITEM] = x;
}
kernel void expect_constants(global uint* out) {
  const uint x = hash(ITEM) % 17000, n = x / 7;
  out[ITEM] = x % 7 == 0 && n < 2304 ? n * n + 3 : x;
}

kernel void test_fall(global uint* out) {
  uint x = 0;
  for (uint k = 0; k < 3; ++k) {
    switch (hash(ITEM + k) % 2310) {
      default: x ^= 77;
      THOUSANDS(FALL)
    }
  }
  out[ITEM] = x;
}
kernel void expect_fall(global uint* out) {
  uint x = 0;
  for (uint k = 0; k < 3; ++k) {
    uint n = hash(ITEM + k) % 2310;
    if (n >= 2304) x ^= 77, n = 0;
    do x += n;
    while (n++ % 5 != 4 && n < 2304);
  }
  out[ITEM] = x;
}
