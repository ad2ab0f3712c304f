; A half is a float by a product with 2^112, which is one of a subnormal float where the half is subnormal. Where such a float counts
; as zero (-cl-denorms-are-zero) the half, which does not, is made by a difference from 2^-14.
; RUN: heddle-opt --kernel test --passes lower-half --features=+sse4.2 %s | FileCheck --check-prefix=EXACT %s
; RUN: heddle-opt --kernel test --passes lower-half --features=+sse4.2 --denorms-are-zero %s | FileCheck --check-prefix=FLUSHED %s

; EXACT-LABEL: @test(
; EXACT: fmul float {{.*}}, 0x46F0000000000000
; EXACT-NOT: fsub
; FLUSHED-LABEL: @test(
; FLUSHED-NOT: fmul
; FLUSHED: [[NORMAL:%.*]] = add i32 [[BITS:%.*]], 939524096
; FLUSHED: [[SUM:%.*]] = add i32 [[BITS]], 947912704
; FLUSHED: [[FLOAT:%.*]] = bitcast i32 [[SUM]] to float
; FLUSHED: fsub float [[FLOAT]], 0x3F10000000000000
; FLUSHED: icmp ult i32 [[BITS]], 8388608
define spir_kernel void @test(ptr %out, half %x) {
  %wide = fpext half %x to float
  store float %wide, ptr %out
  ret void
}
