; SPDX-License-Identifier: Apache-2.0
; SPIR 1.2 as its compilers wrote it: kernels in a list of metadata, qualifiers before address
; spaces in mangled names. out[i] = in[2 * i] + in[2 * i + 1].
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-v16:16:16-v24:32:32-v32:32:32-v48:64:64-v64:64:64-v96:128:128-v128:128:128-v192:256:256-v256:256:256-v512:512:512-v1024:1024:1024"
target triple = "spir64-unknown-unknown"

define spir_kernel void @pairs(float addrspace(1)* %in, float addrspace(1)* %out) nounwind {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %v = call spir_func <2 x float> @_Z6vload2mPKU3AS1f(i64 %i, float addrspace(1)* %in)
  %a = extractelement <2 x float> %v, i32 0
  %b = extractelement <2 x float> %v, i32 1
  %sum = fadd float %a, %b
  %to = getelementptr inbounds float, float addrspace(1)* %out, i64 %i
  store float %sum, float addrspace(1)* %to, align 4
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func <2 x float> @_Z6vload2mPKU3AS1f(i64, float addrspace(1)*)

!opencl.kernels = !{!0}
!opencl.spir.version = !{!7}
!opencl.ocl.version = !{!7}

!0 = !{void (float addrspace(1)*, float addrspace(1)*)* @pairs, !1, !2, !3, !4, !5, !6}
!1 = !{!"kernel_arg_addr_space", i32 1, i32 1}
!2 = !{!"kernel_arg_access_qual", !"none", !"none"}
!3 = !{!"kernel_arg_type", !"float*", !"float*"}
!4 = !{!"kernel_arg_base_type", !"float*", !"float*"}
!5 = !{!"kernel_arg_type_qual", !"const", !""}
!6 = !{!"kernel_arg_name", !"in", !"out"}
!7 = !{i32 1, i32 2}
