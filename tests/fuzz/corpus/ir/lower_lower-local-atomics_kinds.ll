; ModuleID = 'tests/passes/lower/lower-local-atomics/kinds.cl'
source_filename = "tests/passes/lower/lower-local-atomics/kinds.cl"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@test.count = internal addrspace(3) global i32 undef, align 4

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @test(ptr addrspace(1) noundef align 4 %g, ptr addrspace(3) noundef align 4 %l, ptr addrspace(3) noundef align 4 %v) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %g.addr = alloca ptr addrspace(1), align 8
  %l.addr = alloca ptr addrspace(3), align 8
  %v.addr = alloca ptr addrspace(3), align 8
  store ptr addrspace(1) %g, ptr %g.addr, align 8, !tbaa !11
  store ptr addrspace(3) %l, ptr %l.addr, align 8, !tbaa !11
  store ptr addrspace(3) %v, ptr %v.addr, align 8, !tbaa !11
  %0 = load ptr addrspace(1), ptr %g.addr, align 8, !tbaa !11
  %1 = load ptr addrspace(3), ptr %l.addr, align 8, !tbaa !11
  %2 = load ptr addrspace(3), ptr %v.addr, align 8, !tbaa !11
  call spir_func void @__clang_ocl_kern_imp_test(ptr addrspace(1) noundef align 4 %0, ptr addrspace(3) noundef align 4 %1, ptr addrspace(3) noundef align 4 %2) #5
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_test(ptr addrspace(1) noundef align 4 %g, ptr addrspace(3) noundef align 4 %l, ptr addrspace(3) noundef align 4 %v) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %g.addr = alloca ptr addrspace(1), align 8
  %l.addr = alloca ptr addrspace(3), align 8
  %v.addr = alloca ptr addrspace(3), align 8
  %odd = alloca i8, align 1
  %somewhere_local = alloca ptr addrspace(4), align 8
  %anywhere = alloca ptr addrspace(4), align 8
  store ptr addrspace(1) %g, ptr %g.addr, align 8, !tbaa !11
  store ptr addrspace(3) %l, ptr %l.addr, align 8, !tbaa !11
  store ptr addrspace(3) %v, ptr %v.addr, align 8, !tbaa !11
  %0 = load ptr addrspace(3), ptr %l.addr, align 8, !tbaa !11
  %call = call spir_func i32 @_Z10atomic_incPU3AS3Vi(ptr addrspace(3) noundef %0) #6
  %1 = load ptr addrspace(3), ptr %v.addr, align 8, !tbaa !11
  %call1 = call spir_func i32 @_Z14atomic_cmpxchgPU3AS3Viii(ptr addrspace(3) noundef %1, i32 noundef 3, i32 noundef 4) #6
  %2 = load ptr addrspace(3), ptr %v.addr, align 8, !tbaa !11
  %arrayidx = getelementptr inbounds i32, ptr addrspace(3) %2, i64 7
  %3 = load volatile i32, ptr addrspace(3) %arrayidx, align 4, !tbaa !3
  %add = add nsw i32 %3, 2
  store volatile i32 %add, ptr addrspace(3) %arrayidx, align 4, !tbaa !3
  call void @llvm.lifetime.start.p0(ptr %odd) #7
  %call2 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #8
  %and = and i64 %call2, 1
  %tobool = icmp ne i64 %and, 0
  %storedv = zext i1 %tobool to i8
  store i8 %storedv, ptr %odd, align 1, !tbaa !14
  call void @llvm.lifetime.start.p0(ptr %somewhere_local) #7
  %4 = load i8, ptr %odd, align 1, !tbaa !14, !range !16, !noundef !17
  %loadedv = trunc i8 %4 to i1
  br i1 %loadedv, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  br label %cond.end

