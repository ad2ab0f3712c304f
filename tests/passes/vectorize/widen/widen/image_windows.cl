// SPDX-License-Identifier: Apache-2.0
// Where the lanes read along one row of an image, its elements are loaded as they lie, if they are
// near enough to each other; where each lane has a row of its own, that is not tried.
// RUN: %cl -DROW=y %s | heddle-opt --kernel along --until widen \
// RUN:   --features +avx512f,+avx512bw,+avx512vl,+avx512dq,+avx2,+fma --image 1:0x10b5:0x10d2:4 - \
// RUN:   | FileCheck %s --check-prefix=ROW
// RUN: %cl -DROW=x %s | heddle-opt --kernel along --until widen \
// RUN:   --features +avx512f,+avx512bw,+avx512vl,+avx512dq,+avx2,+fma --image 1:0x10b5:0x10d2:4 - \
// RUN:   | FileCheck %s --check-prefix=OWN
// RUN: %cl -DROW=y %s | heddle-opt --kernel along --until widen \
// RUN:   --features +avx512f,+avx512bw,+avx512vl,+avx512dq,+avx512vbmi,+avx2,+fma \
// RUN:   --image 1:0x10b5:0x10d2:4 - | FileCheck %s --check-prefix=MIX

constant sampler_t linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

// Both rows of elements are read after one question.
// ROW: %[[ROW:.*]] = call <16 x i32> @llvm.masked.load
// ROW-NOT: br i1
// ROW-COUNT-4: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512
// ROW-NOT: pmaddw
// OWN-NOT: vpermi2var
// Pairs from anywhere, by numbers of 32 bits: no gather, but scalar loads.
// OWN: insertelement <16 x i64>
// OWN-NOT: vpermi2var
// MIX-COUNT-8: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512
kernel void along(global float4* out, read_only image2d_t in) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float2 p = (float2)(1.3f * x, 1.3f * ROW);
  out[y * get_global_size(0) + x] = read_imagef(in, linear, p);
}
