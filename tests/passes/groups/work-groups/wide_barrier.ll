; What lives across a barrier in a widened kernel is a vector. It lies in the context, in an array over the group's vectors; with few and
; known vectors in registers, the loops over vectors written out; a group of one vector needs no barrier.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups --lanes 16 %s | FileCheck %s
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups --lanes 16 --local-size 16,4,1 %s | FileCheck %s --check-prefix FOUR
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups,optimize-group --lanes 16 --local-size 16,4,1 %s \
; RUN:   | FileCheck %s --check-prefix OPT
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups --lanes 16 --local-size 10,1,1 %s | FileCheck %s --check-prefix ONE
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK-DAG: %i.uniform = alloca i32
; CHECK-DAG: %mine.slot = getelementptr inbounds i8, ptr %context,
; CHECK-NOT: %i.slot
; CHECK-NOT: %mask.slot
; CHECK: mul nuw nsw i64 %vector_id{{.*}}, 64
; CHECK-NOT: @__hd_barrier

; FOUR-LABEL: @heddle_kernel(
; FOUR-COUNT-4: %mine.register{{.*}} = alloca <16 x float>
; FOUR-NOT: %mine.register{{.*}} = alloca
; FOUR-NOT: .slot
; FOUR: region.0:
; FOUR: region.1:

; The four vectors go round the loop together.
; OPT-LABEL: @heddle_kernel(
; OPT-NOT: alloca
; OPT-COUNT-4: phi <16 x float>
; OPT-NOT: phi <16 x float>
; OPT-COUNT-4: fadd <16 x float>

; ONE-LABEL: @heddle_kernel(
; ONE-NOT: region.1:
; ONE-NOT: .slot
; ONE-NOT: alloca
; ONE: ret void
define spir_kernel void @test(ptr addrspace(1) %out, ptr addrspace(3) %box, i32 %n) {
entry:
  %x = call i64 @__hd_local_id(i32 0)
  %y = call i64 @__hd_local_id(i32 1)
  %mask = call <16 x i1> @__hd_lane_mask.v16()
  %row = mul i64 %y, 16
  %id = add i64 %row, %x
  %cell = getelementptr float, ptr addrspace(3) %box, i64 %id
  %begin = load <16 x float>, ptr addrspace(3) %cell
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next.i, %loop ]
  %mine = phi <16 x float> [ %begin, %entry ], [ %sum, %loop ]
  call void @llvm.masked.store.v16f32.p3(<16 x float> %mine, ptr addrspace(3) align 4 %cell, <16 x i1> %mask)
  call void @__hd_barrier(i32 1, i32 1)
  %first = load float, ptr addrspace(3) %box
  %b = insertelement <16 x float> poison, float %first, i64 0
  %c = shufflevector <16 x float> %b, <16 x float> poison, <16 x i32> zeroinitializer
  %sum = fadd <16 x float> %mine, %c
  %next.i = add i32 %i, 1
  call void @__hd_barrier(i32 1, i32 1)
  %again = icmp ult i32 %next.i, %n
  br i1 %again, label %loop, label %end
end:
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  call void @llvm.masked.store.v16f32.p1(<16 x float> %sum, ptr addrspace(1) align 4 %to, <16 x i1> %mask)
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
declare <16 x i1> @__hd_lane_mask.v16() memory(none)
declare void @llvm.masked.store.v16f32.p1(<16 x float>, ptr addrspace(1), <16 x i1>)
declare void @llvm.masked.store.v16f32.p3(<16 x float>, ptr addrspace(3), <16 x i1>)
