// Loops that lanes leave at different times: one register where no iteration waits for the one before, two where it does, and four
// where that and the registers suffice. Loops along private arrays are short: two registers, if the arrays are small.
// RUN: %cl %s | heddle-opt --kernel search --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W8 %s
// RUN: %cl %s | heddle-opt --kernel orbit --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel orbit --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null | FileCheck --check-prefix=W64 %s
// RUN: %cl %s | heddle-opt --kernel many --report \
// RUN:   --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 >/dev/null | FileCheck --check-prefix=W32 %s
// RUN: %cl %s | heddle-opt --kernel small_sort --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W16 %s
// RUN: %cl %s | heddle-opt --kernel large_sort --report --features=+sse4.2,+avx2,+fma - 2>&1 >/dev/null \
// RUN:   | FileCheck --check-prefix=W8 %s

// W8: width 8 along dimension 0
// W16: width 16 along dimension 0
// W32: width 32 along dimension 0
// W64: width 64 along dimension 0

// Whether a number is a multiple of another one does not wait for what was asked before.
kernel void search(global uint* out, uint first) {
  uint n = first + get_global_id(0), found = 0;
  for (uint d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      found = d;
      break;
    }
  }
  out[get_global_id(0)] = found;
}

kernel void orbit(global uint* out, float step, uint limit) {
  float c = get_global_id(0) * step, r = 0, i = 0;
  uint count = 0;
  while (count < limit && r * r + i * i <= 4.0f) {
    float next = r * r - i * i + c;
    i = 2 * r * i + c;
    r = next;
    ++count;
  }
  out[get_global_id(0)] = count;
}

// More values than four registers each would leave room for.
kernel void many(global float* out, float step) {
  float a = get_global_id(0) * step, b = a + 1, c = a + 2, d = a + 3, e = a + 4, f = a + 5, g = a + 6, h = a + 7, i = a + 8;
  while (a < 1000) {
    float t = a * b + c;
    a = t * d + e;
    b = c + f;
    c = d + g;
    d = e + h;
    e = f;
    f = g;
    g = h;
    h = i;
    i = t;
  }
  out[get_global_id(0)] = a + b + c + d + e + f + g + h + i;
}

void sort(int* sorted, int size, global int* out, global const int* in) {
  size_t item = get_global_id(0), n = get_global_size(0);
  for (int k = 0; k < size; ++k) {
    int value = in[k * n + item], at = k;
    while (at > 0 && sorted[at - 1] > value) {
      sorted[at] = sorted[at - 1];
      --at;
    }
    sorted[at] = value;
  }
  for (int k = 0; k < size; ++k) out[k * n + item] = sorted[k];
}
kernel void small_sort(global int* out, global const int* in) {
  int sorted[16];
  sort(sorted, 16, out, in);
}
kernel void large_sort(global int* out, global const int* in) {
  int sorted[1024];
  sort(sorted, 16, out, in);
}
