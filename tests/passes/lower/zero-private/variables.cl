// Every variable of every function is stored to before its first use where the context asks for it; what nobody wrote reads as 0.
// RUN: %cl %s | heddle-opt --kernel k --passes zero-private --zero-private - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel k --passes zero-private - | FileCheck --check-prefix=NOT %s
// RUN: %cl %s | heddle-opt --kernel k --until optimize-work-item --zero-private - | FileCheck --check-prefix=VALUE %s
// NOT-NOT: memset
// CHECK-LABEL: @helper(
// CHECK: [[ARRAY:%.*]] = alloca [20 x i32]
// CHECK: call void @llvm.memset.p0.i64(ptr align 4 [[ARRAY]], i8 0, i64 80, i1 false)
// VALUE-LABEL: @k(
// VALUE-NOT: store i32 undef
// VALUE: store i32 0,
int helper(int i) {
  int array[20];
  if (i < 0) array[3] = 1;
  return array[0];
}
kernel void k(global int* out) {
  int value;
  out[get_global_id(0)] = value + helper(get_global_id(0));
}
