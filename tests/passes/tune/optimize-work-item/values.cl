// Variables are values, what a loop does not change is computed before it, and what both ways of a branch begin with is done
// before they part.
// RUN: %cl %s | heddle-opt --kernel scaled --until optimize-work-item - | FileCheck --check-prefix=SCALED %s
// RUN: %cl %s | heddle-opt --kernel parts --until optimize-work-item - | FileCheck --check-prefix=PARTS %s

// SCALED-LABEL: define {{.*}}@scaled(
// SCALED-NOT: alloca
// SCALED: [[FACTOR:%.*]] = fmul float %a, %b
// SCALED: phi i64
// SCALED-NOT: fmul float %a, %b
// SCALED: fmul float {{.*}}[[FACTOR]]
// SCALED: br i1
// SCALED: ret void
kernel void scaled(global float* out, float a, float b, int n) {
  for (int k = 0; k < n; ++k) {
    float factor = a * b;
    out[k * 64 + get_global_id(0)] *= factor;
  }
}

// PARTS-LABEL: define {{.*}}@parts(
// PARTS: load float
// PARTS: br i1
// PARTS-NOT: load float
// PARTS: ret void
kernel void parts(global float* out, global const float* in) {
  size_t i = get_global_id(0);
  if (i % 3 == 0) {
    out[i] = sqrt(in[i]);
  } else {
    out[i + 64] = in[i] * 3.0f;
  }
}
