// With -cl-denorms-are-zero a kernel's groups begin by setting the bits of MXCSR that flush results (1 << 15) and operands
// (1 << 6), and every way out sets it to what it was. Without the option nobody looks at it.
// RUN: %cl %s | heddle-opt --kernel test --denorms-are-zero --until flush-denormals - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --until flush-denormals - | FileCheck --check-prefix=AS-IT-IS %s

// CHECK-LABEL: define void @heddle_kernel(
// CHECK: call void @llvm.x86.sse.stmxcsr(ptr [[BEFORE:%.*]])
// CHECK: [[CONTROL:%.*]] = load i32, ptr [[BEFORE]]
// CHECK: [[FLUSHES:%.*]] = or i32 [[CONTROL]], 32832
// CHECK: store i32 [[FLUSHES]], ptr [[OWN:%.*]],
// CHECK: call void @llvm.x86.sse.ldmxcsr(ptr [[OWN]])
// CHECK-NOT: ret void
// CHECK: call void @llvm.x86.sse.ldmxcsr(ptr [[BEFORE]])
// CHECK-NEXT: ret void
// CHECK-NOT: ret void
// CHECK: }
// AS-IT-IS-NOT: mxcsr
kernel void test(global float* a) {
  a[get_global_id(0)] *= 0.3f;
}
