// Functions that call each other a million times. Those are merged that make the kernel smallest, not those whose switch would have
// thousands of cases. What is too large all the same keeps its calls, those of ever smaller functions, and each is measured once.
// RUN: %cl %s | heddle-opt --kernel nested --until inline - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel small --until inline - | FileCheck --check-prefix=SMALL %s

// CHECK: define {{.*}}void @nested(
// CHECK-COUNT-16: = {{mul|shl}} i32
// CHECK-NOT: = mul i32
// CHECK: switch i32
uint leaf(uint x) {
  return (x ^ (x >> 3)) * 1664525u;
}
#define TWICE(to, from) \
  uint to(uint x) { \
    return from(x) ^ from(x + 7) >> 1; \
  }
TWICE(a, leaf) TWICE(b, a) TWICE(c, b) TWICE(d, c) TWICE(e, d) TWICE(f, e) TWICE(g, f) TWICE(h, g) TWICE(i, h) TWICE(j, i)
TWICE(k, j) TWICE(l, k) TWICE(m, l) TWICE(n, m) TWICE(o, n) TWICE(p, o) TWICE(q, p) TWICE(r, q) TWICE(s, r) TWICE(t, s)
kernel void nested(global uint* data) {
  data[get_global_id(0)] = t(data[get_global_id(0)]);
}

// SMALL: define internal {{.*}}i32 @mixed(
// SMALL: define {{.*}}void @small(
// SMALL-COUNT-1024: call {{.*}}i32 @mixed(
uint mixed(uint x) {
#define STEP x = (x ^ (x >> 3)) * 1664525u;
  STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
  return x;
}
#define FOUR(x) x x x x
kernel void small(global uint* data) {
  uint x = data[get_global_id(0)];
  FOUR(FOUR(FOUR(FOUR(FOUR(x += mixed(x ^ 5);)))))
  data[get_global_id(0)] = x;
}
