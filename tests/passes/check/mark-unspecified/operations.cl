// Divisions and conversions of the program's own are marked, vectors and convert_T too; what is known to be in range is not,
// nor are shifts, whose counts the front end masks.
// RUN: %cl %s | heddle-opt --kernel test --check unspecified --until mark-unspecified - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --check memory --until mark-unspecified - | FileCheck %s --check-prefix=OFF

// OFF-NOT: unspecified(i1
// CHECK-LABEL: @__clang_ocl_kern_imp_test
// CHECK: icmp eq i32 [[BY:%.*]], 0
// CHECK: icmp eq i32 [[BY]], -1
// CHECK: call void @__hd_service_unspecified(i1 %{{.*}}, i32 16, i32 32, i1 true
// CHECK-NEXT: sdiv i32
// CHECK: call i1 @llvm.vector.reduce.or.v4i1
// CHECK: call void @__hd_service_unspecified(i1 %{{.*}}, i32 17, i32 32, i1 false
// CHECK-NEXT: urem <4 x i32>
// CHECK: call float @llvm.floor.f32
// CHECK: call void @__hd_service_unspecified(i1 %{{.*}}, i32 18, i32 8, i1 false
// CHECK-NEXT: convert_uchar_rtn
// CHECK: fcmp oge float %{{.*}}, 0xC1E0000000000000
// CHECK: fcmp olt float %{{.*}}, 0x41E0000000000000
// CHECK: call void @__hd_service_unspecified(i1 %{{.*}}, i32 18, i32 32, i1 true
// CHECK-NEXT: fptosi float
// CHECK-NOT: call void @__hd_service_unspecified
// CHECK: ret void
kernel void test(global int* out, int n, int by, uint4 v, uint4 w, float x) {
  out[0] = n / by;
  out[1] = (v % w).x;
  out[2] = convert_uchar_rtn(x);
  out[3] = x;
  out[4] = n / 3 + n % 7 + (n << by) + (n >> 3) + convert_int_sat(x) + convert_char(n);
}
