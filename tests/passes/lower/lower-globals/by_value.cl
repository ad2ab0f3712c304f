// Each work-item has its own copy of a structure argument: the block of arguments is shared by all.
// RUN: %cl %s | heddle-opt --kernel test --until lower-globals - | FileCheck %s
typedef struct { int numbers[12]; double real; } large_t;

// CHECK-LABEL: define {{.*}}@test(ptr {{.*}}%out, ptr {{.*}}byval({{.*}}) align 8 %large)
// CHECK: [[COPY:%.*]] = alloca {{.*}}, align 8
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 [[COPY]], ptr align 8 %large, i64 56, i1 false)
// CHECK: store i32 5, ptr
kernel void test(global int* out, large_t large) {
  large.numbers[get_global_id(0) % 12] = 5;
  out[get_global_id(0)] = large.numbers[3] + (int)large.real;
}
