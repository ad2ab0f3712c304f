// Elements of an image along a row: two vectors and a permutation if they hold all, or a gather always.
// RUN: %cl %s | heddle-opt --kernel along --until widen --report -pass-remarks=widen --image 1:0x10b5:0x10d2:4 --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel along --until widen --report -pass-remarks=widen --disable-pass two-register-permute --image 1:0x10b5:0x10d2:4 --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: two-register permute
// OFF-NOT: two-register permute
// OFF: {{gather|lane by lane|structure}}
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void along(global float4* out, read_only image2d_t in) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = read_imagef(in, nearest, (float2)(1.3f * x, 1.3f * y));
}
