// A variable that is written first becomes a value. The others stay in memory and are marked: where the kernel begins, and where
// their declarations stand. Local memory is marked by the first work-item of the group.
// RUN: %cl -debug-info-kind=limited %s | heddle-opt --kernel test --check uninitialised --until poison-variables - | FileCheck %s
// RUN: %cl -debug-info-kind=limited %s | heddle-opt --kernel test --check uninitialised --zero-private --until poison-variables - | FileCheck %s --check-prefix=ZERO
// RUN: %cl -debug-info-kind=limited %s | heddle-opt --kernel test --check memory --until poison-variables - | FileCheck %s --check-prefix=OFF

// CHECK-DAG: c"maybe\00
// CHECK-DAG: c"part\00
// CHECK: define {{.*}}void @test
// CHECK-NOT: alloca i32
// CHECK: [[MAYBE:%maybe.*]] = alloca i32
// CHECK-NOT: alloca i32
// CHECK: br i1 %{{.*}}, label %[[FIRST:.*]], label
// CHECK: [[FIRST]]:
// CHECK: call void %{{.*}}(ptr %{{.*}}, ptr addrspace(3) @{{.*}}part, i64 32, ptr addrspace(2) @check.site
// CHECK: call void %{{.*}}(ptr %{{.*}}, ptr [[MAYBE]], i64 4, ptr addrspace(2) @check.site
// CHECK: for.body{{.*}}:
// CHECK: call void %{{.*}}(ptr %{{.*}}, ptr [[MAYBE]], i64 4, ptr addrspace(2) @check.site

// ZERO-NOT: i64 4, ptr addrspace(2) @check.site
// ZERO: call void %{{.*}}(ptr %{{.*}}, ptr addrspace(3) @{{.*}}part, i64 32, ptr addrspace(2) @check.site
// ZERO-NOT: i64 4, ptr addrspace(2) @check.site

// OFF-NOT: @check.site
kernel void test(global int* out, int n) {
  local int part[8];
  int always;
  if (n > 3)
    always = n;
  else
    always = 4;
  for (int i = 0; i < n; ++i) {
    int maybe;
    if (i > 3) maybe = i;
    part[i] = maybe;
  }
  *out = always + part[0];
}
