// Whether a number is a multiple of one that all lanes share: a product with its inverse, rotated and compared.
// RUN: %cl %s | heddle-opt --kernel words --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefixes=CHECK,WORDS %s
// RUN: %cl %s | heddle-opt --kernel longs --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefixes=CHECK,LONGS %s
// RUN: %cl %s | heddle-opt --kernel ids --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefixes=CHECK,WORDS %s
// RUN: %cl %s | heddle-opt --kernel divisors --emit asm --features=+sse4.2,+avx2,+fma - \
// RUN:   | FileCheck --check-prefix=LOOP %s

// CHECK-LABEL: heddle_kernel:
// CHECK-NOT: {{vcvt|vdiv|idiv}}
// WORDS: vpmulld
// LONGS: vpmullq
// CHECK-NOT: {{vcvt|vdiv|idiv}}
// WORDS: vprorvd
// LONGS: vprorvq
// CHECK-NOT: {{vcvt|vdiv|idiv}}
// CHECK: .Lfunc_end0:
kernel void words(global int* out, global const int* in, int n) {
  out[get_global_id(0)] = in[get_global_id(0)] % n != 0;
}
kernel void longs(global ulong* out, global const ulong* in, ulong n) {
  out[get_global_id(0)] = in[get_global_id(0)] % n == 0;
}
kernel void ids(global uint* out, ulong n) {
  out[get_global_id(0)] = get_global_id(0) % n == 0;
}

// By another number in each iteration: without rotations a reciprocal in double is less work than an inverse. One instruction puts
// the quotients in order.
// LOOP-LABEL: heddle_kernel:
// LOOP-NOT: divl
// LOOP: vdivsd
// LOOP-NOT: vroundpd
// LOOP: {{vfmadd...pd}}
// LOOP-NOT: vpermpd
// LOOP: vshufps $136
// LOOP-NOT: vpermpd
// LOOP: vpmulld
kernel void divisors(global uint* out, uint n) {
  uint number = out[get_global_id(0)], count = 0;
  for (uint k = 2; k < n; ++k) count += number % k == 0;
  out[get_global_id(0)] = count;
}
