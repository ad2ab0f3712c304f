// Functions that stay functions cannot ask which work-item they run for: their callers tell them.
// RUN: %cl %s | heddle-opt --kernel test --until inline - | FileCheck %s

// CHECK: define {{.*}}void @test(
// CHECK: call {{.*}}@__hd_global_id(i32 noundef 0)
// CHECK: call {{.*}}@__hd_local_size(i32 noundef 1)
// CHECK: call i32 @large(
// CHECK: define internal i32 @large(i32 noundef %x, i64 %{{[0-9]+}}, i64 %{{[0-9]+}})
// CHECK-NOT: call {{.*}}@__hd_
#define FOUR(x) x x x x
#define SIXTEEN(x) FOUR(FOUR(x))
uint asks(uint x) {
  return x + (uint)get_global_id(0) * (uint)get_local_size(1) + (uint)get_global_id(0);
}
uint large(uint x) {
  SIXTEEN(SIXTEEN(x = (x ^ (x >> 3)) * 1664525u;))
  return asks(x);
}
kernel void test(global uint* data) {
  uint x = data[get_global_id(0)];
  SIXTEEN(SIXTEEN(if (x & 1) x = large(x);))
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = x;
}
