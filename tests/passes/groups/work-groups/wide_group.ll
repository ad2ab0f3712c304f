; A widened kernel that asks for its group or its local id runs group by group, and knows the group's size where that is fixed.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups --lanes 8 %s | FileCheck %s
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups --lanes 8 --local-size 16,1,1 %s | FileCheck %s --check-prefix FULL
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups --lanes 8 --local-size 5,3,1 %s | FileCheck %s --check-prefix SMALL
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups --lanes 8,1 --local-size 2,12,1 %s | FileCheck %s --check-prefix ALONG-Y
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK: group.x:
; CHECK: %local_size.x = call i64 @llvm.umin.i64(
; CHECK: urem i64 {{.*}}, 8
; CHECK: vector:
; CHECK: tail:
; CHECK: %lane_mask = icmp ult <8 x i32>

; Nothing is left over.
; FULL-LABEL: @heddle_kernel(
; FULL: vector:
; FULL-NOT: tail:
; FULL-NOT: lane_mask
; FULL: store i64 16, ptr

; One vector is never full.
; SMALL-LABEL: @heddle_kernel(
; SMALL-NOT: vector:
; SMALL: tail:
; SMALL: <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false>

; ALONG-Y-LABEL: @heddle_kernel(
; ALONG-Y: <8 x i1> splat (i1 true)
; ALONG-Y: <8 x i1> <i1 true, i1 true, i1 true, i1 true, i1 false, i1 false, i1 false, i1 false>
define spir_kernel void @test(ptr %out) {
  %id = call i64 @__hd_local_id(i32 0)
  %size = call i64 @__hd_local_size(i32 0)
  %mask = call <8 x i1> @__hd_lane_mask.v8()
  %to = getelementptr inbounds i64, ptr %out, i64 %id
  store i64 %size, ptr %to
  %v = zext <8 x i1> %mask to <8 x i32>
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %v, ptr align 4 %to, <8 x i1> %mask)
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare i64 @__hd_local_size(i32) memory(none)
declare <8 x i1> @__hd_lane_mask.v8() memory(none)
declare void @llvm.masked.store.v8i32.p0(<8 x i32>, ptr, <8 x i1>)
