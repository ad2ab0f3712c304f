// Rounds of a search that wait for themselves are computed side by side, their instructions taking turns.
// RUN: %cl %s | heddle-opt --kernel search --until interleave-iterations --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512vl,+avx512dq - | FileCheck --check-prefix=IR %s
// RUN: %cl %s | heddle-opt --kernel search --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512vl,+avx512dq - | FileCheck --check-prefix=ASM %s
// RUN: %cl %s | heddle-opt --kernel search --until interleave-iterations --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=TWO %s
// RUN: %cl %s | heddle-opt --kernel search --until interleave-iterations --features=+sse4.2 - | FileCheck --check-prefix=NO %s
// RUN: %cl %s | heddle-opt --kernel often --until interleave-iterations --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512vl,+avx512dq - | FileCheck --check-prefix=NO %s
// RUN: %cl %s | heddle-opt --kernel chained --until interleave-iterations --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512vl,+avx512dq - | FileCheck --check-prefix=NO %s
// RUN: %cl %s | heddle-opt --kernel writes --until interleave-iterations --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512vl,+avx512dq - | FileCheck --check-prefix=NO %s

#define STEP(k) x = rotate(x ^ (uint16)(k), (uint16)(7)) + (x >> 3);
#define STEPS(k) STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3) STEP(k + 4) STEP(k + 5) STEP(k + 6)
#define MIX STEPS(0x9e3779b9) STEPS(0x85ebca6b) STEPS(0xc2b2ae35) STEPS(0x27d4eb2f)
#define ANY(x, y) \
  ((x).s0 == (y) || (x).s1 == (y) || (x).s2 == (y) || (x).s3 == (y) || (x).s4 == (y) || (x).s5 == (y))

// An iteration that does not come is computed from where this one reads. A test holds, or the next is the last: one by one.
// IR-LABEL: @heddle_kernel(
// IR: [[P:%.*]] = getelementptr {{.*}}<16 x i32>
// IR: [[Q:%.*]] = getelementptr {{.*}}<16 x i32>
// IR: load <16 x i32>, ptr [[P]]
// IR: [[R:%.*]] = select i1 [[MORE:%.*]], ptr [[Q]], ptr [[P]]
// IR: load <16 x i32>, ptr [[R]]
// IR: br i1 {{%.*}}, label %check, label %[[LAST:iteration.*]]
// IR: check:
// IR-NEXT: br i1 {{%.*}}, label %[[REST:rest.*]], label %iteration
// IR: iteration:
// IR-NEXT: br i1 [[MORE]], label %check
// IR: [[LAST]]:
// IR: [[REST]]:
// IR-NEXT: phi i{{32|64}}
// TWO: label %check
// NO-NOT: label %check

// ASM: vprold $7
// ASM-NEXT: vprold $7
// ASM: vprold $7
// ASM-NEXT: vprold $7
// ASM: vpcmpeqd
// ASM: vpcmpeqd
kernel void search(global uint* out, global const uint16* words, uint wanted, uint n) {
  const uint id = get_global_id(0);
  for (uint i = 0; i < n; ++i) {
    uint16 x = words[i] + id;
    MIX if (ANY(x, wanted)) out[id] = i;
  }
}

// A truth value is often the same.
kernel void often(global uint* out, global const uint16* words, uint wanted, uint n) {
  const uint id = get_global_id(0);
  for (uint i = 0; i < n; ++i) {
    uint16 x = words[i] + id;
    MIX if ((x.s3 & 1) == wanted) out[id] = i;
  }
}

// The next iteration needs this one.
kernel void chained(global uint* out, global const uint16* words, uint wanted, uint n) {
  const uint id = get_global_id(0);
  uint16 x = words[id];
  for (uint i = 0; i < n; ++i) {
    MIX if (ANY(x, wanted)) out[id] = i;
  }
}

kernel void writes(global uint* out, global uint16* words, uint wanted, uint n) {
  const uint id = get_global_id(0);
  for (uint i = 0; i < n; ++i) {
    uint16 x = words[i] + id;
    MIX words[i] = x;
    if (ANY(x, wanted)) out[id] = i;
  }
}
