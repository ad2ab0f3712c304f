// Indices that begin anew, and clamped ones of short vectors: the first and the last lane are asked, then it is one
// contiguous access; gathers and scatters are elsewhere.
// RUN: for k in rest and_mask select subtract pixels rows; do %cl %s | heddle-opt --kernel $k --until widen --report --features=+sse4.2,+avx2,+fma -; done 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel rest --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=ASM %s

// CHECK: memory: 3 contiguous, 0 strided, 0 gathers, 0 scatters
// ASM-LABEL: heddle_kernel:
// ASM: vmovups {{.*}}(%{{.*}}%zmm
// ASM: v{{addps|fmadd...ps}} {{.*}}%zmm
// ASM: .Lfunc_end0:
kernel void rest(global float* out, global const float* in) {
  uint i = get_global_id(0), n = get_global_size(0);
  out[i] = in[(i + n - 1) % n] + in[(i + 1) % n];
}

// CHECK: memory: 3 contiguous, 0 strided, 0 gathers, 0 scatters
kernel void and_mask(global float* out, global const float* in, int n, int head) {
  int i = get_global_id(0);
  out[(i + head) & (n - 1)] = in[(i - 1) & (n - 1)] + in[(i + 1) & 1023];
}

// CHECK: memory: 4 contiguous, 0 strided, 0 gathers, 0 scatters
kernel void select(global float* out, global const float* in, int n) {
  int i = get_global_id(0), left = i == 0 ? n - 1 : i - 1, right = i + 1 < n ? i + 1 : 0;
  out[i] = in[left] + in[right] + in[abs(i - 5)];
}

// CHECK: memory: 3 contiguous, 0 strided, 0 gathers, 0 scatters
kernel void subtract(global float* out, global const float* in, int n, int shift) {
  int i = get_global_id(0), left = i - shift;
  if (left < 0) left += n;
  uint right = (uint)i + shift;
  if (right >= (uint)n) right -= n;
  out[i] = in[left] + in[right];
}

// CHECK: memory: 3 contiguous, 0 strided, 0 gathers, 0 scatters
kernel void pixels(global float4* out, global const uchar4* in, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  int left = clamp(x - 1, 0, width - 1), right = clamp(x + 1, 0, width - 1);
  out[y * width + left] = convert_float4(in[y * width + left]) - convert_float4(in[y * width + right]);
}

// CHECK: memory: 2 contiguous, 0 strided, 0 gathers, 0 scatters
kernel void rows(global float* out, global const float* in, int width, uint pitch) {
  int i = get_global_id(0), x = i % width;
  uint y = (uint)i >> 8;
  out[y * pitch + x] = in[i / width * pitch + x + 1];
}
