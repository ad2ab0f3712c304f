// Work-items that go along memory of their own and compute little are faster one by one.
// RUN: %cl %s | heddle-opt --kernel sparse_row --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel running_sum --until plan-lanes --report --features=+sse4.2,+avx2,+fma - 2>&1 | FileCheck --check-prefix=SCALAR %s
// RUN: %cl %s | heddle-opt --kernel chase --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel columns --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel merge --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel in_strides --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel probe --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel searches --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=VECTOR %s
// RUN: %cl %s | heddle-opt --kernel rows_in_strides --until plan-lanes --report --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - 2>&1 \
// RUN:   | FileCheck --check-prefix=SCALAR %s

// SCALAR: scalar is cheaper
// VECTOR-NOT: scalar is cheaper
kernel void sparse_row(global float* y, global const uint* rows, global const uint* columns,
                       global const float* values, global const float* x) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (uint k = rows[row]; k < rows[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}

kernel void running_sum(global float* out, global const float* in, uint width) {
  uint y = get_global_id(0);
  float sum = 0;
  for (uint x = 0; x < width; ++x) {
    sum += in[y * width + x];
    out[y * width + x] = sum;
  }
}

// A work-item alone would wait for each load.
kernel void chase(global uint* out, global const uint* next, uint steps) {
  uint at = get_global_id(0);
  for (uint i = 0; i < steps; ++i) at = next[at];
  out[get_global_id(0)] = at;
}

kernel void columns(global float* out, global const float* in, uint width, uint height) {
  uint x = get_global_id(0);
  float sum = 0;
  for (uint y = 0; y < height; ++y) sum += in[y * width + x];
  out[x] = sum;
}

// Which of the two goes on is known when both have been read: a processor guesses, and is wrong.
// What both ways store, lanes store once.
kernel void merge(global float* out, global const float* a, int in_a, global const float* b,
                  int in_b, global const int* starts, int part) {
  int begin = get_global_id(0) * part, i = starts[get_global_id(0)], j = begin - i;
  for (int k = begin; k < begin + part; ++k) {
    if (j >= in_b || (i < in_a && a[i] <= b[j]))
      out[k] = a[i++];
    else
      out[k] = b[j++];
  }
}

// Lanes leave the loop together, and what they access by the counter lies side by side.
kernel void in_strides(global float* out, global const int* index, global const float* in, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) out[index[i]] = in[i];
}

// A few iterations for each lane, and a wrong guess of their end.
kernel void probe(global int* out, global const uint* table, uint mask, global const uint* keys,
                  int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    uint key = keys[i], at = key * 2654435761u & mask;
    while (table[at] != key && table[at] != 0) at = (at + 1) & mask;
    out[i] = table[at] == key ? (int)at : -1;
  }
}

// As many iterations for each lane, nearly.
kernel void searches(global float* out, global const float* in, int size, int part) {
  int begin = get_global_id(0) * part;
  for (int k = begin; k < begin + part; ++k) {
    float value = in[k];
    int low = 0, high = size;
    while (low < high) {
      int middle = (low + high) / 2;
      if (in[middle] < value)
        low = middle + 1;
      else
        high = middle;
    }
    out[low] = value;
  }
}

kernel void rows_in_strides(global float* y, global const int* rows, global const int* columns,
                            global const float* values, global const float* x, int n) {
  for (int row = get_global_id(0); row < n; row += get_global_size(0)) {
    float sum = 0;
    for (int k = rows[row]; k < rows[row + 1]; ++k) sum += values[k] * x[columns[k]];
    y[row] = sum;
  }
}
