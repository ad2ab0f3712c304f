; Both ways of a divergent branch run one after the other, each after a guard and under its mask;
; what they yield is selected by the condition.
; RUN: heddle-opt --kernel test --lanes 16 --passes drop-address-spaces,linearize %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @test(
; CHECK: [[LANES:%.*]] = call i1 @__hd_lane_mask()
; CHECK-NEXT: call void @__hd_mask(i1 [[LANES]])
; CHECK: [[C:%.*]] = icmp ult
; CHECK: [[YES:%.*]] = select i1 [[LANES]], i1 [[C]], i1 false
; CHECK: [[NOT:%.*]] = xor i1 [[YES]], true
; CHECK: [[NO:%.*]] = and i1 [[LANES]], [[NOT]]
; CHECK: [[ANY:%.*]] = call i1 @__hd_any(i1 [[NO]])
; CHECK: br i1 [[ANY]], label %else, label %[[BEHIND:.*]]
; CHECK: else:
; CHECK-NEXT: call void @__hd_mask(i1 [[NO]])
; CHECK: %b = load i32
; CHECK: [[BEHIND]]:
; CHECK: [[B:%.*]] = phi i32 [ %b, %else ], [ poison, %entry ]
; CHECK: call i1 @__hd_any(i1 [[YES]])
; CHECK: then:
; CHECK-NEXT: call void @__hd_mask(i1 [[YES]])
; CHECK: %a = load i32
; CHECK: [[A:%.*]] = phi i32 [ %a, %then ], [ poison, %[[BEHIND]] ]
; CHECK: [[V:%.*]] = select i1 [[C]], i32 [[A]], i32 [[B]]
; CHECK: end:
; CHECK: call void @__hd_mask(i1 [[LANES]])
; CHECK: store i32 [[V]]
define spir_kernel void @test(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %id = call i64 @__hd_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %then, label %else
then:
  %pa = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %a = load i32, ptr addrspace(1) %pa
  br label %end
else:
  %qa = getelementptr i32, ptr addrspace(1) %q, i64 %id
  %b = load i32, ptr addrspace(1) %qa
  br label %end
end:
  %v = phi i32 [ %a, %then ], [ %b, %else ]
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}
declare i64 @__hd_local_id(i32) memory(none)
