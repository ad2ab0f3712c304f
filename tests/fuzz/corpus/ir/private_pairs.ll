source_filename = "private_pairs 200"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @pairs(ptr addrspace(1) noundef align 4 %out) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 !reqd_work_group_size !11 {
entry:
  call spir_func void @__clang_ocl_kern_imp_pairs(ptr addrspace(1) noundef align 4 %out) #5
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_pairs(ptr addrspace(1) noundef align 4 %out) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 !reqd_work_group_size !11 {
entry:
  %x = alloca [512 x float], align 4
  call void @llvm.lifetime.start.p0(ptr %x) #6
  %call = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #7
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %out, i64 %call
  %0 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !12
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %state.0 = phi float [ %0, %entry ], [ %1, %for.inc ]
  %cmp = icmp slt i32 %i.0, 512
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  br label %for.end

for.body:                                         ; preds = %for.cond
  %1 = call float @llvm.fmuladd.f32(float %state.0, float 0x3FE6666660000000, float 3.000000e+00)
  %idxprom = sext i32 %i.0 to i64
  %arrayidx1 = getelementptr inbounds [512 x float], ptr %x, i64 0, i64 %idxprom
  store float %1, ptr %arrayidx1, align 4, !tbaa !12
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %inc = add nsw i32 %i.0, 1
  br label %for.cond

for.end:                                          ; preds = %for.cond.cleanup
  br label %for.cond3

for.cond3:                                        ; preds = %for.inc13, %for.end
  %sum.0 = phi float [ 0.000000e+00, %for.end ], [ %4, %for.inc13 ]
  %i2.0 = phi i32 [ 0, %for.end ], [ %inc14, %for.inc13 ]
  %cmp4 = icmp slt i32 %i2.0, 256
  br i1 %cmp4, label %for.body6, label %for.cond.cleanup5

for.cond.cleanup5:                                ; preds = %for.cond3
  br label %for.end15

for.body6:                                        ; preds = %for.cond3
  %mul = mul nsw i32 2, %i2.0
  %idxprom7 = sext i32 %mul to i64
  %arrayidx8 = getelementptr inbounds [512 x float], ptr %x, i64 0, i64 %idxprom7
  %2 = load float, ptr %arrayidx8, align 4, !tbaa !12
  %mul9 = mul nsw i32 2, %i2.0
  %add = add nsw i32 %mul9, 1
  %idxprom10 = sext i32 %add to i64
  %arrayidx11 = getelementptr inbounds [512 x float], ptr %x, i64 0, i64 %idxprom10
  %3 = load float, ptr %arrayidx11, align 4, !tbaa !12
  %4 = call float @llvm.fmuladd.f32(float %2, float %3, float %sum.0)
  br label %for.inc13

for.inc13:                                        ; preds = %for.body6
  %inc14 = add nsw i32 %i2.0, 1
  br label %for.cond3

for.end15:                                        ; preds = %for.cond.cleanup5
  %call16 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #7
  %arrayidx17 = getelementptr inbounds nuw float, ptr addrspace(1) %out, i64 %call16
  store float %sum.0, ptr addrspace(1) %arrayidx17, align 4, !tbaa !12
  call void @llvm.lifetime.end.p0(ptr %x) #6
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z13get_global_idj(i32 noundef) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

attributes #0 = { convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #6 = { nounwind }
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
!7 = !{i32 1}
!8 = !{!"none"}
!9 = !{!"float*"}
!10 = !{!""}
!11 = !{i32 64, i32 1, i32 1}
!12 = !{!13, !13, i64 0}
!13 = !{!"float", !5, i64 0}
