// Bytes and words that lie anywhere: gathers of the 32 bits around them where lanes are left out, else scalar loads. Numbers of 32 bits
// stay such.
// RUN: %cl %s | heddle-opt --kernel bytes --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=ALL %s
// RUN: %cl %s | heddle-opt --kernel words --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel far --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=FAR %s
// RUN: %cl %s | heddle-opt --kernel some --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel bytes --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=ALL %s

// CHECK-LABEL: heddle_kernel:
// CHECK: vpgatherdd
// CHECK: vpsrlvd
// CHECK-NOT: vpinsrb
// ALL-LABEL: heddle_kernel:
// ALL-NOT: gather
// ALL: vpinsrb
kernel void bytes(global uchar* out, global const uchar* in, global const int* index) {
  int i = get_global_id(0);
  out[i] = in[index[i]];
}

kernel void words(global ushort* out, global const ushort* in, global const uint* index) {
  uint i = get_global_id(0), k = index[i];
  if (k > 0) out[i] = in[k];
}

// FAR-LABEL: heddle_kernel:
// FAR: vpgatherqd
// FAR: vpsrlvd
kernel void far(global uchar* out, global const uchar* in, global const ulong* index) {
  int i = get_global_id(0);
  ulong k = index[i];
  if (k > 0) out[i] = in[k];
}

kernel void some(global int* out, global const uchar* in, global const int* index) {
  int i = get_global_id(0), k = index[i];
  if (k > 0) out[i] = in[k];
}
