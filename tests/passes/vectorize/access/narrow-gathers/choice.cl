// Bytes that lie anywhere: gathers of the words around them, or scalar loads.
// RUN: %cl %s | heddle-opt --kernel look_up --until widen --report -pass-remarks=widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=CHECK %s
// RUN: %cl %s | heddle-opt --kernel look_up --until widen --report -pass-remarks=widen --disable-pass narrow-gathers --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   2>&1 >/dev/null | FileCheck --check-prefix=OFF %s

// CHECK: load i8 masked: narrow
// OFF: load i8 masked: lane by lane
kernel void look_up(global uchar* out, global const uchar* in, global const int* index) {
  int i = get_global_id(0), k = index[i];
  if (k > 0) out[i] = in[k];
}
