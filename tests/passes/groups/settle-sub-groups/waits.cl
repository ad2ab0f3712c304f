// A loop that may wait for another sub-group lets the others go on in each iteration: yields are barriers of scope 16. Others are as they were.
// RUN: %cl %s | heddle-opt --kernel waits --until settle-sub-groups - | FileCheck --check-prefix=YIELDS %s
// RUN: %cl %s | heddle-opt --kernel waits --until plan-lanes --no-sub-group-progress - | FileCheck --check-prefix=NEVER %s
// RUN: %cl %s | heddle-opt --kernel local_flag --until settle-sub-groups - | FileCheck --check-prefix=YIELDS %s
// RUN: %cl %s | heddle-opt --kernel retries --until plan-lanes - | FileCheck --check-prefix=NEVER %s
// RUN: %cl %s | heddle-opt --kernel counts --until plan-lanes - | FileCheck --check-prefix=NEVER %s
// RUN: %cl %s | heddle-opt --kernel rounds --until plan-lanes - | FileCheck --check-prefix=NEVER %s

// YIELDS-LABEL: define {{.*}} @{{waits|local_flag}}(
// YIELDS: call void @__hd_barrier(i32 0, i32 16)
// YIELDS-NEXT: br label
// YIELDS-NOT: @__hd_barrier(
// YIELDS: call i32 @__hd_lanes_reduce_smax_i32(
// NEVER-LABEL: define {{.*}} @{{waits|retries|counts|rounds}}(
// NEVER-NOT: @__hd_barrier(
// NEVER: call i32 @__hd_lanes_reduce_smax_i32(
kernel void waits(global int* out, global atomic_int* flag) {
  while (atomic_load(flag) != (int)get_sub_group_id()) {
  }
  *out = sub_group_reduce_max((int)get_local_id(0));
}

kernel void local_flag(global int* out, local volatile int* flag) {
  bool done = false;
  while (!done) {
    if (flag[get_sub_group_id()]) done = true;
  }
  *out = sub_group_reduce_max((int)get_local_id(0));
}

kernel void retries(global int* out, global volatile int* sum) {
  int seen = *sum, before;
  do {
    before = seen;
    seen = atomic_cmpxchg(sum, before, before * 3 + (int)get_sub_group_id());
  } while (seen != before);
  *out = sub_group_reduce_max((int)get_local_id(0));
}

kernel void counts(global int* out, global volatile int* next, int n) {
  int most = 0;
  for (int i; (i = atomic_inc(next)) < n;) most = max(most, i);
  *out = sub_group_reduce_max(most);
}

// A loop that counts does not wait, whatever it reads.
kernel void rounds(global int* out, volatile local int* any, int n) {
  uint mask = ~0u;
  for (int i = 0; i < n; ++i) {
    if (out[i * 16 + get_sub_group_local_id()]) any[get_sub_group_id()] = 1;
    if (!any[get_sub_group_id()]) out[i] = mask &= ~(1u << i);
    any[get_sub_group_id()] = 0;
  }
  *out = sub_group_reduce_max((int)mask);
}

// Sub-groups are vectors where no lane waits for another one: all leave the loop together, or one work-item is in it.
// RUN: %cl %s | heddle-opt --kernel turn --until widen --report - 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: %cl %s | heddle-opt --kernel leader --until widen --report - 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: %cl %s | heddle-opt --kernel last --until widen --report - 2>&1 | FileCheck --check-prefix=LANES %s
// RUN: %cl %s | heddle-opt --kernel each --until widen --report - 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: %cl %s | heddle-opt --kernel some --until widen --report - 2>&1 | FileCheck --check-prefix=ALONE %s
// LANES-NOT: not vectorised
// LANES: sub-groups take turns: a loop may wait for others
// LANES-NOT: not vectorised
// LANES: define {{.*}}@{{turn|leader|last}}
// LANES: @llvm.masked.store.v
// ALONE: not vectorised: work-items wait for one another in a loop
kernel void turn(global float* out, global atomic_int* flag) {
  float x = sqrt(out[get_global_id(0)]);
  while (atomic_load(flag) != (int)get_sub_group_id()) {
  }
  out[get_global_id(0)] = x * sub_group_reduce_max(x) + sin(x);
  if (get_sub_group_local_id() == 0) atomic_store(flag, (int)get_sub_group_id() + 1);
}

kernel void leader(global float* out, global volatile int* lock) {
  float x = sqrt(out[get_global_id(0)]), y = sub_group_reduce_max(x);
  if (get_sub_group_local_id() == 0) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) {
    }
    out[0] += y;
    atomic_xchg(lock, 0);
  }
  out[get_global_id(0) + 1] = x * y + sin(x);
}

#define SUM(x) sub_group_reduce_add(x)
kernel void last(global float* out, global volatile int* lock) {
  float x = sqrt(out[get_global_id(0)]), y = SUM(x);
  if (get_sub_group_local_id() == (uint)SUM(1) - 1 && get_sub_group_id() < 5) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) {
    }
    out[0] += y;
    atomic_xchg(lock, 0);
  }
  out[get_global_id(0) + 1] = x * y + sin(x);
}

kernel void each(global float* out, global volatile int* lock) {
  float x = sqrt(out[get_global_id(0)]);
  while (atomic_cmpxchg(lock, 0, 1) != 0) {
  }
  out[0] += x;
  atomic_xchg(lock, 0);
  out[get_global_id(0) + 1] = x * sub_group_reduce_max(x) + sin(x);
}

kernel void some(global float* out, global volatile int* flag) {
  float x = sqrt(out[get_global_id(0)]);
  if (x > 1) {
    while (atomic_or(flag, 0) == 0) {
    }
    out[0] = x;
  } else {
    *flag = 1;
  }
  out[get_global_id(0) + 1] = x * sub_group_reduce_max(x) + sin(x);
}

// The group's loop is one for all regions: in each iteration a vector goes on from where it is, if that is a yield or none waits at one.
// RUN: %cl %s | heddle-opt --kernel turn --until work-groups - | FileCheck --check-prefix=ROUNDS %s
// ROUNDS-LABEL: @heddle_kernel(
// ROUNDS: shared:
// ROUNDS: store i32 -1, ptr %next_region
// ROUNDS: br i1 %{{.*}}, label %{{.*}}, label %shared
// ROUNDS: call i32 @llvm.umin.i32(i32 %{{.*}}, i32 0)
