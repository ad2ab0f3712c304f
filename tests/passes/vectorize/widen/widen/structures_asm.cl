// Structures of neighbours: whole loads and a few shuffles, nothing for one lane at a time; a mask only after the last
// full vector.
// RUN: %cl %s | heddle-opt --kernel vector --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=AVX2 %s
// RUN: %cl %s | heddle-opt --kernel vector --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=AVX512 %s
// RUN: %cl %s | heddle-opt --kernel packed --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=PACKED %s
// RUN: %cl %s | heddle-opt --kernel triples --until widen --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=TRIPLES %s

// AVX2-LABEL: heddle_kernel:
// AVX2-NOT: {{gather|vinsertps|vextractps}}
// AVX2-COUNT-4: vinsertf128 $1, {{.*}}(%r
// AVX2-COUNT-8: vunpck{{[lh]}}ps
// AVX2-NOT: {{vunpck|vshufps}}
// AVX2: vmulps
// AVX2-NOT: {{gather|vinsertps|vextractps}}

// AVX512-LABEL: heddle_kernel:
// AVX512-NOT: gather
// AVX512-COUNT-8: vpermt2ps
// AVX512: vmulps
// AVX512-NOT: scatter
kernel void vector(global const float4* in, global float* out) {
  size_t i = get_global_id(0);
  float4 v = in[i];
  out[i] = v.x * v.y + v.z * v.w;
}

typedef struct { float x, y, z; } packed_t;

// PACKED-LABEL: heddle_kernel:
// PACKED-NOT: {{gather|scatter}}
// PACKED-COUNT-3: vmovups {{.*}}(%r{{.*}}), %zmm{{[0-9]+$}}
// PACKED-COUNT-6: vpermt2ps
// PACKED: vmulps
// PACKED: vpermt2ps
// PACKED-COUNT-3: vmovups %zmm{{[0-9]+}}, {{.*}}){{$}}
// PACKED-NOT: {{gather|scatter}}
kernel void packed(global const packed_t* in, global packed_t* out) {
  size_t i = get_global_id(0);
  packed_t v = in[i];
  out[i] = (packed_t){v.x * v.y, v.y * v.z, v.z * v.x};
}

// Each member is put in order once; then each store takes elements from their places.
// TRIPLES-LABEL: @triples(
// TRIPLES: [[A:%.*]] = shufflevector <8 x float> {{%.*}}, <8 x float> poison, <8 x i32> <i32 0, i32 3, i32 2, i32 1, i32 4, i32 7, i32 6, i32 5>
// TRIPLES: [[B:%.*]] = shufflevector <8 x float> {{%.*}}, <8 x float> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
// TRIPLES: [[C:%.*]] = shufflevector <8 x float> {{%.*}}, <8 x float> poison, <8 x i32> <i32 2, i32 1, i32 0, i32 3, i32 6, i32 5, i32 4, i32 7>
// TRIPLES: [[AB:%.*]] = shufflevector <8 x float> [[A]], <8 x float> [[B]], <8 x i32> <i32 0, i32 9, i32 poison, i32 3, i32 4, i32 13, i32 poison, i32 7>
// TRIPLES: shufflevector <8 x float> [[AB]], <8 x float> [[C]], <8 x i32> <i32 0, i32 1, i32 10, i32 3, i32 4, i32 5, i32 14, i32 7>
kernel void triples(global float* out, global const float* a, global const float* b, global const float* c) {
  size_t i = get_global_id(0);
  out[3 * i] = a[i];
  out[3 * i + 1] = b[i];
  out[3 * i + 2] = c[i];
}
