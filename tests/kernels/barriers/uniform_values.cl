// SPDX-License-Identifier: Apache-2.0
// Values that are the same for a whole group, set anew while barriers come between: they are kept once, and no item may see
// what a later item made of them.
#include "common.h"

kernel void test_redefined(global uint* out, global const uint* in, local uint* box) {
  uint key = in[get_group_id(0)], sum = 0;
  for (uint i = 0; i < 5; ++i) {
    box[LID] = key + ITEM;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += box[(LID + 1) % SIZE] ^ key;
    key = key * 69069u + in[i];
    sum += key;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[ITEM] = sum + key;
}
kernel void expect_redefined(global uint* out, global const uint* in) {
  uint key = in[get_group_id(0)], sum = 0;
  for (uint i = 0; i < 5; ++i) {
    sum += (key + peer(1)) ^ key;
    key = key * 69069u + in[i];
    sum += key;
  }
  out[ITEM] = sum + key;
}

// Every item reads the value before it changes: all must see the old one.
kernel void test_old_and_new(global uint* out, local uint* box, uint n) {
  uint a = 0, b = 1, seen = 0;
  for (uint i = 0; i < n % 9; ++i) {
    seen = seen * 3 + a;
    uint next = a + b;
    a = b;
    b = next;
    barrier(CLK_LOCAL_MEM_FENCE);
    seen += b;
  }
  out[ITEM] = seen + a;
}
kernel void expect_old_and_new(global uint* out, uint n) {
  uint a = 0, b = 1, seen = 0;
  for (uint i = 0; i < n % 9; ++i) {
    seen = seen * 3 + a;
    uint next = a + b;
    a = b;
    b = next;
    seen += b;
  }
  out[ITEM] = seen + a;
}

// Read from local memory that changes afterwards.
kernel void test_from_local(global uint* out, local uint* box) {
  uint sum = 0;
  for (uint i = 0; i < 4; ++i) {
    if (LID == i % SIZE) box[0] = hash(ITEM + i);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint shared = box[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (LID == 0) box[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += shared * (LID + 1);
  }
  out[ITEM] = sum;
}
kernel void expect_from_local(global uint* out) {
  uint sum = 0;
  for (uint i = 0; i < 4; ++i) sum += hash(ITEM - LID + i % SIZE + i) * (LID + 1);
  out[ITEM] = sum;
}

// Uniform floats, vectors and pointers.
kernel void test_kinds(global float* out, global const float4* in, local float* box) {
  float4 row = in[get_group_id(0)];
  global const float4* next = in + get_group_id(0) + 1;
  float scale = row.x > 0 ? 2.0f : 0.5f;
  box[LID] = (float)LID;
  barrier(CLK_LOCAL_MEM_FENCE);
  float a = box[(LID + 1) % SIZE] * scale + row.y;
  barrier(CLK_LOCAL_MEM_FENCE);
  row = *next++;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ITEM] = a + row.z + next->w + box[LID];
}
kernel void expect_kinds(global float* out, global const float4* in) {
  size_t g = get_group_id(0);
  float scale = in[g].x > 0 ? 2.0f : 0.5f;
  float a = (float)((LID + 1) % SIZE) * scale + in[g].y;
  out[ITEM] = a + in[g + 1].z + in[g + 2].w + (float)LID;
}
