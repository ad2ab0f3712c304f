; With a known local size the loop over the vectors of a small region is written out: what its conditions ask of local ids is known.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups,optimize-group --lanes 8 --local-size 32,1,1 %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; No vector but the first has a lane below 4.
; CHECK-LABEL: @heddle_kernel(
; CHECK-COUNT-1: store i32 1, ptr
; CHECK-COUNT-4: store i32 2, ptr
; CHECK-NOT: store i32
; CHECK-NOT: @__hd_
define spir_kernel void @test(ptr addrspace(3) %box) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %one = insertelement <8 x i64> poison, i64 %id, i64 0
  %all = shufflevector <8 x i64> %one, <8 x i64> poison, <8 x i32> zeroinitializer
  %ids = add <8 x i64> %all, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7>
  %cell = getelementptr i32, ptr addrspace(3) %box, i64 %id
  %few = icmp ult <8 x i64> %ids, splat (i64 4)
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %few)
  br i1 %any, label %first, label %join
first:
  store i32 1, ptr addrspace(3) %cell
  br label %join
join:
  call void @__hd_barrier(i32 1, i32 1)
  %after = getelementptr i32, ptr addrspace(3) %cell, i64 100
  store i32 2, ptr addrspace(3) %after
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
declare i1 @llvm.vector.reduce.or.v8i1(<8 x i1>)
