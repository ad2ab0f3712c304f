; Items that may meet different barriers: each remembers which region it waits for, and is left out of the others.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck %s
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups %s | FileCheck --check-prefix=ANY %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK: region.1:
; CHECK: [[NEXT:%.*]] = load i32, ptr {{%[0-9]+}}
; CHECK: [[WAITS:%.*]] = icmp eq i32 [[NEXT]], 1
; CHECK: br i1 [[WAITS]], label %item.present, label %item.absent
; CHECK: item.absent:
; CHECK: [[GONE:%.*]] = icmp eq i32 [[NEXT]], 0
; CHECK: [[OTHERS:%.*]] = select i1 [[GONE]]
; CHECK: store i32 [[OTHERS]], ptr %next_region
; ANY: any.region:
; ANY-NEXT: load i32, ptr %next_region
; ANY-NEXT: switch i32 {{%[0-9]+}}, label %group.end [
; ANY-NEXT: i32 1, label %region.1
; ANY-NEXT: i32 2, label %region.2
define spir_kernel void @test(ptr addrspace(1) %out, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %c = icmp uge i64 %id, %n
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %id
  br i1 %c, label %some, label %others
some:
  call void @__hd_barrier(i32 1, i32 1)
  store i64 %id, ptr addrspace(1) %to
  br label %end
others:
  call void @__hd_barrier(i32 1, i32 1)
  br label %end
end:
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
declare void @__hd_barrier(i32, i32) convergent
