; SPDX-License-Identifier: Apache-2.0
; SPIR 1.2 with an image, which is a pointer to an opaque type, and a sampler, which is an integer.
; out[i] = the red of the texel (i, 0).
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024"
target triple = "spir64-unknown-unknown"

%opencl.image2d_t = type opaque

define spir_kernel void @texels(%opencl.image2d_t addrspace(1)* %image, i32 %sampler, float addrspace(1)* %out) nounwind {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %x = trunc i64 %i to i32
  %at = insertelement <2 x i32> zeroinitializer, i32 %x, i32 0
  %texel = call spir_func <4 x float> @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_i(%opencl.image2d_t addrspace(1)* %image, i32 %sampler, <2 x i32> %at)
  %red = extractelement <4 x float> %texel, i32 0
  %to = getelementptr inbounds float, float addrspace(1)* %out, i64 %i
  store float %red, float addrspace(1)* %to, align 4
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func <4 x float> @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_i(%opencl.image2d_t addrspace(1)*, i32, <2 x i32>)

!opencl.kernels = !{!0}
!opencl.spir.version = !{!7}
!opencl.ocl.version = !{!7}

!0 = !{void (%opencl.image2d_t addrspace(1)*, i32, float addrspace(1)*)* @texels, !1, !2, !3, !4, !5, !6}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 0, i32 1}
!2 = !{!"kernel_arg_access_qual", !"read_only", !"none", !"none"}
!3 = !{!"kernel_arg_type", !"image2d_t", !"sampler_t", !"float*"}
!4 = !{!"kernel_arg_base_type", !"image2d_t", !"sampler_t", !"float*"}
!5 = !{!"kernel_arg_type_qual", !"", !"", !""}
!6 = !{!"kernel_arg_name", !"image", !"sampler", !"out"}
!7 = !{i32 1, i32 2}
