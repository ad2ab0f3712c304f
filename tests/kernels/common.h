// SPDX-License-Identifier: Apache-2.0
// What most kernels of this folder share. In 1-D: ITEM is the work-item's place in `out`.
#define LID ((uint)get_local_id(0))
#define SIZE ((uint)get_local_size(0))
// Where test and expect are the same code, each is compiled in its own program only.
#ifdef HEDDLE_REFERENCE
#define KERNEL(name) expect_##name
#else
#define KERNEL(name) test_##name
#endif
#define ITEM ((uint)(get_global_id(0) - get_global_offset(0)))

// A number that looks random, the same for test and expect.
uint hash(uint x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// Place in `out` of the work-item that is k further in the same group, around its end.
uint peer(uint k) {
  return ITEM - LID + (LID + k) % SIZE;
}
