; Private memory is blended and stored as a whole, from which the next load is forwarded. An index that no lane has
; is not gone by; what goes by elements may end after the array.
; RUN: heddle-opt --kernel test --features=+avx2,+avx512f,+avx512bw,+avx512dq,+avx512vl --passes lower-masked-stores,blend-private-stores %s | FileCheck %s
; RUN: heddle-opt --kernel test --features=+avx2 --passes lower-masked-stores,blend-private-stores %s | FileCheck --check-prefix=AVX2 %s

; CHECK-LABEL: @test(
; CHECK: [[REST:%.*]] = xor <4 x i1> %mask, splat (i1 true)
; CHECK-NEXT: [[BLEND:%.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 16 %array, <4 x i1> [[REST]], <4 x i32> %v)
; CHECK-NEXT: store <4 x i32> [[BLEND]], ptr %array, align 16
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> %mask to i4
; CHECK-NEXT: [[ANY:%.*]] = icmp ne i4 [[BITS]], 0
; CHECK-NEXT: [[PLACE:%.*]] = select i1 [[ANY]], ptr %place, ptr %array
; CHECK: [[OTHER:%.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 16 [[PLACE]]
; CHECK-NEXT: store <4 x i32> [[OTHER]], ptr [[PLACE]], align 16
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %element
; CHECK: call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p
; CHECK: ret void
; AVX2-COUNT-4: call void @llvm.masked.store
define spir_kernel void @test(ptr %p, i64 %i, <4 x i32> %v, <4 x i1> %mask) {
  %array = alloca [8 x <4 x i32>], align 16
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 16 %array, <4 x i1> %mask)
  %place = getelementptr <4 x i32>, ptr %array, i64 %i
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 16 %place, <4 x i1> %mask)
  %element = getelementptr i32, ptr %array, i64 %i
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %element, <4 x i1> %mask)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr align 4 %p, <4 x i1> %mask)
  ret void
}
