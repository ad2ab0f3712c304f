; A loop that goes on from two places promises nothing of what each of its iterations does: the lock, which is free again after it, is
; waited for.
; RUN: heddle-opt --kernel test --passes plan-lanes %s | FileCheck %s
; CHECK-NOT: .scalar(
; CHECK: define spir_kernel void @test(
; CHECK-NOT: .scalar(
declare i64 @__hd_global_id(i32)

define spir_kernel void @test(ptr %lock, ptr %tries, ptr %value) {
entry:
  %i = call i64 @__hd_global_id(i32 0)
  %place = getelementptr i32, ptr %tries, i64 %i
  br label %iteration

iteration:
  %n = phi i32 [ 0, %entry ], [ %more, %iteration ], [ %more, %try ]
  %more = add i32 %n, 1
  store i32 %more, ptr %place
  %odd = and i32 %n, 1
  %early = icmp eq i32 %odd, 0
  br i1 %early, label %iteration, label %try

try:
  %tried = cmpxchg ptr %lock, i32 0, i32 1 monotonic monotonic
  %got = extractvalue { i32, i1 } %tried, 1
  br i1 %got, label %done, label %iteration

done:
  %old = load i32, ptr %value
  %next = add i32 %old, 1
  store i32 %next, ptr %value
  store atomic i32 0, ptr %lock monotonic, align 4
  ret void
}
