// SPDX-License-Identifier: Apache-2.0
// Places beside the work-item's, where a comparison tells that x - 1 is no negative number: extending it with zeros and with its
// sign is the same for the work-items that get there, and lane 0's is on the others' line in either case.

kernel void test_left(global uint* out, global const uint* in, uint n) {
  const int x = get_global_id(0) - get_global_offset(0), left = x - 1;
  const uint width = n & 0x7fffffff;
  uint sum = 0;
  if ((uint)left < width) sum = in[(uint)left] * 3;
  out[x] = sum;
}
kernel void expect_left(global uint* out, global const uint* in) {
  const size_t x = get_global_id(0) - get_global_offset(0);
  out[x] = x > 0 ? in[x - 1] * 3 : 0;
}

kernel void test_around(global uint* out, global const uint* in, uint n) {
  const int x = get_global_id(0) - get_global_offset(0), left = x - 7, right = 3 * x + 2 - 5;
  const uint width = n & 0x7fffffff;
  uint sum = 0;
  if ((uint)left < width) sum = in[(uint)left];
  if ((uint)right < width) sum += in[(uint)right] * 5;
  out[x] = sum;
}
kernel void expect_around(global uint* out, global const uint* in, uint n) {
  const long x = get_global_id(0) - get_global_offset(0);
  out[x] = (x >= 7 ? in[x - 7] : 0) + (x >= 1 && x * 3 - 3 < n ? in[x * 3 - 3] * 5 : 0);
}
