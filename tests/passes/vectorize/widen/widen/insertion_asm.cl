// A private array is read without the mask of the lanes that are left in a loop, and written without masked stores, from
// which nothing is forwarded: no iteration of the loop waits for the memory of the one before.
// RUN: %cl %s | heddle-opt --kernel insertion --emit asm \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck %s

// CHECK-LABEL: heddle_kernel:
// CHECK-NOT: {{sp.*%zmm.*[{]z[}]}}
// CHECK: vpmaxsd
// CHECK-NOT: {{vmov.*%zmm[0-9]+, .*sp.*[{]%k}}
// CHECK: kandn
// CHECK: ret
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void insertion(global int* out, global const int* in) {
  size_t item = get_global_id(0), n = get_global_size(0);
  int values[16];
  for (int k = 0; k < 16; ++k) {
    int value = in[k * n + item], at = k;
    while (at > 0 && values[at - 1] > value) {
      values[at] = values[at - 1];
      --at;
    }
    values[at] = value;
  }
  for (int k = 0; k < 16; ++k) out[k * n + item] = values[k];
}
