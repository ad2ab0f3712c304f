source_filename = "sub_groups 150"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @butterfly(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  call spir_func void @__clang_ocl_kern_imp_butterfly(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in) #5
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_butterfly(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %call = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #6
  %arrayidx = getelementptr inbounds nuw i32, ptr addrspace(1) %in, i64 %call
  %0 = load i32, ptr addrspace(1) %arrayidx, align 4, !tbaa !3
  %call1 = call spir_func i32 @_Z21sub_group_shuffle_xorij(i32 noundef %0, i32 noundef 1) #7
  %add = add nsw i32 %0, %call1
  %arrayidx2 = getelementptr inbounds nuw i32, ptr addrspace(1) %out, i64 %call
  store i32 %add, ptr addrspace(1) %arrayidx2, align 4, !tbaa !3
  ret void
}

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @turn(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, i32 noundef %by) #0 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 {
entry:
  call spir_func void @__clang_ocl_kern_imp_turn(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, i32 noundef %by) #5
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_turn(ptr addrspace(1) noundef align 4 %out, ptr addrspace(1) noundef align 4 %in, i32 noundef %by) #1 !kernel_arg_addr_space !11 !kernel_arg_access_qual !12 !kernel_arg_type !13 !kernel_arg_base_type !13 !kernel_arg_type_qual !14 {
entry:
  %call = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #6
  %arrayidx = getelementptr inbounds nuw float, ptr addrspace(1) %in, i64 %call
  %0 = load float, ptr addrspace(1) %arrayidx, align 4, !tbaa !15
  %call1 = call spir_func i32 @_Z22get_sub_group_local_idv() #7
  %add = add i32 %call1, %by
  %call2 = call spir_func float @_Z17sub_group_shufflefj(float noundef %0, i32 noundef %add) #7
  %arrayidx3 = getelementptr inbounds nuw float, ptr addrspace(1) %out, i64 %call
  store float %call2, ptr addrspace(1) %arrayidx3, align 4, !tbaa !15
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z13get_global_idj(i32 noundef) #3

; Function Attrs: convergent nounwind
declare spir_func i32 @_Z21sub_group_shuffle_xorij(i32 noundef, i32 noundef) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

; Function Attrs: convergent nounwind
declare spir_func float @_Z17sub_group_shufflefj(float noundef, i32 noundef) #4

; Function Attrs: convergent nounwind
declare spir_func i32 @_Z22get_sub_group_local_idv() #4

attributes #0 = { convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #5 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #6 = { convergent nounwind willreturn memory(none) }
attributes #7 = { convergent nounwind }

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
!7 = !{i32 1, i32 1}
!8 = !{!"none", !"none"}
!9 = !{!"int*", !"int*"}
!10 = !{!"", !"const"}
!11 = !{i32 1, i32 1, i32 0}
!12 = !{!"none", !"none", !"none"}
!13 = !{!"float*", !"float*", !"uint"}
!14 = !{!"", !"const", !""}
!15 = !{!16, !16, i64 0}
!16 = !{!"float", !5, i64 0}
