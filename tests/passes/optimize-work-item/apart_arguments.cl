// SPDX-License-Identifier: Apache-2.0
// Pointers of arguments are taken for pointers to different objects, if that matters and nothing speaks against it.
// RUN: %cl %s | heddle-opt --kernel sum --until optimize-work-item - | FileCheck --check-prefix=SUM %s
// RUN: %cl %s | heddle-opt --kernel sum --overlaps 0,1 --until optimize-work-item - | FileCheck --check-prefix=OVERLAPS %s
// RUN: %cl %s | heddle-opt --kernel elementwise --until optimize-work-item - | FileCheck --check-prefix=ELEMENTWISE %s
// RUN: %cl %s | heddle-opt --kernel in_memory --until optimize-work-item - | FileCheck --check-prefix=MEMORY %s
// RUN: %cl %s | heddle-opt --kernel watches --until optimize-work-item - | FileCheck --check-prefix=WATCHES %s
// RUN: %cl %s | heddle-opt --kernel shared --until optimize-work-item - | FileCheck --check-prefix=SHARED %s

// The sum stays in a register.
// SUM-LABEL: define {{.*}}void @sum(
// SUM-SAME: ptr noalias{{.*}} %c, ptr noalias{{.*}} %a
// SUM: phi float
// SUM-NOT: store
// SUM: br i1
// SUM: store float
// OVERLAPS-LABEL: define {{.*}}void @sum(
// OVERLAPS-NOT: noalias
// OVERLAPS: load float
// OVERLAPS: store float
// OVERLAPS: br i1
kernel void sum(global float* c, global const float* a, int n) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; ++k) c[i] += a[i * n + k];
}

// One store at the end: launches in place need no code of their own.
// ELEMENTWISE-LABEL: define {{.*}}void @elementwise(
// ELEMENTWISE-NOT: noalias
// ELEMENTWISE: ret void
kernel void elementwise(global float* c, global const float* a, global const float* b) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}

// What a pointer in memory points to is any argument's.
// MEMORY-LABEL: define {{.*}}void @in_memory(
// MEMORY-NOT: noalias
// MEMORY: ret void
typedef struct node {
  global struct node* next;
  int value;
} node;
kernel void in_memory(global int* c, global const node* first, int n) {
  for (global const node* at = first; at; at = at->next) c[get_global_id(0)] += at->value;
}

// A flag and data that belongs to it.
// WATCHES-LABEL: define {{.*}}void @watches(
// WATCHES-NOT: noalias
// WATCHES: ret void
kernel void watches(global int* c, global const int* a, volatile global int* flag, int n) {
  for (int k = 0; k < n; ++k) {
    if (*flag == k) c[get_global_id(0)] += a[k];
  }
}

// Behind a barrier an object that is written has other work-items' values.
// SHARED-LABEL: define {{.*}}void @shared(
// SHARED-SAME: ptr noundef{{.*}} %c, ptr noalias{{.*}} %a
kernel void shared(global int* c, global const int* a, int n) {
  size_t i = get_local_id(0);
  for (int k = 0; k < n; ++k) {
    int x = c[i ^ 1] + a[k];
    barrier(CLK_GLOBAL_MEM_FENCE);
    c[i] = x;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
