// Lanes that are not active divide by one where their divisor, which may be anything, would trap.
// RUN: %cl %s | heddle-opt --kernel divide --until widen --emit ll --width=16 - | FileCheck %s

// CHECK-LABEL: @divide(
// CHECK: [[TRAPS:%.*]] = icmp eq <16 x i64> [[DIVISOR:%.*]], zeroinitializer
// CHECK-NEXT: [[HARMLESS:%.*]] = select <16 x i1> [[TRAPS]], <16 x i64> splat (i64 1), <16 x i64> [[DIVISOR]]
// CHECK-NEXT: udiv <16 x i64> {{.*}}, [[HARMLESS]]
kernel void divide(global ulong* out, global const ulong* in, global const ulong* by) {
  size_t i = get_global_id(0);
  ulong divisor;
  if (in[i] > 3) divisor = by[i] | 1;
  if (in[i] > 3 && out[i] > 5) out[i] = in[i] / divisor;
}
