; Copies of a block that is hardly ever reached become calls of one function. Not one that is often reached, or that
; is there only once.
; RUN: heddle-opt --kernel test --passes share-unlikely %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define spir_kernel void @test(
; CHECK-COUNT-4: call void @test.unlikely(
; CHECK-NOT: call void @test.unlikely
; CHECK: often{{.*}}:
; CHECK-NEXT: fmul
; CHECK: single{{.*}}:
; CHECK-NEXT: fadd
; CHECK: }
; CHECK: define internal void @test.unlikely({{.*}}) [[COLD:#[0-9]+]] {
; CHECK-COUNT-32: fmul
; CHECK: }
; CHECK-NOT: define
; CHECK: attributes [[COLD]] = { cold noinline
define spir_kernel void @test(<8 x float> %x, <8 x float> %scale, i1 %a, ptr %out) {
entry:
  br i1 %a, label %rare0, label %join0, !prof !0
rare0:
  %rare0.0 = fmul <8 x float> %x, %scale
  %rare0.1 = fmul <8 x float> %rare0.0, %scale
  %rare0.2 = fmul <8 x float> %rare0.1, %scale
  %rare0.3 = fmul <8 x float> %rare0.2, %scale
  %rare0.4 = fmul <8 x float> %rare0.3, %scale
  %rare0.5 = fmul <8 x float> %rare0.4, %scale
  %rare0.6 = fmul <8 x float> %rare0.5, %scale
  %rare0.7 = fmul <8 x float> %rare0.6, %scale
  %rare0.8 = fmul <8 x float> %rare0.7, %scale
  %rare0.9 = fmul <8 x float> %rare0.8, %scale
  %rare0.10 = fmul <8 x float> %rare0.9, %scale
  %rare0.11 = fmul <8 x float> %rare0.10, %scale
  %rare0.12 = fmul <8 x float> %rare0.11, %scale
  %rare0.13 = fmul <8 x float> %rare0.12, %scale
  %rare0.14 = fmul <8 x float> %rare0.13, %scale
  %rare0.15 = fmul <8 x float> %rare0.14, %scale
  %rare0.16 = fmul <8 x float> %rare0.15, %scale
  %rare0.17 = fmul <8 x float> %rare0.16, %scale
  %rare0.18 = fmul <8 x float> %rare0.17, %scale
  %rare0.19 = fmul <8 x float> %rare0.18, %scale
  %rare0.20 = fmul <8 x float> %rare0.19, %scale
  %rare0.21 = fmul <8 x float> %rare0.20, %scale
  %rare0.22 = fmul <8 x float> %rare0.21, %scale
  %rare0.23 = fmul <8 x float> %rare0.22, %scale
  %rare0.24 = fmul <8 x float> %rare0.23, %scale
  %rare0.25 = fmul <8 x float> %rare0.24, %scale
  %rare0.26 = fmul <8 x float> %rare0.25, %scale
  %rare0.27 = fmul <8 x float> %rare0.26, %scale
  %rare0.28 = fmul <8 x float> %rare0.27, %scale
  %rare0.29 = fmul <8 x float> %rare0.28, %scale
  %rare0.30 = fmul <8 x float> %rare0.29, %scale
  %rare0.31 = fmul <8 x float> %rare0.30, %scale
  br label %join0
join0:
  %v0 = phi <8 x float> [ %x, %entry ], [ %rare0.31, %rare0 ]
  br i1 %a, label %rare1, label %join1, !prof !0
rare1:
  %rare1.0 = fmul <8 x float> %v0, %scale
  %rare1.1 = fmul <8 x float> %rare1.0, %scale
  %rare1.2 = fmul <8 x float> %rare1.1, %scale
  %rare1.3 = fmul <8 x float> %rare1.2, %scale
  %rare1.4 = fmul <8 x float> %rare1.3, %scale
  %rare1.5 = fmul <8 x float> %rare1.4, %scale
  %rare1.6 = fmul <8 x float> %rare1.5, %scale
  %rare1.7 = fmul <8 x float> %rare1.6, %scale
  %rare1.8 = fmul <8 x float> %rare1.7, %scale
  %rare1.9 = fmul <8 x float> %rare1.8, %scale
  %rare1.10 = fmul <8 x float> %rare1.9, %scale
  %rare1.11 = fmul <8 x float> %rare1.10, %scale
  %rare1.12 = fmul <8 x float> %rare1.11, %scale
  %rare1.13 = fmul <8 x float> %rare1.12, %scale
  %rare1.14 = fmul <8 x float> %rare1.13, %scale
  %rare1.15 = fmul <8 x float> %rare1.14, %scale
  %rare1.16 = fmul <8 x float> %rare1.15, %scale
  %rare1.17 = fmul <8 x float> %rare1.16, %scale
  %rare1.18 = fmul <8 x float> %rare1.17, %scale
  %rare1.19 = fmul <8 x float> %rare1.18, %scale
  %rare1.20 = fmul <8 x float> %rare1.19, %scale
  %rare1.21 = fmul <8 x float> %rare1.20, %scale
  %rare1.22 = fmul <8 x float> %rare1.21, %scale
  %rare1.23 = fmul <8 x float> %rare1.22, %scale
  %rare1.24 = fmul <8 x float> %rare1.23, %scale
  %rare1.25 = fmul <8 x float> %rare1.24, %scale
  %rare1.26 = fmul <8 x float> %rare1.25, %scale
  %rare1.27 = fmul <8 x float> %rare1.26, %scale
  %rare1.28 = fmul <8 x float> %rare1.27, %scale
  %rare1.29 = fmul <8 x float> %rare1.28, %scale
  %rare1.30 = fmul <8 x float> %rare1.29, %scale
  %rare1.31 = fmul <8 x float> %rare1.30, %scale
  br label %join1
join1:
  %v1 = phi <8 x float> [ %v0, %join0 ], [ %rare1.31, %rare1 ]
  br i1 %a, label %rare2, label %join2, !prof !0
rare2:
  %rare2.0 = fmul <8 x float> %v1, %scale
  %rare2.1 = fmul <8 x float> %rare2.0, %scale
  %rare2.2 = fmul <8 x float> %rare2.1, %scale
  %rare2.3 = fmul <8 x float> %rare2.2, %scale
  %rare2.4 = fmul <8 x float> %rare2.3, %scale
  %rare2.5 = fmul <8 x float> %rare2.4, %scale
  %rare2.6 = fmul <8 x float> %rare2.5, %scale
  %rare2.7 = fmul <8 x float> %rare2.6, %scale
  %rare2.8 = fmul <8 x float> %rare2.7, %scale
  %rare2.9 = fmul <8 x float> %rare2.8, %scale
  %rare2.10 = fmul <8 x float> %rare2.9, %scale
  %rare2.11 = fmul <8 x float> %rare2.10, %scale
  %rare2.12 = fmul <8 x float> %rare2.11, %scale
  %rare2.13 = fmul <8 x float> %rare2.12, %scale
  %rare2.14 = fmul <8 x float> %rare2.13, %scale
  %rare2.15 = fmul <8 x float> %rare2.14, %scale
  %rare2.16 = fmul <8 x float> %rare2.15, %scale
  %rare2.17 = fmul <8 x float> %rare2.16, %scale
  %rare2.18 = fmul <8 x float> %rare2.17, %scale
  %rare2.19 = fmul <8 x float> %rare2.18, %scale
  %rare2.20 = fmul <8 x float> %rare2.19, %scale
  %rare2.21 = fmul <8 x float> %rare2.20, %scale
  %rare2.22 = fmul <8 x float> %rare2.21, %scale
  %rare2.23 = fmul <8 x float> %rare2.22, %scale
  %rare2.24 = fmul <8 x float> %rare2.23, %scale
  %rare2.25 = fmul <8 x float> %rare2.24, %scale
  %rare2.26 = fmul <8 x float> %rare2.25, %scale
  %rare2.27 = fmul <8 x float> %rare2.26, %scale
  %rare2.28 = fmul <8 x float> %rare2.27, %scale
  %rare2.29 = fmul <8 x float> %rare2.28, %scale
  %rare2.30 = fmul <8 x float> %rare2.29, %scale
  %rare2.31 = fmul <8 x float> %rare2.30, %scale
  br label %join2
join2:
  %v2 = phi <8 x float> [ %v1, %join1 ], [ %rare2.31, %rare2 ]
  br i1 %a, label %rare3, label %join3, !prof !0
rare3:
  %rare3.0 = fmul <8 x float> %v2, %scale
  %rare3.1 = fmul <8 x float> %rare3.0, %scale
  %rare3.2 = fmul <8 x float> %rare3.1, %scale
  %rare3.3 = fmul <8 x float> %rare3.2, %scale
  %rare3.4 = fmul <8 x float> %rare3.3, %scale
  %rare3.5 = fmul <8 x float> %rare3.4, %scale
  %rare3.6 = fmul <8 x float> %rare3.5, %scale
  %rare3.7 = fmul <8 x float> %rare3.6, %scale
  %rare3.8 = fmul <8 x float> %rare3.7, %scale
  %rare3.9 = fmul <8 x float> %rare3.8, %scale
  %rare3.10 = fmul <8 x float> %rare3.9, %scale
  %rare3.11 = fmul <8 x float> %rare3.10, %scale
  %rare3.12 = fmul <8 x float> %rare3.11, %scale
  %rare3.13 = fmul <8 x float> %rare3.12, %scale
  %rare3.14 = fmul <8 x float> %rare3.13, %scale
  %rare3.15 = fmul <8 x float> %rare3.14, %scale
  %rare3.16 = fmul <8 x float> %rare3.15, %scale
  %rare3.17 = fmul <8 x float> %rare3.16, %scale
  %rare3.18 = fmul <8 x float> %rare3.17, %scale
  %rare3.19 = fmul <8 x float> %rare3.18, %scale
  %rare3.20 = fmul <8 x float> %rare3.19, %scale
  %rare3.21 = fmul <8 x float> %rare3.20, %scale
  %rare3.22 = fmul <8 x float> %rare3.21, %scale
  %rare3.23 = fmul <8 x float> %rare3.22, %scale
  %rare3.24 = fmul <8 x float> %rare3.23, %scale
  %rare3.25 = fmul <8 x float> %rare3.24, %scale
  %rare3.26 = fmul <8 x float> %rare3.25, %scale
  %rare3.27 = fmul <8 x float> %rare3.26, %scale
  %rare3.28 = fmul <8 x float> %rare3.27, %scale
  %rare3.29 = fmul <8 x float> %rare3.28, %scale
  %rare3.30 = fmul <8 x float> %rare3.29, %scale
  %rare3.31 = fmul <8 x float> %rare3.30, %scale
  br label %join3
join3:
  %v3 = phi <8 x float> [ %v2, %join2 ], [ %rare3.31, %rare3 ]
  br i1 %a, label %often, label %join4, !prof !1
often:
  %often.0 = fmul <8 x float> %v3, %scale
  %often.1 = fmul <8 x float> %often.0, %scale
  %often.2 = fmul <8 x float> %often.1, %scale
  %often.3 = fmul <8 x float> %often.2, %scale
  %often.4 = fmul <8 x float> %often.3, %scale
  %often.5 = fmul <8 x float> %often.4, %scale
  %often.6 = fmul <8 x float> %often.5, %scale
  %often.7 = fmul <8 x float> %often.6, %scale
  %often.8 = fmul <8 x float> %often.7, %scale
  %often.9 = fmul <8 x float> %often.8, %scale
  %often.10 = fmul <8 x float> %often.9, %scale
  %often.11 = fmul <8 x float> %often.10, %scale
  %often.12 = fmul <8 x float> %often.11, %scale
  %often.13 = fmul <8 x float> %often.12, %scale
  %often.14 = fmul <8 x float> %often.13, %scale
  %often.15 = fmul <8 x float> %often.14, %scale
  %often.16 = fmul <8 x float> %often.15, %scale
  %often.17 = fmul <8 x float> %often.16, %scale
  %often.18 = fmul <8 x float> %often.17, %scale
  %often.19 = fmul <8 x float> %often.18, %scale
  %often.20 = fmul <8 x float> %often.19, %scale
  %often.21 = fmul <8 x float> %often.20, %scale
  %often.22 = fmul <8 x float> %often.21, %scale
  %often.23 = fmul <8 x float> %often.22, %scale
  %often.24 = fmul <8 x float> %often.23, %scale
  %often.25 = fmul <8 x float> %often.24, %scale
  %often.26 = fmul <8 x float> %often.25, %scale
  %often.27 = fmul <8 x float> %often.26, %scale
  %often.28 = fmul <8 x float> %often.27, %scale
  %often.29 = fmul <8 x float> %often.28, %scale
  %often.30 = fmul <8 x float> %often.29, %scale
  %often.31 = fmul <8 x float> %often.30, %scale
  br label %join4
join4:
  %v4 = phi <8 x float> [ %v3, %join3 ], [ %often.31, %often ]
  br i1 %a, label %single, label %join5, !prof !0
single:
  %single.0 = fadd <8 x float> %v4, %scale
  %single.1 = fadd <8 x float> %single.0, %scale
  %single.2 = fadd <8 x float> %single.1, %scale
  %single.3 = fadd <8 x float> %single.2, %scale
  %single.4 = fadd <8 x float> %single.3, %scale
  %single.5 = fadd <8 x float> %single.4, %scale
  %single.6 = fadd <8 x float> %single.5, %scale
  %single.7 = fadd <8 x float> %single.6, %scale
  %single.8 = fadd <8 x float> %single.7, %scale
  %single.9 = fadd <8 x float> %single.8, %scale
  %single.10 = fadd <8 x float> %single.9, %scale
  %single.11 = fadd <8 x float> %single.10, %scale
  %single.12 = fadd <8 x float> %single.11, %scale
  %single.13 = fadd <8 x float> %single.12, %scale
  %single.14 = fadd <8 x float> %single.13, %scale
  %single.15 = fadd <8 x float> %single.14, %scale
  %single.16 = fadd <8 x float> %single.15, %scale
  %single.17 = fadd <8 x float> %single.16, %scale
  %single.18 = fadd <8 x float> %single.17, %scale
  %single.19 = fadd <8 x float> %single.18, %scale
  %single.20 = fadd <8 x float> %single.19, %scale
  %single.21 = fadd <8 x float> %single.20, %scale
  %single.22 = fadd <8 x float> %single.21, %scale
  %single.23 = fadd <8 x float> %single.22, %scale
  %single.24 = fadd <8 x float> %single.23, %scale
  %single.25 = fadd <8 x float> %single.24, %scale
  %single.26 = fadd <8 x float> %single.25, %scale
  %single.27 = fadd <8 x float> %single.26, %scale
  %single.28 = fadd <8 x float> %single.27, %scale
  %single.29 = fadd <8 x float> %single.28, %scale
  %single.30 = fadd <8 x float> %single.29, %scale
  %single.31 = fadd <8 x float> %single.30, %scale
  br label %join5
join5:
  %v5 = phi <8 x float> [ %v4, %join4 ], [ %single.31, %single ]
  store <8 x float> %v5, ptr %out
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", i32 1, i32 20}
