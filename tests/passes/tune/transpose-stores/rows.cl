// A tile that is turned on the way into local memory: the vectors of four neighbours in y go side by side, shuffles turn
// their elements, and each row is written 16 bytes at a time. Not where neighbours in y lie apart.
// RUN: %cl -DT=float %s | heddle-opt --kernel turned --features=+sse4.2,+avx2,+fma --local-size 8,32,1 --uniform-groups \
// RUN:   --until transpose-stores - | FileCheck --check-prefixes=FLOAT,ALL %s
// RUN: %cl -DT=double %s | heddle-opt --kernel turned --features=+sse4.2,+avx2,+fma --local-size 8,32,1 --uniform-groups \
// RUN:   --until transpose-stores - | FileCheck --check-prefixes=DOUBLE,ALL %s
// RUN: %cl -DT=float -DSTEP=2 %s | heddle-opt --kernel turned --features=+sse4.2,+avx2,+fma --local-size 8,32,1 --uniform-groups \
// RUN:   --until transpose-stores - | FileCheck --check-prefix=APART %s
#ifndef STEP
#define STEP 1
#endif
#define PITCH (32 * STEP + 1)

// ALL-LABEL: define void @heddle_kernel(
// FLOAT-COUNT-8: %turned{{.*}} = shufflevector <8 x float>
// FLOAT-COUNT-8: store <4 x float>
// DOUBLE: store <2 x double>
// ALL-NOT: store {{float|double}}
// APART-NOT: %turned
// APART: store float
kernel void turned(global T* out, global const T* in, int n) {
  local T tile[8 * PITCH];
  int x = get_local_id(0), y = get_local_id(1);
  int row = get_global_id(1) * n + get_global_id(0);
  tile[x * PITCH + y * STEP] = in[row] * in[row + n] - in[row + 2 * n];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[row] = tile[y / 4 * PITCH] + tile[0] + in[row + 3 * n];
}
