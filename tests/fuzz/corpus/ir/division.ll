source_filename = "division 200"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @divide(ptr addrspace(1) noundef align 8 %out, ptr addrspace(1) noundef align 8 %in, ptr addrspace(1) noundef align 8 %by) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  call spir_func void @__clang_ocl_kern_imp_divide(ptr addrspace(1) noundef align 8 %out, ptr addrspace(1) noundef align 8 %in, ptr addrspace(1) noundef align 8 %by) #4
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_divide(ptr addrspace(1) noundef align 8 %out, ptr addrspace(1) noundef align 8 %in, ptr addrspace(1) noundef align 8 %by) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %call = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #5
  %arrayidx = getelementptr inbounds nuw i64, ptr addrspace(1) %in, i64 %call
  %0 = load i64, ptr addrspace(1) %arrayidx, align 8, !tbaa !11
  %cmp = icmp ugt i64 %0, 3
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %arrayidx1 = getelementptr inbounds nuw i64, ptr addrspace(1) %by, i64 %call
  %1 = load i64, ptr addrspace(1) %arrayidx1, align 8, !tbaa !11
  %or = or i64 %1, 1
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  %divisor.0 = phi i64 [ %or, %if.then ], [ undef, %entry ]
  %arrayidx2 = getelementptr inbounds nuw i64, ptr addrspace(1) %in, i64 %call
  %2 = load i64, ptr addrspace(1) %arrayidx2, align 8, !tbaa !11
  %cmp3 = icmp ugt i64 %2, 3
  br i1 %cmp3, label %land.lhs.true, label %if.end9

land.lhs.true:                                    ; preds = %if.end
  %arrayidx4 = getelementptr inbounds nuw i64, ptr addrspace(1) %out, i64 %call
  %3 = load i64, ptr addrspace(1) %arrayidx4, align 8, !tbaa !11
  %cmp5 = icmp ugt i64 %3, 5
  br i1 %cmp5, label %if.then6, label %if.end9

if.then6:                                         ; preds = %land.lhs.true
  %arrayidx7 = getelementptr inbounds nuw i64, ptr addrspace(1) %in, i64 %call
  %4 = load i64, ptr addrspace(1) %arrayidx7, align 8, !tbaa !11
  %div = udiv i64 %4, %divisor.0
  %arrayidx8 = getelementptr inbounds nuw i64, ptr addrspace(1) %out, i64 %call
  store i64 %div, ptr addrspace(1) %arrayidx8, align 8, !tbaa !11
  br label %if.end9

if.end9:                                          ; preds = %if.then6, %land.lhs.true, %if.end
  ret void
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
!7 = !{i32 1, i32 1, i32 1}
!8 = !{!"none", !"none", !"none"}
!9 = !{!"ulong*", !"ulong*", !"ulong*"}
!10 = !{!"", !"const", !"const"}
!11 = !{!12, !12, i64 0}
!12 = !{!"long", !5, i64 0}
