// printf's arguments are laid out at their natural alignment in a block of the work-item's own, their kinds in a string, and
// the launch's service is called.
// RUN: %cl %s | heddle-opt --kernel test --until lower-services - | FileCheck %s
// CHECK-DAG: [[KINDS:@printf.kinds.*]] = private {{.*}}c"i1i1d1i4l1p1\00"
// CHECK-LABEL: define {{.*}}@test(
// CHECK: alloca [48 x i8], align 128, !heddle.transient
// CHECK-DAG: store i32 {{.*}}, ptr %{{.*}}, align 4
// CHECK-DAG: store double {{.*}}, ptr %{{.*}}, align 8
// CHECK-DAG: store <4 x i32> {{.*}}, ptr %{{.*}}, align 16
// CHECK: [[LAUNCH:%.*]] = call ptr @__hd_launch()
// CHECK: [[SERVICES:%.*]] = load ptr, ptr
// CHECK: [[SERVICE:%.*]] = load ptr, ptr
// CHECK: call i32 [[SERVICE]](ptr [[LAUNCH]], ptr {{.*}}, ptr [[KINDS]], ptr
// CHECK-NOT: @printf(
kernel void test(global int* out, float f, int4 v, long l) {
  out[0] = printf("%d %c %f %v4d %ld %s\n", out[1], (char)7, f, v, l, "text");
}
