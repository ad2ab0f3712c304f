// SPDX-License-Identifier: Apache-2.0
// What built-ins ask of an image is read once, at the kernel's beginning; what a variant knows is
// not read at all, and leaves one way to load an element.
// RUN: %cl %s | heddle-opt --kernel copy --until optimize-work-item - | FileCheck %s --check-prefix=ANY
// RUN: %cl %s | heddle-opt --kernel copy --until optimize-work-item --image 0:0x10b5:0x10d2:4 \
// RUN:   --image 1:0x10b5:0x10d2:4 - | FileCheck %s --check-prefix=KNOWN
// RUN: %cl %s | heddle-opt --kernel copy --image 0:0x10b5:0x10d2:4 --image 1:0x10b5:0x10d2:4 \
// RUN:   --features +avx512f,+avx512bw,+avx512vl,+avx512dq,+avx2,+fma - \
// RUN:   | FileCheck %s --check-prefix=WIDE
// RUN: %cl %s | heddle-opt --kernel sampled --until optimize-work-item --sampler 1:0x10 - \
// RUN:   | FileCheck %s --check-prefix=SAMPLER

// ANY-LABEL: define {{.*}} @copy(
// ANY: load i32, ptr %{{.*}}, !invariant.load
// ANY: switch i32
// ANY: load i16
// ANY-NOT: __hd_image

// KNOWN-LABEL: define {{.*}} @copy(
// KNOWN-NOT: switch
// KNOWN-NOT: __hd_image
// KNOWN: store i32

// Whole pixels, contiguous in both images.
// WIDE-NOT: gather
// WIDE: call <16 x i32> @llvm.masked.load.v16i32
// WIDE-NOT: scatter
// WIDE: call void @llvm.masked.store.v16i32
// WIDE-NOT: gather
kernel void copy(write_only image2d_t out, read_only image2d_t in) {
  int2 p = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, p, read_imagef(in, p));
}

// A known sampler leaves nothing of its kinds: one element, no fraction.
// SAMPLER-LABEL: define {{.*}} @sampled(
// SAMPLER-NOT: fadd float %{{.*}}, -5.000000e-01
// SAMPLER: fptosi float
// SAMPLER: ret void
kernel void sampled(read_only image2d_t in, sampler_t s, global float4* out, float2 p) {
  out[get_global_id(0)] = read_imagef(in, s, p * (float)get_global_id(0));
}
