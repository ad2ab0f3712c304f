; SPDX-License-Identifier: Apache-2.0
; SPIR 1.2 as its compilers wrote it: images are types without access, samplers numbers, and shift counts are not masked.
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024"
target triple = "spir64-unknown-unknown"

%opencl.image1d_t = type opaque
%opencl.image1d_array_t = type opaque
%opencl.image1d_buffer_t = type opaque
%opencl.image2d_t = type opaque
%opencl.image2d_array_t = type opaque
%opencl.image3d_t = type opaque

; out[i] = the texel at (i, 0)
define spir_kernel void @sampled(%opencl.image2d_t addrspace(1)* %in, i32 %sampler, float addrspace(1)* %out) nounwind {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %i to i32
  %at = insertelement <2 x i32> zeroinitializer, i32 %x, i32 0
  %v = call spir_func <4 x float> @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_i(%opencl.image2d_t addrspace(1)* %in, i32 %sampler, <2 x i32> %at)
  %r = extractelement <4 x float> %v, i32 0
  %to = getelementptr inbounds float, float addrspace(1)* %out, i64 %i
  store float %r, float addrspace(1)* %to, align 4
  ret void
}

; A kernel is a function for other kernels. The sampler is CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST.
define spir_kernel void @calls(%opencl.image2d_t addrspace(1)* %in, float addrspace(1)* %out) nounwind {
  call spir_kernel void @sampled(%opencl.image2d_t addrspace(1)* %in, i32 18, float addrspace(1)* %out)
  ret void
}

; Element 1 of an image of each kind; then what was read goes into an image.
define spir_kernel void @kinds(%opencl.image1d_t addrspace(1)* %a, %opencl.image1d_array_t addrspace(1)* %b, %opencl.image1d_buffer_t addrspace(1)* %c, %opencl.image2d_array_t addrspace(1)* %d, %opencl.image3d_t addrspace(1)* %e, %opencl.image2d_t addrspace(1)* %out) nounwind {
  %va = call spir_func <4 x float> @_Z11read_imagef11ocl_image1d11ocl_sampleri(%opencl.image1d_t addrspace(1)* %a, i32 18, i32 1)
  %vb = call spir_func <4 x float> @_Z11read_imagef16ocl_image1darray11ocl_samplerDv2_i(%opencl.image1d_array_t addrspace(1)* %b, i32 18, <2 x i32> <i32 1, i32 0>)
  %vc = call spir_func <4 x float> @_Z11read_imagef17ocl_image1dbufferi(%opencl.image1d_buffer_t addrspace(1)* %c, i32 1)
  %vd = call spir_func <4 x float> @_Z11read_imagef16ocl_image2darray11ocl_samplerDv4_i(%opencl.image2d_array_t addrspace(1)* %d, i32 18, <4 x i32> <i32 1, i32 0, i32 0, i32 0>)
  %ve = call spir_func <4 x float> @_Z11read_imagef11ocl_image3d11ocl_samplerDv4_i(%opencl.image3d_t addrspace(1)* %e, i32 18, <4 x i32> <i32 1, i32 0, i32 0, i32 0>)
  call spir_func void @_Z12write_imagef11ocl_image2dDv2_iDv4_f(%opencl.image2d_t addrspace(1)* %out, <2 x i32> <i32 0, i32 0>, <4 x float> %va)
  call spir_func void @_Z12write_imagef11ocl_image2dDv2_iDv4_f(%opencl.image2d_t addrspace(1)* %out, <2 x i32> <i32 1, i32 0>, <4 x float> %vb)
  call spir_func void @_Z12write_imagef11ocl_image2dDv2_iDv4_f(%opencl.image2d_t addrspace(1)* %out, <2 x i32> <i32 2, i32 0>, <4 x float> %vc)
  call spir_func void @_Z12write_imagef11ocl_image2dDv2_iDv4_f(%opencl.image2d_t addrspace(1)* %out, <2 x i32> <i32 3, i32 0>, <4 x float> %vd)
  call spir_func void @_Z12write_imagef11ocl_image2dDv2_iDv4_f(%opencl.image2d_t addrspace(1)* %out, <2 x i32> <i32 4, i32 0>, <4 x float> %ve)
  ret void
}

; shifted = {by << by, -by >> by, (unsigned)-by >> by}; long = by << by in 64 bits
define spir_kernel void @shifts(i32 %by, i32 addrspace(1)* %shifted, i64 addrspace(1)* %long) nounwind {
  %minus = sub i32 0, %by
  %l = shl i32 %by, %by
  %a = ashr i32 %minus, %by
  %u = lshr i32 %minus, %by
  store i32 %l, i32 addrspace(1)* %shifted, align 4
  %p1 = getelementptr i32, i32 addrspace(1)* %shifted, i64 1
  store i32 %a, i32 addrspace(1)* %p1, align 4
  %p2 = getelementptr i32, i32 addrspace(1)* %shifted, i64 2
  store i32 %u, i32 addrspace(1)* %p2, align 4
  %wide = zext i32 %by to i64
  %w = shl i64 %wide, %wide
  store i64 %w, i64 addrspace(1)* %long, align 8
  ret void
}

