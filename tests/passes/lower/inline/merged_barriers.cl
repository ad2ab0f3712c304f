// Functions with barriers that call each other until there are thousands of barriers: some of them are there once, and their
// calls are jumps, in one barrier's place as well as in a million's.
// RUN: %cl %s | heddle-opt --kernel nested --until inline - | FileCheck %s
// RUN: %cl -DMILLION %s | heddle-opt --kernel nested --until inline - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel some_return --until inline - | FileCheck --check-prefix=RETURN %s
// RUN: %cl %s | heddle-opt --kernel straight --until inline - | FileCheck --check-prefix=STRAIGHT %s

// CHECK-NOT: define internal
// CHECK: define {{.*}}void @nested(
// CHECK-COUNT-2: call void @__hd_barrier(
// CHECK-NOT: call void @__hd_barrier(
void step(local uint* box) {
  box[get_local_id(0)] *= 3;
  barrier(CLK_LOCAL_MEM_FENCE);
}
#define TWICE(to, from) \
  void to(local uint* box) { \
    from(box); \
    from(box + 1); \
  }
TWICE(a, step) TWICE(b, a) TWICE(c, b) TWICE(d, c) TWICE(e, d) TWICE(f, e) TWICE(g, f) TWICE(h, g) TWICE(i, h) TWICE(j, i)
TWICE(k, j)
#ifdef MILLION
TWICE(l, k) TWICE(m, l) TWICE(n, m) TWICE(o, n) TWICE(p, o) TWICE(q, p) TWICE(r, q) TWICE(s, r) TWICE(t, s)
#else
#define t k
#endif
kernel void nested(local uint* box) {
  t(box);
}

// Not one that may return without a barrier: work-items may come to its calls on different ways.
// RETURN: define {{.*}}void @some_return(
// RETURN-COUNT-2048: call void @__hd_barrier(
// RETURN-NOT: call void @__hd_barrier(
void maybe(int n) {
  if (n > 5) barrier(CLK_LOCAL_MEM_FENCE);
}
#define MAYBE(to, from) \
  void to(int n) { \
    if (n == 0) return; \
    from(n - 1); \
    from(n - 2); \
  }
MAYBE(ma, maybe) MAYBE(mb, ma) MAYBE(mc, mb) MAYBE(md, mc) MAYBE(me, md) MAYBE(mf, me) MAYBE(mg, mf) MAYBE(mh, mg)
MAYBE(mi, mh) MAYBE(mj, mi) MAYBE(mk, mj)
kernel void some_return(int n) {
  mk(n);
}

// Nor the built-in function alone: a switch of thousands of cases is worse than as many barriers.
// STRAIGHT: define {{.*}}void @straight(
// STRAIGHT-COUNT-2048: call void @__hd_barrier(
// STRAIGHT-NOT: switch i32
#define FOUR(x) x x x x
kernel void straight(local uint* box) {
  FOUR(FOUR(FOUR(FOUR(FOUR(box[get_local_id(0)] *= 3; barrier(CLK_LOCAL_MEM_FENCE); box[0] += 5; barrier(CLK_LOCAL_MEM_FENCE);)))))
}
