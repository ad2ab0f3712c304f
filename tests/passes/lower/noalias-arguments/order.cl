// Arguments are taken for pointers to different objects only where a read may come after a write to another one: launches whose
// buffers overlap need code of their own then.
// RUN: %cl %s | heddle-opt --kernel sums --until optimize-work-item --emit ll - | FileCheck --check-prefix=MAY-OVERLAP %s
// RUN: %cl %s | heddle-opt --kernel product --until optimize-work-item --emit ll - | FileCheck --check-prefix=MAY-OVERLAP %s
// RUN: %cl %s | heddle-opt --kernel total --until optimize-work-item --emit ll - | FileCheck --check-prefix=MAY-OVERLAP %s
// RUN: %cl %s | heddle-opt --kernel one_way --until optimize-work-item --emit ll - | FileCheck --check-prefix=MAY-OVERLAP %s
// RUN: %cl %s | heddle-opt --kernel in_memory --until optimize-work-item --emit ll - | FileCheck --check-prefix=APART %s
// RUN: %cl %s | heddle-opt --kernel three --until optimize-work-item --emit ll - | FileCheck --check-prefix=APART %s
// RUN: %cl %s | heddle-opt --kernel next_round --until optimize-work-item --emit ll - | FileCheck --check-prefix=APART %s

// MAY-OVERLAP: define {{.*}}(
// MAY-OVERLAP-NOT: ptr noalias
// APART: define {{.*}}ptr noalias

// What a loop computed is stored after it.
kernel void sums(global float* out, global const float* in, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += in[get_global_id(0) * n + k];
  out[get_global_id(0)] = sum;
}

kernel void product(global float* c, global const float* a, global const float* b, int n) {
  int i = get_global_id(0), j = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[j * n + k] * b[k * n + i];
  c[j * n + i] = sum;
}

// The group's memory lies apart anyway.
kernel void total(global float* out, global const float* in, local float* part) {
  size_t l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = get_local_size(0) / 2; s > 0; s /= 2) {
    if (l < s) part[l] += part[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = part[0];
}

// Nobody comes from the write to the read.
kernel void one_way(global int* out, global const int* in, int n) {
  size_t i = get_global_id(0);
  if (n > 3) {
    out[i] = n;
  } else {
    for (int k = 0; k < n; ++k)
      n -= in[k];
    out[i + 1] = n;
  }
}

kernel void in_memory(global float* c, global const float* a, int n) {
  for (int k = 0; k < n; ++k) c[get_global_id(0)] += a[k];
}

kernel void three(global float* out, global const float* in) {
  size_t i = get_global_id(0) * 3;
  out[i] = in[i] * 2;
  out[i + 1] = in[i + 1] * 3;
  out[i + 2] = in[i + 2] * 4;
}

// The write is on another way, and in another loop, than the read that the next iteration does.
kernel void next_round(global int* out, global const int* in, int n, int m) {
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    if (k & 1) {
      for (int j = 0; j < m; ++j) sum += in[j + k];
    } else {
      out[k] = sum;
    }
  }
  out[n] = sum;
}
