// What heddle-opt takes of LLVM's options: a pass that is left out, passes in LLVM's syntax, how far, and what is printed.
// RUN: %cl %s | heddle-opt --kernel test --features=+sse4.2,+avx2,+avx512f,+avx512bw,+avx512vl,+avx512dq - | FileCheck --check-prefix=ON %s
// RUN: %cl %s | heddle-opt --kernel test --features=+sse4.2,+avx2,+avx512f,+avx512bw,+avx512vl,+avx512dq --disable-pass ternary-logic - | FileCheck --check-prefix=OFF %s
// RUN: %cl %s | heddle-opt --kernel test --features=+sse4.2,+avx2,+avx512f,+avx512bw,+avx512vl,+avx512dq -opt-bisect-limit=0 - 2>&1 | FileCheck --check-prefix=OFF %s
// RUN: %cl %s | heddle-opt --kernel test -passes='drop-address-spaces,function(instcombine,restrict),narrow' -print-after=narrow - 2>&1 \
// RUN:   | FileCheck --check-prefix=PRINTED %s
// RUN: heddle-opt --list-passes | FileCheck --check-prefix=LIST %s
// ON: llvm.x86.avx512.pternlog
// OFF-NOT: llvm.x86.avx512.pternlog
// PRINTED: IR Dump After narrow
// LIST: drop-unused{{.*}}required
// LIST: ternary-logic{{.*}}optional
kernel void test(global int* a, global int* b, global int* c) {
  size_t i = get_global_id(0);
  a[i] = (a[i] & b[i]) ^ (c[i] | ~b[i]);
}
