// Constants stay in a block of thousands of instructions: moved out of the loop over work-items, of which there are more than
// registers, they took the register allocator a time that grew with their number times that of the calls.
// RUN: %cl -DMANY=LINES12 %s | heddle-opt --kernel test --emit asm --debug-pass=Structure - 2>&1 | FileCheck --check-prefix=HUGE %s
// RUN: %cl -DMANY=LINES4 %s | heddle-opt --kernel test --emit asm --debug-pass=Structure - 2>&1 | FileCheck %s

// HUGE-NOT: Early Machine Loop Invariant Code Motion
// HUGE: heddle_kernel:
// CHECK: Early Machine Loop Invariant Code Motion
// CHECK: heddle_kernel:
#define LINES0 s = s * x + (float)__COUNTER__;
#define LINES1 LINES0 LINES0
#define LINES2 LINES1 LINES1
#define LINES3 LINES2 LINES2
#define LINES4 LINES3 LINES3
#define LINES5 LINES4 LINES4
#define LINES6 LINES5 LINES5
#define LINES7 LINES6 LINES6
#define LINES8 LINES7 LINES7
#define LINES9 LINES8 LINES8
#define LINES10 LINES9 LINES9
#define LINES11 LINES10 LINES10
#define LINES12 LINES11 LINES11

kernel void test(global float* out) {
  const float x = out[get_global_id(0)];
  float s = 1;
  MANY
  out[get_global_id(0)] = s;
}
