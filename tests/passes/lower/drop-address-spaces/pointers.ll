; Every pointer is in address space 0 afterwards, casts between spaces are gone, the module is the host's.
; RUN: heddle-opt --kernel test --passes drop-address-spaces %s | FileCheck %s
; RUN: heddle-opt --kernel test --passes drop-address-spaces %s | FileCheck --check-prefix=NONE %s
; NONE-NOT: addrspace({{[1-9]}})
; NONE-NOT: addrspacecast
; NONE-NOT: spir64
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

%pair = type { ptr addrspace(1), ptr addrspace(3) }
@table = internal addrspace(2) constant [2 x i32] [i32 7, i32 8], align 4
@box = internal addrspace(3) global [16 x i32] undef, align 16

; CHECK: target triple = "x86_64
; CHECK-DAG: @table = internal constant [2 x i32] [i32 7, i32 8], align 4
; CHECK-DAG: @box = internal global [16 x i32] undef, align 16 [[LOCAL:#[0-9]+]]
; CHECK: define {{.*}}void @test(ptr {{.*}}%out, ptr {{.*}}%in, i32 %n)
; CHECK: %pairs = alloca { ptr, ptr }
; CHECK: store { ptr, ptr }
; CHECK: phi ptr [ %out, %entry ], [ @box, %second ], [ %slot, %third ]
; CHECK: load i32, ptr {{.*}}
; CHECK: getelementptr inbounds [2 x i32], ptr @table, i64 0, i64 1
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %in, i64 8, i1 false)
; CHECK: call <2 x i32> @llvm.masked.gather.v2i32.v2p0(
; CHECK: attributes [[LOCAL]] = { "hd-local" }
define spir_kernel void @test(ptr addrspace(1) align 4 %out, ptr addrspace(1) align 4 %in, i32 %n) {
entry:
  %slot = alloca i32, align 4
  %pairs = alloca %pair, align 8
  %first = insertvalue %pair undef, ptr addrspace(1) %out, 0
  %both = insertvalue %pair %first, ptr addrspace(3) @box, 1
  store %pair %both, ptr %pairs, align 8
  %global = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  switch i32 %n, label %join [ i32 1, label %second
                               i32 2, label %third ]
second:
  br label %join
third:
  %private = addrspacecast ptr %slot to ptr addrspace(4)
  br label %join
join:
  %any = phi ptr addrspace(4) [ %global, %entry ], [ addrspacecast (ptr addrspace(3) @box to ptr addrspace(4)), %second ], [ %private, %third ]
  %value = load i32, ptr addrspace(4) %any, align 4
  %entry.of.table = getelementptr inbounds [2 x i32], ptr addrspace(2) @table, i64 0, i64 1
  %constant = load i32, ptr addrspace(2) %entry.of.table, align 4
  %sum = add i32 %value, %constant
  store i32 %sum, ptr addrspace(1) %out, align 4
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 8, i1 false)
  %lanes = insertelement <2 x ptr addrspace(1)> undef, ptr addrspace(1) %in, i32 0
  %gathered = call <2 x i32> @llvm.masked.gather.v2i32.v2p1(<2 x ptr addrspace(1)> %lanes, <2 x i1> <i1 true, i1 false>, <2 x i32> zeroinitializer)
  store <2 x i32> %gathered, ptr addrspace(1) %out, align 8
  ret void
}
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare <2 x i32> @llvm.masked.gather.v2i32.v2p1(<2 x ptr addrspace(1)>, <2 x i1>, <2 x i32>)
