// Each range of groups has counters of its own where the kernel only adds to them and their number is known.
// RUN: %cl %s | heddle-opt --kernel histogram --until privatise-atomics - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel looks --until privatise-atomics - | FileCheck --check-prefix=SHARED %s
// RUN: %cl %s | heddle-opt --kernel orders --until privatise-atomics - | FileCheck --check-prefix=SHARED %s
// RUN: %cl %s | heddle-opt --kernel unknown --until privatise-atomics - | FileCheck --check-prefix=SHARED %s
// RUN: %cl %s | heddle-opt --kernel follows --until privatise-atomics - | FileCheck --check-prefix=SHARED %s
// RUN: %cl %s | heddle-opt --kernel merged --until privatise-atomics - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel merged_by_items --local-size=256,1,1 --until privatise-atomics - | FileCheck %s

// CHECK: alloca [256 x i32]
// CHECK: %counts.apart = icmp uge i64 {{.*}}, 512
// CHECK: atomicrmw add
// CHECK: atomicrmw add
// SHARED-NOT: %counts.apart
kernel void histogram(volatile global uint* bins, global const uchar* in) {
  for (int k = 0; k < 4; ++k) atomic_inc(&bins[in[4 * get_global_id(0) + k]]);
}

kernel void looks(volatile global uint* bins, global const uchar* in) {
  if (bins[in[0]] < 5) atomic_inc(&bins[in[get_global_id(0)]]);
}

kernel void orders(volatile global uint* bins, global const uchar* in, volatile global uint* done) {
  atomic_inc(&bins[in[get_global_id(0)]]);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_inc(done);
}

kernel void unknown(volatile global uint* bins, global const uint* in) {
  atomic_inc(&bins[in[get_global_id(0)]]);
}

// The pointer that it reads may point to the counters.
struct Node {
  global struct Node* next;
  uint value;
};
kernel void follows(volatile global uint* bins, global struct Node* list) {
  for (global struct Node* at = list; at; at = at->next) atomic_inc(&bins[at->value & 15]);
}

// Counts of a group, which are added to the others: atomic operations on local memory observe nothing, and the end of a loop
// says how many counters there are.
kernel void merged(volatile global uint* bins, global const uchar* in, int n) {
  local uint own[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) own[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&own[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_add(&bins[i], own[i]);
}
kernel void merged_by_items(volatile global uint* bins, global const uchar* in) {
  local uint own[256];
  own[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 4096; i += 256) atomic_inc(&own[in[get_group_id(0) * 4096 + i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[get_local_id(0)], own[get_local_id(0)]);
}
