// A kernel whose copies, initialisers and structures want memcpy and memset has no undefined symbol, optimised or not.
// RUN: %cl %s | heddle-opt --kernel test --emit asm - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel test --emit asm --features=+sse4.2 - | FileCheck %s
// CHECK: heddle_kernel:
// CHECK-NOT: mem{{cpy|set|move}}
typedef struct { int numbers[200]; } large_t;
kernel void test(global large_t* out, large_t large, uint n) {
  int zeros[300] = {0};
  int some[20] = {0};
  zeros[n] = 3;
  some[n % 20] = 4;
  for (uint i = 0; i < n; ++i) large.numbers[i] = 0;
  large.numbers[n] = zeros[n / 2] + some[n / 3 % 20];
  out[get_global_id(0)] = large;
}
