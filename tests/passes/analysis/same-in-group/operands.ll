; Whether a value is the same for a group's work-items is answered from its operands: arguments, what is loaded by them, and words
; that the group shares are; ids, and what phis join, are not.
; RUN: heddle-opt --kernel test --passes 'function(same-in-group)' %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK-NOT: call {{.*}}@__hd_is_same
; CHECK: store volatile i1 true, ptr %out
; CHECK: store volatile i1 true, ptr %out
; CHECK: store volatile i1 false, ptr %out
; CHECK: store volatile i1 false, ptr %out
; CHECK: ret void
define spir_kernel void @test(ptr %out, ptr %in, float %x) {
entry:
  %group = call i64 @__hd_group_id(i32 0)
  %id = call i64 @__hd_local_id(i32 0)
  %twice = fmul float %x, 2.0
  %argument = call i1 @__hd_is_same(float %twice)
  store volatile i1 %argument, ptr %out
  %from = getelementptr float, ptr %in, i64 %group
  %loaded = load float, ptr %from, align 4
  %of_group = call i1 @__hd_is_same(float %loaded)
  store volatile i1 %of_group, ptr %out
  %place = getelementptr float, ptr %in, i64 %id
  %differs = load float, ptr %place, align 4
  %of_item = call i1 @__hd_is_same(float %differs)
  store volatile i1 %of_item, ptr %out
  %is_first = icmp eq i64 %group, 0
  br i1 %is_first, label %first, label %end
first:
  br label %end
end:
  %either = phi float [ %x, %first ], [ %twice, %entry ]
  %joined = call i1 @__hd_is_same(float %either)
  store volatile i1 %joined, ptr %out
  ret void
}

declare i64 @__hd_group_id(i32) memory(none)
declare i64 @__hd_local_id(i32) memory(none)
declare i1 @__hd_is_same(float) memory(none)