cond.false:                                       ; preds = %entry
  %5 = load ptr addrspace(3), ptr %l.addr, align 8, !tbaa !11
  %add.ptr = getelementptr inbounds i32, ptr addrspace(3) %5, i64 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr addrspace(3) [ @test.count, %cond.true ], [ %add.ptr, %cond.false ]
  %cond.ascast = addrspacecast ptr addrspace(3) %cond to ptr addrspace(4)
  store ptr addrspace(4) %cond.ascast, ptr %somewhere_local, align 8, !tbaa !18
  %6 = load ptr addrspace(4), ptr %somewhere_local, align 8, !tbaa !18
  %call3 = call spir_func i32 @_Z15atomic_fetch_orPU3AS4VU7_Atomicii(ptr addrspace(4) noundef %6, i32 noundef 3) #6
  %7 = load ptr addrspace(1), ptr %g.addr, align 8, !tbaa !11
  %call4 = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) noundef %7, i32 noundef 2) #6
  call void @llvm.lifetime.start.p0(ptr %anywhere) #7
  %8 = load i8, ptr %odd, align 1, !tbaa !14, !range !16, !noundef !17
  %loadedv5 = trunc i8 %8 to i1
  br i1 %loadedv5, label %cond.true6, label %cond.false7

cond.true6:                                       ; preds = %cond.end
  br label %cond.end8

cond.false7:                                      ; preds = %cond.end
  %9 = load ptr addrspace(1), ptr %g.addr, align 8, !tbaa !11
  %10 = addrspacecast ptr addrspace(1) %9 to ptr addrspace(4)
  br label %cond.end8

cond.end8:                                        ; preds = %cond.false7, %cond.true6
  %cond9 = phi ptr addrspace(4) [ addrspacecast (ptr addrspace(3) @test.count to ptr addrspace(4)), %cond.true6 ], [ %10, %cond.false7 ]
  store ptr addrspace(4) %cond9, ptr %anywhere, align 8, !tbaa !18
  %11 = load ptr addrspace(4), ptr %anywhere, align 8, !tbaa !18
  %call10 = call spir_func i32 @_Z15atomic_fetch_orPU3AS4VU7_Atomicii(ptr addrspace(4) noundef %11, i32 noundef 9) #6
  call void @llvm.lifetime.end.p0(ptr %anywhere) #7
  call void @llvm.lifetime.end.p0(ptr %somewhere_local) #7
  call void @llvm.lifetime.end.p0(ptr %odd) #7
  ret void
}

; Function Attrs: convergent nounwind
declare spir_func i32 @_Z10atomic_incPU3AS3Vi(ptr addrspace(3) noundef) #2

; Function Attrs: convergent nounwind
declare spir_func i32 @_Z14atomic_cmpxchgPU3AS3Viii(ptr addrspace(3) noundef, i32 noundef, i32 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_local_idj(i32 noundef) #4

; Function Attrs: convergent nounwind
declare spir_func i32 @_Z15atomic_fetch_orPU3AS4VU7_Atomicii(ptr addrspace(4) noundef, i32 noundef) #2

; Function Attrs: convergent nounwind
declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) noundef, i32 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

attributes #0 = { convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { convergent nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #6 = { convergent nounwind }
attributes #7 = { nounwind }
attributes #8 = { convergent nounwind willreturn memory(none) }

!llvm.module.flags = !{!0}
!opencl.ocl.version = !{!1}
!opencl.spir.version = !{!1}
!llvm.ident = !{!2}
!llvm.errno.tbaa = !{!3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 2, i32 0}
!2 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}
!7 = !{i32 1, i32 3, i32 3}
!8 = !{!"none", !"none", !"none"}
!9 = !{!"int*", !"int*", !"int*"}
!10 = !{!"", !"", !"volatile"}
!11 = !{!12, !12, i64 0}
!12 = !{!"p1 int", !13, i64 0}
!13 = !{!"any pointer", !5, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"bool", !5, i64 0}
!16 = !{i8 0, i8 2}
!17 = !{}
!18 = !{!13, !13, i64 0}
