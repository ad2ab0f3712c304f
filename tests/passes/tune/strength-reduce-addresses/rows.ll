; The addresses of rows that a block reads or writes are made from one another: each by itself would take a register
; all the way round the loop. Few addresses, and such that are a known number of bytes apart, stay as they are.
; RUN: heddle-opt --kernel rows --passes strength-reduce-addresses %s | FileCheck %s
; RUN: heddle-opt --kernel rows --passes drop-address-spaces,strength-reduce-addresses --emit asm %s | FileCheck --check-prefix=ASM %s
; RUN: heddle-opt --kernel few --passes strength-reduce-addresses %s | FileCheck --check-prefix=FEW %s
; RUN: heddle-opt --kernel near --passes strength-reduce-addresses %s | FileCheck --check-prefix=NEAR %s
target triple = "spir64-unknown-unknown"

; What hides them from strength reduction is no instruction.
; ASM-LABEL: rows:
; ASM-NOT: __hd_hidden
; ASM: ret
; CHECK-LABEL: @rows(
; CHECK: loop:
; CHECK: %row0 = getelementptr i8, ptr %p, i64 {{.*}}
; CHECK-NEXT: [[ROW0:%.*]] = call ptr @__hd_hidden(ptr %row0)
; CHECK-NOT: __hd_hidden
; CHECK: [[ROW1:%.*]] = getelementptr i8, ptr [[ROW0]], i64 %pitch
; CHECK: load <16 x float>, ptr [[ROW0]]
; CHECK: load <16 x float>, ptr [[ROW1]]
; CHECK: [[ROW2:%.*]] = getelementptr i8, ptr [[ROW1]], i64 %pitch
; CHECK: load <16 x float>, ptr [[ROW2]]
; CHECK: load <16 x float>, ptr %other
; CHECK: [[ROW3:%.*]] = getelementptr i8, ptr [[ROW2]], i64 %pitch
; CHECK: [[ROW4:%.*]] = getelementptr i8, ptr [[ROW3]], i64 %pitch
; CHECK: [[ROW5:%.*]] = getelementptr i8, ptr [[ROW4]], i64 %pitch
; CHECK: store <16 x float> %x0, ptr [[ROW5]]
define spir_kernel void @rows(ptr %p, ptr %q, i64 %pitch, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at0 = mul i64 %k, %pitch
  %row0 = getelementptr i8, ptr %p, i64 %at0
  %k1 = or disjoint i64 %k, 1
  %at1 = mul i64 %k1, %pitch
  %row1 = getelementptr i8, ptr %p, i64 %at1
  %x0 = load <16 x float>, ptr %row0
  %x1 = load <16 x float>, ptr %row1
  %k2 = add i64 %k, 2
  %at2 = mul i64 %k2, %pitch
  %row2 = getelementptr i8, ptr %p, i64 %at2
  %x2 = load <16 x float>, ptr %row2
  %other = getelementptr i8, ptr %q, i64 %at1
  %y = load <16 x float>, ptr %other
  %k3 = add i64 %k, 3
  %at3 = mul i64 %k3, %pitch
  %row3 = getelementptr i8, ptr %p, i64 %at3
  %x3 = load <16 x float>, ptr %row3
  %k4 = add i64 %k, 4
  %at4 = mul i64 %k4, %pitch
  %row4 = getelementptr i8, ptr %p, i64 %at4
  %x4 = load <16 x float>, ptr %row4
  %k5 = add i64 %k, 5
  %at5 = mul i64 %k5, %pitch
  %row5 = getelementptr i8, ptr %p, i64 %at5
  %s1 = fadd <16 x float> %x0, %x1
  %s2 = fadd <16 x float> %x2, %y
  %s3 = fadd <16 x float> %x3, %x4
  %s12 = fadd <16 x float> %s1, %s2
  %s123 = fadd <16 x float> %s12, %s3
  store <16 x float> %x0, ptr %row5
  store <16 x float> %s123, ptr %q
  %next = add nuw i64 %k, 8
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; FEW-LABEL: @few(
; FEW-NOT: __hd_hidden
; FEW: ret void
define spir_kernel void @few(ptr %p, i64 %pitch, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at0 = mul i64 %k, %pitch
  %row0 = getelementptr i8, ptr %p, i64 %at0
  %x0 = load <16 x float>, ptr %row0
  %k1 = add i64 %k, 1
  %at1 = mul i64 %k1, %pitch
  %row1 = getelementptr i8, ptr %p, i64 %at1
  store <16 x float> %x0, ptr %row1
  %next = add nuw i64 %k, 2
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; NEAR-LABEL: @near(
; NEAR-NOT: __hd_hidden
; NEAR: ret void
define spir_kernel void @near(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row0 = getelementptr <16 x float>, ptr %p, i64 %k
  %x0 = load <16 x float>, ptr %row0
  %row1 = getelementptr i8, ptr %row0, i64 4096
  store <16 x float> %x0, ptr %row1
  %row2 = getelementptr i8, ptr %row0, i64 8192
  store <16 x float> %x0, ptr %row2
  %row3 = getelementptr i8, ptr %row0, i64 12288
  store <16 x float> %x0, ptr %row3
  %row4 = getelementptr i8, ptr %row0, i64 16384
  store <16 x float> %x0, ptr %row4
  %row5 = getelementptr i8, ptr %row0, i64 20480
  store <16 x float> %x0, ptr %row5
  %row6 = getelementptr i8, ptr %row0, i64 24576
  store <16 x float> %x0, ptr %row6
  %next = add nuw i64 %k, 8
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}
