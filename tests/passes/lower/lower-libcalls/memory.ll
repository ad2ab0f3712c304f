; No call of libc may be left: memory intrinsics of unknown or large size become loops, small ones are marked so that code
; generation never makes calls of them.
; RUN: heddle-opt --kernel test --passes lower-libcalls %s | FileCheck %s
; RUN: heddle-opt --kernel test --passes lower-libcalls --emit asm %s | FileCheck --check-prefix=ASM %s
; ASM-NOT: memcpy
; ASM-NOT: memset
; ASM-NOT: memmove
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: @test(
; CHECK-NOT: call void @llvm.memcpy.p0
; CHECK-NOT: call void @llvm.memmove
; CHECK-NOT: call void @llvm.memset.p0
; CHECK: call void @llvm.memcpy.inline.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 64, i1 false)
; CHECK: call void @llvm.memset.inline.p0.i64(ptr align 1 %to, i8 0, i64 100, i1 false)
; Of 1,000 bytes 104 are left.
; CHECK: call void @llvm.memset.inline.p0.i64(ptr align 4 {{.*}}, i8 7, i64 104, i1 false)
; Whole vectors first.
; CHECK: [[FROM:%.*]] = load <32 x i8>, ptr {{.*}}, align 8
; CHECK-NEXT: {{.*}} = getelementptr inbounds i8, ptr %to
; CHECK-NEXT: store <32 x i8> [[FROM]]
; CHECK: store <32 x i8> splat (i8 7), ptr {{.*}}, align 4
; CHECK-NOT: call void @llvm.mem{{.*}}.i64(ptr{{.*}}%n
define spir_kernel void @test(ptr %to, ptr %from, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 64, i1 false)
  call void @llvm.memset.p0.i64(ptr align 1 %to, i8 0, i64 100, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 4096, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %to, ptr align 1 %from, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %to, i8 7, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr align 4 %to, i8 7, i64 1000, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %to, ptr align 1 %from, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %to, ptr align 1 %from, i64 32, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
