source_filename = "divergent 251"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; Function Attrs: convergent norecurse nounwind
define dso_local spir_kernel void @mandelbrot(ptr addrspace(1) noundef align 4 %out, float noundef %left, float noundef %top, float noundef %step, i32 noundef %limit) #0 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  call spir_func void @__clang_ocl_kern_imp_mandelbrot(ptr addrspace(1) noundef align 4 %out, float noundef %left, float noundef %top, float noundef %step, i32 noundef %limit) #5
  ret void
}

; Function Attrs: alwaysinline convergent norecurse nounwind
define dso_local spir_func void @__clang_ocl_kern_imp_mandelbrot(ptr addrspace(1) noundef align 4 %out, float noundef %left, float noundef %top, float noundef %step, i32 noundef %limit) #1 !kernel_arg_addr_space !7 !kernel_arg_access_qual !8 !kernel_arg_type !9 !kernel_arg_base_type !9 !kernel_arg_type_qual !10 {
entry:
  %call = call spir_func i64 @_Z13get_global_idj(i32 noundef 0) #6
  %conv = trunc i64 %call to i32
  %call1 = call spir_func i64 @_Z13get_global_idj(i32 noundef 1) #6
  %conv2 = trunc i64 %call1 to i32
  %conv3 = sitofp i32 %conv to float
  %0 = call float @llvm.fmuladd.f32(float %conv3, float %step, float %left)
  %conv4 = sitofp i32 %conv2 to float
  %1 = call float @llvm.fmuladd.f32(float %conv4, float %step, float %top)
  br label %while.cond

while.cond:                                       ; preds = %while.body, %entry
  %zx.0 = phi float [ 0.000000e+00, %entry ], [ %add, %while.body ]
  %zy.0 = phi float [ 0.000000e+00, %entry ], [ %5, %while.body ]
  %count.0 = phi i32 [ 0, %entry ], [ %inc, %while.body ]
  %cmp = icmp ult i32 %count.0, %limit
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %mul6 = fmul float %zy.0, %zy.0
  %2 = call float @llvm.fmuladd.f32(float %zx.0, float %zx.0, float %mul6)
  %cmp7 = fcmp olt float %2, 4.000000e+00
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %3 = phi i1 [ false, %while.cond ], [ %cmp7, %land.rhs ]
  br i1 %3, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %mul9 = fmul float %zy.0, %zy.0
  %neg = fneg float %mul9
  %4 = call float @llvm.fmuladd.f32(float %zx.0, float %zx.0, float %neg)
  %add = fadd float %4, %0
  %mul = fmul float 2.000000e+00, %zx.0
  %5 = call float @llvm.fmuladd.f32(float %mul, float %zy.0, float %1)
  %inc = add i32 %count.0, 1
  br label %while.cond

while.end:                                        ; preds = %land.end
  %conv11 = sext i32 %conv2 to i64
  %call12 = call spir_func i64 @_Z15get_global_sizej(i32 noundef 0) #6
  %mul13 = mul i64 %conv11, %call12
  %conv14 = sext i32 %conv to i64
  %add15 = add i64 %mul13, %conv14
  %arrayidx = getelementptr inbounds nuw i32, ptr addrspace(1) %out, i64 %add15
  store i32 %count.0, ptr addrspace(1) %arrayidx, align 4, !tbaa !3
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

; Function Attrs: convergent nounwind willreturn memory(none)
declare spir_func i64 @_Z15get_global_sizej(i32 noundef) #3

attributes #0 = { convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #1 = { alwaysinline convergent norecurse nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "uniform-work-group-size"="false" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { convergent nounwind "uniform-work-group-size"="false" }
attributes #6 = { convergent nounwind willreturn memory(none) }

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
!7 = !{i32 1, i32 0, i32 0, i32 0, i32 0}
!8 = !{!"none", !"none", !"none", !"none", !"none"}
!9 = !{!"uint*", !"float", !"float", !"float", !"uint"}
!10 = !{!"", !"", !"", !"", !""}
