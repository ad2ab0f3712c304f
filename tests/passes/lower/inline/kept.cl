// Built-ins named __hd_call_* stay functions that a vector calls for one lane after the other; what calls them is widened.
// RUN: %cl %s | heddle-opt --kernel k --until widen --width 8 --report - 2>&1 | FileCheck %s
// CHECK: one lane after the other: call
// CHECK: define internal {{.*}}i32 @__hd_call_pipe_claim(
// CHECK: lanes.left
// CHECK: call i32 @__hd_call_pipe_claim(
kernel void k(read_only pipe int p, global int* out) {
  int x = 0;
  if (read_pipe(p, &x) == 0) out[get_global_id(0)] = x;
}
