// Loops whose offsets are known at their beginning run without checks if all of these are in bounds; offsets that are read from memory
// are checked in both copies.
// RUN: %cl %s | heddle-opt --kernel test --check memory --until optimize-work-item - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel nest --check memory --until optimize-work-item - | FileCheck %s --check-prefix=NEST
// RUN: %cl %s | heddle-opt --kernel indirect --check memory --until optimize-work-item - | FileCheck %s --check-prefix=INDIRECT
// RUN: %cl %s | heddle-opt --kernel narrow --check memory --until optimize-work-item - | FileCheck %s --check-prefix=NARROW
// RUN: %cl %s | heddle-opt --kernel mixed --check memory --until optimize-work-item - | FileCheck %s --check-prefix=MIXED
// RUN: %cl %s | heddle-opt --kernel known --check memory --until optimize-work-item - | FileCheck %s --check-prefix=NONE
// RUN: %cl %s | heddle-opt --kernel spin --check memory --until optimize-work-item - | FileCheck %s --check-prefix=NONE
// RUN: %cl %s | heddle-opt --kernel wait --check memory --until optimize-work-item - | FileCheck %s --check-prefix=NONE
// RUN: %cl %s | heddle-opt --kernel test --check memory --until optimize-work-item --disable-pass hoist-checks - | FileCheck %s --check-prefix=NONE
// RUN: %cl %s | heddle-opt --kernel test --check barriers --until optimize-work-item - | FileCheck %s --check-prefix=NONE

// NONE-NOT: in.bounds
// NONE: ret void

// CHECK: [[FAR:%.*]] = shl nuw nsw i64 %{{.*}}, 2
// CHECK-NEXT: [[LAST:%.*]] = add i64 [[FIRST:%.*]], [[FAR]]
// CHECK-NEXT: [[LOW:%.*]] = icmp ult i64 [[FIRST]], %limit
// CHECK-NEXT: [[HIGH:%.*]] = icmp ult i64 [[LAST]], %limit
// CHECK-NEXT: [[BOTH:%.*]] = and i1 [[LOW]], [[HIGH]]
// CHECK-NEXT: [[RIGHT:%.*]] = freeze i1 [[BOTH]]
// CHECK: br i1 [[RIGHT]], label %for.body.i, label %for.body.i.checked
// CHECK: for.body.i.checked:
// CHECK: br i1 {{.*}}heddle.check.branch
// CHECK: fadd
// CHECK: for.body.i:
// CHECK-NOT: heddle.check.branch
// CHECK: fadd
// CHECK: br i1
kernel void test(global float* out, global const float* in, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i];
  out[get_global_id(0)] = sum;
}

// One test for both loops.
// NEST: freeze
// NEST-NOT: freeze
// NEST: ret void
kernel void nest(global float* out, global const float* in, int n, int m) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) sum += in[i + 3 * j];
  out[get_global_id(0)] = sum;
}

// INDIRECT: freeze
// INDIRECT: for.body.i.checked:
// INDIRECT: br i1 {{.*}}heddle.check.branch
// INDIRECT: br i1 {{.*}}heddle.check.branch
// INDIRECT: for.body.i:
// INDIRECT: br i1 {{.*}}heddle.check.branch
// INDIRECT-NOT: heddle.check.branch
// INDIRECT: fadd
kernel void indirect(global float* out, global const float* in, global const int* at, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[at[i]];
  out[get_global_id(0)] = sum;
}

// The product of 32 bits may wrap: it is compared with its range.
// NARROW: icmp {{.*}}ult i64 %{{.*}}, 2147483648
// NARROW: freeze
// NARROW-NOT: freeze
// NARROW: ret void
kernel void narrow(global float* out, global const float* a, int n) {
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) out[y * n + x] = a[y * n + x];
}

// InstCombine compares the index of the local variable in 32 bits.
// MIXED: freeze
// MIXED: for.body.i.checked:
// MIXED: heddle.check.branch
// MIXED: heddle.check.branch
// MIXED: for.body.i:
// MIXED-NOT: heddle.check.branch
// MIXED: ret void
kernel void mixed(global float* out, int n, int at) {
  local float tile[16];
  for (int i = 0; i < n; ++i) out[i] = tile[at + i];
}

// The size of a local variable is known: the checks go when the loop is unrolled.
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void known(global float* out) {
  local float tile[16];
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += tile[i];
  out[get_global_id(0)] = sum;
}

// A loop that may wait for others stays one, which is found by its form.
kernel void spin(global volatile int* flag) {
  while (flag[0] == 0) {
  }
}

// A barrier stays one.
kernel void wait(global float* out, int n) {
  for (int i = 0; i < n; ++i) {
    out[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
