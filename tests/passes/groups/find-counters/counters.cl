// Atomic operations on memory that the kernel only counts in know how many bytes of counters there are. Not where the kernel
// looks at them, waits, or may count anywhere.
// RUN: %cl %s | heddle-opt --kernel histogram --until find-counters - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel looks --until find-counters - | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel waits --until find-counters - | FileCheck --check-prefix=NONE %s
// RUN: %cl %s | heddle-opt --kernel anywhere --until find-counters - | FileCheck --check-prefix=NONE %s

// CHECK: atomicrmw add ptr {{.*}} monotonic{{.*}}, !heddle.counter [[BYTES:![0-9]+]]
// CHECK: [[BYTES]] = !{i64 1024}
// NONE: atomicrmw add
// NONE-NOT: !heddle.counter
kernel void histogram(volatile global uint* bins, global const uchar* in) {
  atomic_inc(&bins[in[get_global_id(0)]]);
}

kernel void looks(volatile global uint* bins, global const uchar* in) {
  if (bins[in[0]] < 5) atomic_inc(&bins[in[get_global_id(0)]]);
}

kernel void waits(volatile global uint* bins, global const uchar* in, volatile global uint* flag) {
  atomic_inc(&bins[in[get_global_id(0)]]);
  while (*flag) {
  }
}

kernel void anywhere(volatile global uint* bins, global const uint* in) {
  atomic_inc(&bins[in[get_global_id(0)]]);
}
