; Tests of a vector's elements, joined by or or and, are one comparison of vectors.
; RUN: heddle-opt --kernel any --passes vector-tests %s | FileCheck --check-prefix=ANY %s
; RUN: heddle-opt --kernel all --passes vector-tests %s | FileCheck --check-prefix=ALL %s
; RUN: heddle-opt --kernel few --passes vector-tests %s | FileCheck --check-prefix=FEW %s
target triple = "spir64-unknown-unknown"

; Elements 0 to 3 are those of another vector, and `more` is none of them: it stays after.
; ANY-LABEL: @any(
; ANY: [[SAME:%.*]] = icmp eq <4 x i32> %v, %w
; ANY-NEXT: [[FROZEN:%.*]] = freeze <4 x i1> [[SAME]]
; ANY-NEXT: [[BITS:%.*]] = bitcast <4 x i1> [[FROZEN]] to i4
; ANY-NEXT: [[ONE:%.*]] = icmp ne i4 [[BITS]], 0
; ANY-NEXT: [[ANY:%.*]] = select i1 [[ONE]], i1 true, i1 %more
; ANY-NEXT: store i1 [[ANY]]
define spir_kernel void @any(ptr %p, <4 x i32> %v, <4 x i32> %w, i1 %more) {
  %v0 = extractelement <4 x i32> %v, i64 0
  %w0 = extractelement <4 x i32> %w, i64 0
  %c0 = icmp eq i32 %v0, %w0
  %v1 = extractelement <4 x i32> %v, i64 1
  %w1 = extractelement <4 x i32> %w, i64 1
  %c1 = icmp eq i32 %v1, %w1
  %o1 = select i1 %c0, i1 true, i1 %c1
  %o2 = select i1 %o1, i1 true, i1 %more
  %v2 = extractelement <4 x i32> %v, i64 2
  %w2 = extractelement <4 x i32> %w, i64 2
  %c2 = icmp eq i32 %v2, %w2
  %o3 = or i1 %o2, %c2
  %v3 = extractelement <4 x i32> %v, i64 3
  %w3 = extractelement <4 x i32> %w, i64 3
  %c3 = icmp eq i32 %v3, %w3
  %o4 = select i1 %o3, i1 true, i1 %c3
  store i1 %o4, ptr %p
  ret void
}

; Of eight elements those that are asked for: 0, 1, 2 and 7. The scalar may stand on either side.
; ALL-LABEL: @all(
; ALL: [[FOUR:%.*]] = shufflevector <8 x i16> %v, <8 x i16> poison, <4 x i32>
; ALL: [[LESS:%.*]] = icmp slt <4 x i16> [[FOUR]], {{%.*}}
; ALL-NEXT: [[FROZEN:%.*]] = freeze <4 x i1> [[LESS]]
; ALL-NEXT: [[BITS:%.*]] = bitcast <4 x i1> [[FROZEN]] to i4
; ALL-NEXT: [[ALL:%.*]] = icmp eq i4 [[BITS]], -1
; ALL-NEXT: store i1 [[ALL]]
define spir_kernel void @all(ptr %p, <8 x i16> %v, i16 %s) {
  %v0 = extractelement <8 x i16> %v, i64 0
  %c0 = icmp slt i16 %v0, %s
  %v1 = extractelement <8 x i16> %v, i64 1
  %c1 = icmp sgt i16 %s, %v1
  %a1 = select i1 %c0, i1 %c1, i1 false
  %v2 = extractelement <8 x i16> %v, i64 2
  %c2 = icmp slt i16 %v2, %s
  %a2 = select i1 %a1, i1 %c2, i1 false
  %v7 = extractelement <8 x i16> %v, i64 7
  %c7 = icmp slt i16 %v7, %s
  %a3 = and i1 %a2, %c7
  store i1 %a3, ptr %p
  ret void
}

; FEW-LABEL: @few(
; FEW-NOT: icmp eq <4 x i32>
define spir_kernel void @few(ptr %p, <4 x i32> %v, i32 %s) {
  %v0 = extractelement <4 x i32> %v, i64 0
  %c0 = icmp eq i32 %v0, %s
  %v1 = extractelement <4 x i32> %v, i64 1
  %c1 = icmp eq i32 %v1, %s
  %v2 = extractelement <4 x i32> %v, i64 2
  %c2 = icmp ne i32 %v2, %s
  %o1 = or i1 %c0, %c1
  %o2 = or i1 %o1, %c2
  store i1 %o2, ptr %p
  ret void
}
