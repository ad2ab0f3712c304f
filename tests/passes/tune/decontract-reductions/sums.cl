// Sums of products in order: in kernels whose work-items all do the same what is added is not fused,
// so that each step waits for an addition only. Four sums side by side wait for nobody.
// RUN: %cl %s | heddle-opt --kernel dot --until decontract-reductions - | FileCheck --check-prefix=DOT %s
// RUN: %cl %s | heddle-opt --kernel steps --until decontract-reductions - | FileCheck --check-prefix=STEPS %s
// RUN: %cl %s | heddle-opt --kernel four --until decontract-reductions - | FileCheck --check-prefix=FUSED %s
// RUN: %cl %s | heddle-opt --kernel filter --until decontract-reductions - | FileCheck --check-prefix=FUSED %s
// RUN: %cl %s | heddle-opt --kernel seen --until decontract-reductions - | FileCheck --check-prefix=FUSED %s
// RUN: %cl %s | heddle-opt --kernel lanes --until decontract-reductions - | FileCheck --check-prefix=FUSED %s
// RUN: %cl %s | heddle-opt --kernel explicit --until decontract-reductions - | FileCheck --check-prefix=EXPLICIT %s
// RUN: %cl -cl-fast-relaxed-math %s | heddle-opt --kernel dot --until decontract-reductions - | FileCheck --check-prefix=FAST %s

// DOT-LABEL: @dot(
// DOT: [[SUM:%.*]] = phi float
// DOT-NOT: fmuladd
// DOT: [[PRODUCT:%.*]] = fmul float
// DOT-NEXT: fadd float [[SUM]], [[PRODUCT]]
// FAST: fadd fast float
kernel void dot(global float* out, global const float* a, global const float* b, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  out[0] = sum;
}

// STEPS-LABEL: @steps(
// STEPS-NOT: fmuladd
// STEPS: [[FIRST:%.*]] = fadd double
// STEPS-NOT: fmuladd
// STEPS: fadd double [[FIRST]]
// STEPS-NOT: fmuladd
// STEPS: ret void
kernel void steps(global double* out, global const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[2 * i] * a[2 * i];
    sum += a[2 * i + 1] * a[2 * i + 1];
  }
  out[0] = sum;
}

// FUSED-NOT: fadd
// FUSED: call float @llvm.fmuladd
// FUSED-NOT: fadd
// FUSED: ret void
kernel void four(global float* out, global const float* a, int n) {
  float s = 0, t = 0, u = 0, v = 0;
  for (int i = 0; i < n; ++i) {
    s += a[4 * i] * a[4 * i];
    t += a[4 * i + 1] * a[4 * i];
    u += a[4 * i + 2] * a[4 * i];
    v += a[4 * i + 3] * a[4 * i];
  }
  out[0] = s;
  out[1] = t;
  out[2] = u;
  out[3] = v;
}

// Who looks at a sum between its steps waits for the whole step.
kernel void seen(global float* out, global const float* a, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += a[2 * i] * a[2 * i];
    out[i] = sum;
    sum += a[2 * i + 1] * a[2 * i + 1];
  }
  out[n] = sum;
}

// What was there before is a factor here: two operations would be the longer way.
kernel void filter(global float* out, global const float* a, float c, int n) {
  float y = 0;
  for (int i = 0; i < n; ++i) y = y * c + a[i];
  out[0] = y;
}

kernel void lanes(global float* out, global const float* a, global const float* b, int n) {
  const size_t x = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i + x];
  out[x] = sum;
}

// EXPLICIT-LABEL: @explicit(
// EXPLICIT: call noundef float @llvm.fma.f32
kernel void explicit(global float* out, global const float* a, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum = fma(a[i], a[i], sum);
  out[0] = sum;
}
