// An element that many neighbours share is loaded once by a vector that lies within it, and gathered by one across its end.
// RUN: %cl %s | heddle-opt --kernel scaled --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel scaled --until widen -pass-remarks=widen --disable-pass piecewise-accesses --features=+sse4.2,+avx2,+fma - 2>&1 | \
// RUN:   FileCheck --check-prefix=WITHOUT %s

// CHECK: load float: uniform, else gather
// CHECK: memory: 2 contiguous, 0 strided, 0 gathers, 0 scatters, 1 uniform
// CHECK: [[FIRST:%[0-9]+]] = udiv i32 {{%.*}}, [[N:%[0-9]+]]
// CHECK: [[LAST:%[0-9]+]] = udiv i32 {{%.*}}, [[N]]
// CHECK: icmp eq i32 [[FIRST]], [[LAST]]
// CHECK: all.lanes:
// CHECK-NOT: gather
// CHECK: load float, ptr
// CHECK: some.lanes:
// CHECK: gather
// WITHOUT: load float: {{gather|lane by lane}}
kernel void scaled(global float* out, global const float* in, global const float* scales, uint n) {
  uint i = get_global_id(0);
  out[i] = in[i] * scales[i / n];
}
