source_filename = "endless_loops 302"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @some(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, i32 noundef %n) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  call spir_func void @__clang_ocl_kern_imp_some(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, i32 noundef %n) #4
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_some(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, i32 noundef %n) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %call = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #5
  %arrayidx = getelementptr inbounds nuw i32, ptr addrspace(1) %in, i64 %call
  %0 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !3
  %cmp = icmp eq i32 %0, %n
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  br label %for.cond

for.cond:                                         ; preds = %for.cond, %if.then
  %arrayidx1 = getelementptr inbounds nuw i32, ptr addrspace(1) %out, i64 %call
  %1 = load volatile i32, ptr addrspace(1) %arrayidx1, align 4, !tbaa !3
  %inc = add nsw i32 %1, 1
  store volatile i32 %inc, ptr addrspace(1) %arrayidx1, align 4, !tbaa !3
  br label %for.cond

if.end:                                           ; preds = %entry
  %arrayidx2 = getelementptr inbounds nuw i32, ptr addrspace(1) %in, i64 %call
  %2 = load i32, ptr addrspace(1) %arrayidx2, align 4, !tbaa !3
  %arrayidx3 = getelementptr inbounds nuw i32, ptr addrspace(1) %out, i64 %call
  store volatile i32 %2, ptr addrspace(1) %arrayidx3, align 4, !tbaa !3
  ret void
}

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @all(ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 {
entry:
  call spir_func void @__clang_ocl_kern_imp_all(ptr addrspace(1) noundef align 4 %out) #4
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_all(ptr addrspace(1) noundef align 4 %out) #1 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 {
entry:
  br label %for.cond

for.cond:                                         ; preds = %for.cond, %entry
  %call = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #5
  %arrayidx = getelementptr inbounds nuw i32, ptr addrspace(1) %out, i64 %call
  %0 = load volatile i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !3
  %inc = add nsw i32 %0, 1
  store volatile i32 %inc, ptr addrspace(1) %arrayidx, align 4, !tbaa !3
  br label %for.cond
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z13get_global_idj(i32 noundef) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

attributes #0 = { convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #5 = { convergent nounwind willreturn memory(none) }

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
!7 = !{i32 1, i32 1, i32 0}
!8 = !{!"none", !"none", !"none"}
!9 = !{!"int*", !"int*", !"int"}
!10 = !{!"volatile", !"const", !""}
!11 = !{i32 1}
!12 = !{!"none"}
!13 = !{!"int*"}
!14 = !{!"volatile"}
