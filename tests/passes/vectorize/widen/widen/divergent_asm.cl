// A divergent loop runs on whole vectors while any lane is in it.
// RUN: %cl %s | heddle-opt --kernel mandelbrot --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=AVX512 %s
// RUN: %cl %s | heddle-opt --kernel mandelbrot --emit asm --features=+sse4.2,+avx2,+fma - \
// RUN:   | FileCheck --check-prefix=AVX2 %s

// AVX512-LABEL: heddle_kernel:
// AVX512: vcmp{{[a-z]+}}ps {{.*}}%zmm{{[0-9]+}}, %k
// AVX512: {{kortest|ktest|kmov}}
// AVX512: j{{n?e|n?b|ae?|n?z}} .LBB
// AVX2-LABEL: heddle_kernel:
// AVX2: vcmp{{[a-z]+}}ps {{.*}}%ymm
// AVX2: {{vmovmskps|vtestps|vptest|vpmovmskb}}
kernel void mandelbrot(global uint* out, float left, float top, float step, uint limit) {
  int x = get_global_id(0), y = get_global_id(1);
  float cx = left + x * step, cy = top + y * step, zx = 0, zy = 0;
  uint count = 0;
  while (count < limit && zx * zx + zy * zy < 4.0f) {
    float next = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = next;
    ++count;
  }
  out[y * get_global_size(0) + x] = count;
}