; out[0] = table[1], where no qualifier says that constant memory is const
define spir_kernel void @lookup(float addrspace(2)* %table, float addrspace(1)* %out) nounwind {
  %from = getelementptr float, float addrspace(2)* %table, i64 1
  %v = load float, float addrspace(2)* %from, align 4
  store float %v, float addrspace(1)* %out, align 4
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func <4 x float> @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_i(%opencl.image2d_t addrspace(1)*, i32, <2 x i32>)
declare spir_func <4 x float> @_Z11read_imagef11ocl_image1d11ocl_sampleri(%opencl.image1d_t addrspace(1)*, i32, i32)
declare spir_func <4 x float> @_Z11read_imagef16ocl_image1darray11ocl_samplerDv2_i(%opencl.image1d_array_t addrspace(1)*, i32, <2 x i32>)
declare spir_func <4 x float> @_Z11read_imagef17ocl_image1dbufferi(%opencl.image1d_buffer_t addrspace(1)*, i32)
declare spir_func <4 x float> @_Z11read_imagef16ocl_image2darray11ocl_samplerDv4_i(%opencl.image2d_array_t addrspace(1)*, i32, <4 x i32>)
declare spir_func <4 x float> @_Z11read_imagef11ocl_image3d11ocl_samplerDv4_i(%opencl.image3d_t addrspace(1)*, i32, <4 x i32>)
declare spir_func void @_Z12write_imagef11ocl_image2dDv2_iDv4_f(%opencl.image2d_t addrspace(1)*, <2 x i32>, <4 x float>)

!opencl.kernels = !{!0, !10, !20, !30, !40}
!opencl.spir.version = !{!7}
!opencl.ocl.version = !{!7}

!0 = !{void (%opencl.image2d_t addrspace(1)*, i32, float addrspace(1)*)* @sampled, !1, !2, !3, !4, !5, !6}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 0, i32 1}
!2 = !{!"kernel_arg_access_qual", !"read_only", !"none", !"none"}
!3 = !{!"kernel_arg_type", !"image2d_t", !"sampler_t", !"float*"}
!4 = !{!"kernel_arg_base_type", !"image2d_t", !"sampler_t", !"float*"}
!5 = !{!"kernel_arg_type_qual", !"", !"", !""}
!6 = !{!"kernel_arg_name", !"in", !"sampler", !"out"}
!7 = !{i32 1, i32 2}
!10 = !{void (%opencl.image2d_t addrspace(1)*, float addrspace(1)*)* @calls, !11, !12, !13, !14, !15}
!11 = !{!"kernel_arg_addr_space", i32 1, i32 1}
!12 = !{!"kernel_arg_access_qual", !"read_only", !"none"}
!13 = !{!"kernel_arg_type", !"image2d_t", !"float*"}
!14 = !{!"kernel_arg_base_type", !"image2d_t", !"float*"}
!15 = !{!"kernel_arg_type_qual", !"", !""}
!20 = !{void (%opencl.image1d_t addrspace(1)*, %opencl.image1d_array_t addrspace(1)*, %opencl.image1d_buffer_t addrspace(1)*, %opencl.image2d_array_t addrspace(1)*, %opencl.image3d_t addrspace(1)*, %opencl.image2d_t addrspace(1)*)* @kinds, !21, !22, !23, !24, !25}
!21 = !{!"kernel_arg_addr_space", i32 1, i32 1, i32 1, i32 1, i32 1, i32 1}
!22 = !{!"kernel_arg_access_qual", !"read_only", !"read_only", !"read_only", !"read_only", !"read_only", !"write_only"}
!23 = !{!"kernel_arg_type", !"image1d_t", !"image1d_array_t", !"image1d_buffer_t", !"image2d_array_t", !"image3d_t", !"image2d_t"}
!24 = !{!"kernel_arg_base_type", !"image1d_t", !"image1d_array_t", !"image1d_buffer_t", !"image2d_array_t", !"image3d_t", !"image2d_t"}
!25 = !{!"kernel_arg_type_qual", !"", !"", !"", !"", !"", !""}
!30 = !{void (i32, i32 addrspace(1)*, i64 addrspace(1)*)* @shifts, !31, !32, !33, !34, !35}
!31 = !{!"kernel_arg_addr_space", i32 0, i32 1, i32 1}
!32 = !{!"kernel_arg_access_qual", !"none", !"none", !"none"}
!33 = !{!"kernel_arg_type", !"uint", !"int*", !"ulong*"}
!34 = !{!"kernel_arg_base_type", !"uint", !"int*", !"ulong*"}
!35 = !{!"kernel_arg_type_qual", !"", !"", !""}
!40 = !{void (float addrspace(2)*, float addrspace(1)*)* @lookup, !41, !42, !43, !44, !45}
!41 = !{!"kernel_arg_addr_space", i32 2, i32 1}
!42 = !{!"kernel_arg_access_qual", !"none", !"none"}
!43 = !{!"kernel_arg_type", !"float*", !"float*"}
!44 = !{!"kernel_arg_base_type", !"float*", !"float*"}
!45 = !{!"kernel_arg_type_qual", !"", !""}
