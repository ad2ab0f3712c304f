source_filename = "local_atomics 030"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@test.count = internal addrspace(3) global i32 undef, align 4

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @test(ptr addrspace(1) noundef align 4 %g, ptr addrspace(3) noundef align 4 %l, ptr addrspace(3) noundef align 4 %v) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  call spir_func void @__clang_ocl_kern_imp_test(ptr addrspace(1) noundef align 4 %g, ptr addrspace(3) noundef align 4 %l, ptr addrspace(3) noundef align 4 %v) #5
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_test(ptr addrspace(1) noundef align 4 %g, ptr addrspace(3) noundef align 4 %l, ptr addrspace(3) noundef align 4 %v) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %call = call spir_func i32 @_Z10atomic_incPU3AS3Vi(ptr addrspace(3) noundef %l) #6
  %call1 = call spir_func i32 @_Z14atomic_cmpxchgPU3AS3Viii(ptr addrspace(3) noundef %v, i32 noundef 3, i32 noundef 4) #6
  %arrayidx = getelementptr inbounds i32, ptr addrspace(3) %v, i64 7
  %0 = load volatile i32, ptr addrspace(3) %arrayidx, align 4, !tbaa !3
  %add = add nsw i32 %0, 2
  store volatile i32 %add, ptr addrspace(3) %arrayidx, align 4, !tbaa !3
  %call2 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #7
  %and = and i64 %call2, 1
  %tobool = icmp ne i64 %and, 0
  %storedv = zext i1 %tobool to i8
  %loadedv = trunc i8 %storedv to i1
  br i1 %loadedv, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  br label %cond.end

cond.false:                                       ; preds = %entry
  %add.ptr = getelementptr inbounds i32, ptr addrspace(3) %l, i64 8
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi ptr addrspace(3) [ @test.count, %cond.true ], [ %add.ptr, %cond.false ]
  %cond.ascast = addrspacecast ptr addrspace(3) %cond to ptr addrspace(4)
  %call3 = call spir_func i32 @_Z15atomic_fetch_orPU3AS4VU7_Atomicii(ptr addrspace(4) noundef %cond.ascast, i32 noundef 3) #6
  %call4 = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) noundef %g, i32 noundef 2) #6
  %loadedv5 = trunc i8 %storedv to i1
  br i1 %loadedv5, label %cond.true6, label %cond.false7

cond.true6:                                       ; preds = %cond.end
  br label %cond.end8

cond.false7:                                      ; preds = %cond.end
  %1 = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  br label %cond.end8

cond.end8:                                        ; preds = %cond.false7, %cond.true6
  %cond9 = phi ptr addrspace(4) [ addrspacecast (ptr addrspace(3) @test.count to ptr addrspace(4)), %cond.true6 ], [ %1, %cond.false7 ]
  %call10 = call spir_func i32 @_Z15atomic_fetch_orPU3AS4VU7_Atomicii(ptr addrspace(4) noundef %cond9, i32 noundef 9) #6
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
attributes #7 = { convergent nounwind willreturn memory(none) }

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
