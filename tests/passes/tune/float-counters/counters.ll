; A counter that a loop converts to a float in each iteration goes round as one, where it is exact.
; RUN: heddle-opt --kernel loops --features +avx2,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes float-counters %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @loops(
define spir_kernel void @loops(ptr %p, ptr %q, i32 %n, i32 %start) {
entry:
  %x = load <32 x float>, ptr %p
  br label %vector

; The vector is one register, which two have in common. What is scalar is the first element.
; CHECK: vector:
; CHECK: [[K:%.*]] = phi <16 x float> [ zeroinitializer, %entry ], [ [[NEXT:%.*]], %vector ]
; CHECK-NOT: itofp
; CHECK: [[F:%.*]] = extractelement <16 x float> [[K]], i64 0
; CHECK: [[WIDE:%.*]] = shufflevector <16 x float> [[K]], {{.*}} <32 x i32>
; CHECK: fadd <32 x float> %sum, [[WIDE]]
; CHECK: store float [[F]]
; CHECK: [[NEXT]] = fadd <16 x float> [[K]], splat (float 1.000000e+00)
vector:
  %k = phi i32 [ 0, %entry ], [ %k.next, %vector ]
  %sum = phi <32 x float> [ %x, %entry ], [ %sum.next, %vector ]
  %f = uitofp nneg i32 %k to float
  %first = insertelement <32 x float> poison, float %f, i64 0
  %all = shufflevector <32 x float> %first, <32 x float> poison, <32 x i32> zeroinitializer
  %sum.next = fadd <32 x float> %sum, %all
  store float %f, ptr %q
  %k.next = add nuw nsw i32 %k, 1
  %end = icmp eq i32 %k.next, 8
  br i1 %end, label %down, label %vector

; From 20 to 2 in steps of 3, and what is made of that.
; CHECK: down:
; CHECK: phi float [ 6.100000e+01, %vector ]
; CHECK: phi float [ 2.000000e+01, %vector ]
; CHECK-NOT: itofp
; CHECK: fadd float {{.*}}, -3.000000e+00
; CHECK: fadd float {{.*}}, -9.000000e+00
down:
  %d = phi i32 [ 20, %vector ], [ %d.next, %down ]
  %df = sitofp i32 %d to float
  store volatile float %df, ptr %q
  %triple = mul nsw i32 %d, 3
  %above = add nsw i32 %triple, 1
  %af = sitofp i32 %above to float
  store volatile float %af, ptr %q
  %d.next = add nsw i32 %d, -3
  %d.end = icmp slt i32 %d.next, 0
  br i1 %d.end, label %double, label %down

; Any int is a double.
; CHECK: double:
; CHECK: phi double [ {{%.*}}, %down ]
; CHECK-NOT: itofp
; CHECK: fadd double {{.*}}, 1.000000e+00
double:
  %i = phi i32 [ %start, %down ], [ %i.next, %double ]
  %id = sitofp i32 %i to double
  store volatile double %id, ptr %q
  %i.next = add nsw i32 %i, 1
  %i.end = icmp sge i32 %i.next, %n
  br i1 %i.end, label %rounded, label %double

; Not every int is a float,
; CHECK: rounded:
; CHECK-NOT: phi float
; CHECK: sitofp
rounded:
  %r = phi i32 [ 0, %double ], [ %r.next, %rounded ]
  %rf = sitofp i32 %r to float
  store volatile float %rf, ptr %q
  %r.next = add nsw i32 %r, 1
  %r.end = icmp sge i32 %r.next, %n
  br i1 %r.end, label %large, label %rounded

; nor does a sum of floats go on from 2^24.
; CHECK: large:
; CHECK-NOT: phi float
; CHECK: uitofp
large:
  %l = phi i32 [ 16777210, %rounded ], [ %l.next, %large ]
  %lf = uitofp i32 %l to float
  store volatile float %lf, ptr %q
  %l.next = add nuw i32 %l, 1
  %l.end = icmp eq i32 %l.next, 16777220
  br i1 %l.end, label %wraps, label %large

; A byte begins anew.
; CHECK: wraps:
; CHECK-NOT: phi float
; CHECK: uitofp
wraps:
  %w = phi i8 [ 250, %large ], [ %w.next, %wraps ]
  %wf = uitofp i8 %w to float
  store volatile float %wf, ptr %q
  %w.next = add i8 %w, 1
  %w.end = icmp eq i8 %w.next, 9
  br i1 %w.end, label %done, label %wraps

done:
  store <32 x float> %sum.next, ptr %p
  ret void
}
