// SPDX-License-Identifier: Apache-2.0
#include "common.h"

// Of an inline function that is neither static nor extern this is an inline definition only (C99 §6.7.4), which other
// compilers nevertheless take when nothing is optimised.
inline uint rotated(uint x, uint n) { return x << n | x >> (32 - n); }
inline uint rotated_twice(uint x) { return rotated(rotated(x, 7), 11); }
kernel void test_inline_definitions(global uint* out) { out[ITEM] = rotated_twice(hash(ITEM)); }
kernel void expect_inline_definitions(global uint* out) { out[ITEM] = rotate(hash(ITEM), 18u); }
