; A widened kernel that knows nothing of groups runs whole rows of the range: full vectors, whose mask is a constant, then one partial
; vector at the row's end.
; RUN: heddle-opt --kernel saxpy --passes drop-address-spaces,work-groups --lanes 16 %s | FileCheck %s
; RUN: heddle-opt --kernel saxpy --passes drop-address-spaces,work-groups,optimize-group --lanes 16 %s | FileCheck %s --check-prefix OPT
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-NOT: group_id
; A group at the end may be smaller.
; CHECK: call i64 @llvm.umin.i64(i64 {{.*}}, i64 %global_size.x)
; CHECK: %begin.x = add nuw nsw i64 %global_offset.x,
; CHECK: {{^}}range{{[0-9]*}}:
; CHECK: vector:
; CHECK: vector.next:
; CHECK: add nuw nsw i64 %id{{.*}}, 16
; CHECK: tail:
; CHECK: %lane_mask = icmp ult <16 x i32> <i32 0, i32 1, {{.*}} i32 15>,
; CHECK: @llvm.masked.load.v16f32.p0(ptr {{.*}}, <16 x i1> splat (i1 true),
; CHECK: @llvm.masked.load.v16f32.p0(ptr {{.*}}, <16 x i1> %lane_mask,
; CHECK-NOT: call {{.*}}@__hd_

; Without a mask, it is a plain load.
; OPT-LABEL: @heddle_kernel(
; OPT: load <16 x float>, ptr {{.*}}, align 4
; OPT: store <16 x float>
; OPT: @llvm.masked.store.v16f32
define spir_kernel void @saxpy(ptr addrspace(1) %x, ptr addrspace(1) %y, float %a) {
  %id = call i64 @__hd_global_id(i32 0)
  %mask = call <16 x i1> @__hd_lane_mask.v16()
  %from = getelementptr inbounds float, ptr addrspace(1) %x, i64 %id
  %to = getelementptr inbounds float, ptr addrspace(1) %y, i64 %id
  %p = addrspacecast ptr addrspace(1) %from to ptr
  %q = addrspacecast ptr addrspace(1) %to to ptr
  %u = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x float> poison)
  %v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %q, <16 x i1> %mask, <16 x float> poison)
  %b = insertelement <16 x float> poison, float %a, i64 0
  %c = shufflevector <16 x float> %b, <16 x float> poison, <16 x i32> zeroinitializer
  %r = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %c, <16 x float> %u, <16 x float> %v)
  call void @llvm.masked.store.v16f32.p0(<16 x float> %r, ptr align 4 %q, <16 x i1> %mask)
  ret void
}
declare i64 @__hd_global_id(i32) memory(none)
declare <16 x i1> @__hd_lane_mask.v16() memory(none)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare void @llvm.masked.store.v16f32.p0(<16 x float>, ptr, <16 x i1>)
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
