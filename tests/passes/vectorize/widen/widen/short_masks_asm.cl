// Without masks of bytes: what active lanes have on one page is read at once, whichever lanes are active. What is stored under a
// mask is stored plainly where all lanes are active, with AVX2's slow instruction only where not all are.
// RUN: %cl %s | heddle-opt --kernel letters --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=LOAD %s
// RUN: %cl %s | heddle-opt --kernel numbers --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=STORE %s
// RUN: %cl %s | heddle-opt --kernel numbers --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=MASKS %s

// LOAD-LABEL: heddle_kernel:
// LOAD: andl $4095,
// LOAD: cmp{{[lq]}} ${{[0-9]+}},
kernel void letters(global uint* out, global const uchar* text, uint length) {
  size_t i = get_global_id(0);
  uint k = 0;
  while (k < length && text[i + k] == 'a' + k) ++k;
  out[i] = k;
}

// STORE-LABEL: heddle_kernel:
// STORE: vmovups %ymm{{[0-9]+}}, (%{{r[a-z0-9]+}})
// STORE: vmovups (%{{r[a-z0-9]+}},%{{r[a-z0-9]+}},4), %ymm
// STORE: vtestps
// STORE: jb .LBB
// STORE: vmaskmovps %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, (%{{r[a-z0-9]+}})
// MASKS-LABEL: heddle_kernel:
// MASKS: vmov{{[a-z0-9]+}} %zmm{{[0-9]+}}, {{.*}}{%k{{[0-9]}}}
kernel void numbers(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  if (in[i] > 0.5f) out[i] = in[i] * 2;
}
