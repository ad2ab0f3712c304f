// A private array that is cleared, or copied from a table, at once: element by element, so that the lanes' elements lie side by side.
// RUN: %cl %s | heddle-opt --kernel bins --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel table --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s

// CHECK: width {{8|16}} along dimension 0
// CHECK: memory: {{[0-9]+}} contiguous, 0 strided
kernel void bins(global float* out, global const float* in, int n) {
  float counts[256] = {0};
  int x = get_global_id(0);
  for (int y = 0; y < 16; ++y) counts[(uint)in[y * n + x] & 255]++;
  float sum = 0;
  for (int i = 0; i < 256; ++i) sum = sum * 0.5f + counts[i];
  out[x] = sum;
}

constant float values[100] = {1, 2, 3, 5, [50] = 7};
kernel void table(global float* out, global const float* in, int n) {
  float mine[100];
  for (int i = 0; i < 100; ++i) mine[i] = values[i];
  int x = get_global_id(0);
  mine[(uint)in[x] % 100] += 3;
  float sum = 0;
  for (int i = 0; i < 100; ++i) sum = sum * 0.5f + mine[i];
  out[x] = sum;
}
