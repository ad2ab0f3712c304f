// SPDX-License-Identifier: Apache-2.0
// Of lanes that store to one place the last active one does. Its number means nothing where no lane is active, and LLVM may
// choose the lane's value before it asks: the number is cut to lanes that there are.
// RUN: %cl %s | heddle-opt --kernel last --width 8 --until widen - | FileCheck %s

// CHECK-LABEL: store.one:
// CHECK: %[[ZEROS:.*]] = call i8 @llvm.ctlz.i8(i8 %{{.*}}, i1 true)
// CHECK: %[[FROZEN:.*]] = freeze i32
// CHECK: %[[LANE:.*]] = and i32 %[[FROZEN]], 7
// CHECK: extractelement <8 x i32> %{{.*}}, i32 %[[LANE]]
kernel void last(global uint* out, global const uint* in) {
  const uint v = in[get_global_id(0)];
  if (v & 1) out[0] = v;
}
