source_filename = "local_memory 304"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

@test.bytes = internal addrspace(3) global [3 x i8] undef, align 1
@test.words = internal addrspace(3) global [10 x i32] undef, align 4
@test.wide = internal addrspace(3) global <16 x i64> undef, align 128

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @test(ptr addrspace(1) noundef align 8 %out) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  call spir_func void @__clang_ocl_kern_imp_test(ptr addrspace(1) noundef align 8 %out) #4
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_test(ptr addrspace(1) noundef align 8 %out) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %call = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #5
  %rem = urem i64 %call, 3
  %arrayidx = getelementptr inbounds nuw [3 x i8], ptr addrspace(3) @test.bytes, i64 0, i64 %rem
  store i8 1, ptr addrspace(3) %arrayidx, align 1, !tbaa !11
  %call1 = call spir_func i64 @_Z12get_local_idj(i32 noundef 0) #5
  %rem2 = urem i64 %call1, 10
  %arrayidx3 = getelementptr inbounds nuw [10 x i32], ptr addrspace(3) @test.words, i64 0, i64 %rem2
  store i32 2, ptr addrspace(3) %arrayidx3, align 4, !tbaa !3
  %0 = load <16 x i64>, ptr addrspace(3) @test.wide, align 128
  %1 = insertelement <16 x i64> %0, i64 5, i64 3
  store <16 x i64> %1, ptr addrspace(3) @test.wide, align 128
  call spir_func void @_Z7barrierj(i32 noundef 1) #6
  %2 = load i8, ptr addrspace(3) @test.bytes, align 1, !tbaa !11
  %conv = zext i8 %2 to i32
  %3 = load i32, ptr addrspace(3) getelementptr inbounds ([10 x i32], ptr addrspace(3) @test.words, i64 0, i64 1), align 4, !tbaa !3
  %add = add i32 %conv, %3
  %conv4 = zext i32 %add to i64
  %4 = load <16 x i64>, ptr addrspace(3) @test.wide, align 128
  %5 = extractelement <16 x i64> %4, i64 3
  %add5 = add i64 %conv4, %5
  %call6 = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #5
  %arrayidx7 = getelementptr inbounds nuw i64, ptr addrspace(1) %out, i64 %call6
  store i64 %add5, ptr addrspace(1) %arrayidx7, align 8, !tbaa !12
  ret void
}

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_local_idj(i32 noundef) #2

; Function Attrs: convergent nounwind
declare spir_func void @_Z7barrierj(i32 noundef) #3

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z13get_global_idj(i32 noundef) #2

attributes #0 = { convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #3 = { convergent nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #5 = { convergent nounwind willreturn memory(none) }
attributes #6 = { convergent nounwind }

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
!9 = !{!"ulong*"}
!10 = !{!""}
!11 = !{!5, !5, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"long", !5, i64 0}
