// A pointer that a loop moves by rows (OpenCV's kernels), from an index of 32 bits: each row is one access; not where an
// unsigned number may have wrapped for lanes that are inactive.
// RUN: %cl %s | heddle-opt --kernel rows --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=ROWS %s
// RUN: %cl %s | heddle-opt --kernel guarded --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck %s
// RUN: %cl %s | heddle-opt --kernel unsigned_rows --until widen --report --features=+sse4.2,+avx2,+fma - 2>&1 \
// RUN:   | FileCheck --check-prefix=GATHERS %s

// ROWS: memory: 2 contiguous, 0 strided, 0 gathers
kernel void rows(global int* out, global const int* in, int pitch, int height, int from) {
  int x = get_global_id(0), at = mad24(x, 4, from), sum = 0;
  global const uchar* row = (global const uchar*)in + at;
  for (int y = 0; y < height; ++y, row += pitch) sum += *(global const int*)row;
  out[x] = sum;
}

// CHECK: memory: {{[2-9]}} contiguous, 0 strided, 0 gathers
kernel void guarded(global int* out, global const int* in, int pitch, int height, int from, int width) {
  int x = (int)get_global_id(0) - 1, at = mad24(x, 4, from), sum = 0;
  global const uchar* row = (global const uchar*)in + at;
  if (x >= 0 && x < width) {
    for (int y = 0; y < height; ++y, row += pitch) sum += *(global const int*)row;
    out[x] = sum;
  }
}

// Where lanes are inactive in the loop, lane 0 may be 4 GB away.
// GATHERS: memory: {{[1-9]}} contiguous, 0 strided, 1 gathers
kernel void unsigned_rows(global int* out, global const int* in, uint pitch, uint height, uint from, uint width) {
  uint x = (uint)get_global_id(0) - 1, at = x * 4 + from, sum = 0;
  global const uchar* row = (global const uchar*)in + at;
  if (x < width) {
    for (uint y = 0; y < height; ++y, row += pitch) sum += *(global const int*)row;
    out[x] = sum;
  }
}
