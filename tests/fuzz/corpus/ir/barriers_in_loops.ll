source_filename = "barriers_in_loops 100"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @tree(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, ptr addrspace(3) noundef align 4 %tile) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  call spir_func void @__clang_ocl_kern_imp_tree(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, ptr addrspace(3) noundef align 4 %tile) #6
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_tree(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, ptr addrspace(3) noundef align 4 %tile) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %call = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #7
  %conv = trunc i64 %call to i32
  %call1 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #7
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %in, i64 %call1
  %0 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !11
  %idxprom = sext i32 %conv to i64
  %arrayidx2 = getelementptr inbounds float, ptr addrspace(3) %tile, i64 %idxprom
  store float %0, ptr addrspace(3) %arrayidx2, align 4, !tbaa !11
  call spir_func void @_Z7barrierj(i32 noundef 1) #8
  %call3 = call spir_func i64 @_Z14get_local_sizej(i32 noundef 0) #7
  %div = udiv i64 %call3, 2
  %conv4 = trunc i64 %div to i32
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %d.0 = phi i32 [ %conv4, %entry ], [ %div12, %for.inc ]
  %cmp = icmp sgt i32 %d.0, 0
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  br label %for.end

for.body:                                         ; preds = %for.cond
  %cmp6 = icmp slt i32 %conv, %d.0
  br i1 %cmp6, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %add = add nsw i32 %conv, %d.0
  %idxprom8 = sext i32 %add to i64
  %arrayidx9 = getelementptr inbounds float, ptr addrspace(3) %tile, i64 %idxprom8
  %1 = load float, ptr addrspace(3) %arrayidx9, align 4, !tbaa !11
  %idxprom10 = sext i32 %conv to i64
  %arrayidx11 = getelementptr inbounds float, ptr addrspace(3) %tile, i64 %idxprom10
  %2 = load float, ptr addrspace(3) %arrayidx11, align 4, !tbaa !11
  %3 = call float @llvm.fmuladd.f32(float %1, float 3.000000e+00, float %2)
  store float %3, ptr addrspace(3) %arrayidx11, align 4, !tbaa !11
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  call spir_func void @_Z7barrierj(i32 noundef 1) #8
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %div12 = sdiv i32 %d.0, 2
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  %arrayidx13 = getelementptr inbounds float, ptr addrspace(3) %tile, i64 0
  %4 = load float, ptr addrspace(3) %arrayidx13, align 4, !tbaa !11
  %mul = fmul float %4, 5.000000e+00
  %call14 = call spir_func float @_Z10native_sinf(float noundef %mul) #7
  %add15 = fadd float %call14, 7.000000e+00
  %call16 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #7
  %arrayidx17 = getelementptr inbounds nuw float, ptr addrspace(1) %out, i64 %call16
  store float %add15, ptr addrspace(1) %arrayidx17, align 4, !tbaa !11
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_local_idj(i32 noundef) #3

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z13get_global_idj(i32 noundef) #3

; Function Attrs: convergent nounwind
declare spir_func void @_Z7barrierj(i32 noundef) #4

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z14get_local_sizej(i32 noundef) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func float @_Z10native_sinf(float noundef) #3

attributes #0 = { convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #7 = { convergent nounwind willreturn memory(none) }
attributes #8 = { convergent nounwind }

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
!7 = !{i32 1, i32 1, i32 3}
!8 = !{!"none", !"none", !"none"}
!9 = !{!"float*", !"float*", !"float*"}
!10 = !{!"", !"const", !""}
!11 = !{!12, !12, i64 0}
!12 = !{!"float", !5, i64 0}
