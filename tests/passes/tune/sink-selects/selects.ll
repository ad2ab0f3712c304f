; What a guarded block computes is mixed into the older value there; a mask of the join keeps a blend where it is.
; RUN: heddle-opt --kernel test --passes sink-selects %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK: rare:
; CHECK-NEXT: [[NEW:%.*]] = fmul
; CHECK-NEXT: [[LATE:%.*]] = fadd
; CHECK-NEXT: [[MIXED:%.*]] = select <8 x i1> %mask, <8 x float> [[NEW]], <8 x float> %x
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-NEXT: phi <8 x float> [ %x, %entry ], [ [[MIXED]], %rare ]
; CHECK-NEXT: [[KEPT:%.*]] = phi <8 x float> [ poison, %entry ], [ [[LATE]], %rare ]
; CHECK-NEXT: [[OWN:%.*]] = fcmp
; CHECK-NEXT: select <8 x i1> [[OWN]], <8 x float> [[KEPT]], <8 x float> %x
define spir_kernel void @test(<8 x float> %x, <8 x i1> %mask, ptr %out) {
entry:
  %any = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %mask)
  br i1 %any, label %rare, label %join
rare:
  %new = fmul <8 x float> %x, %x
  %late = fadd <8 x float> %new, %x
  br label %join
join:
  %value = phi <8 x float> [ poison, %entry ], [ %new, %rare ]
  %other = phi <8 x float> [ poison, %entry ], [ %late, %rare ]
  %mixed = select <8 x i1> %mask, <8 x float> %value, <8 x float> %x
  %own = fcmp ogt <8 x float> %mixed, zeroinitializer
  %kept = select <8 x i1> %own, <8 x float> %other, <8 x float> %x
  store <8 x float> %mixed, ptr %out
  %next = getelementptr i8, ptr %out, i64 32
  store <8 x float> %kept, ptr %next
  ret void
}
