// Volatile accesses of neighbours are one where all lanes are active, else one for each lane; elements are accessed once.
// RUN: %cl %s | heddle-opt --kernel doubled --until widen --emit ll --features=+sse4.2,+avx2,+fma - | FileCheck %s

// CHECK-LABEL: @doubled(
// CHECK: load volatile <{{[0-9]+}} x i32>
// CHECK: lane:
// CHECK: load volatile i32
// CHECK-NOT: load volatile
// CHECK: store volatile <{{[0-9]+}} x i32>
// CHECK: store volatile i32
// CHECK-NOT: volatile
kernel void doubled(global volatile uint* out, global const volatile uint* in, global const uint* step) {
  size_t i = get_global_id(0);
  out[i] = 2 * in[i];
}
