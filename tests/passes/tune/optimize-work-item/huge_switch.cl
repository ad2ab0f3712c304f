// LLVM's passes over control flow take the square of the cases of a switch: with more than 2,048 of them the blocks stay as they
// are.
// RUN: %cl %s | heddle-opt --kernel test --until optimize-work-item - | FileCheck --check-prefix=LARGE %s
// RUN: %cl -DHUGE %s | heddle-opt --kernel test --until optimize-work-item - | FileCheck --check-prefix=HUGE %s

// LARGE-LABEL: define {{.*}}void @test(
// LARGE: switch i32
// LARGE-NOT: {{^}}if.then

// HUGE-LABEL: define {{.*}}void @test(
// HUGE: switch i32
// HUGE: {{^}}if.then

#define TWO(n) case n: x = (n) * (n) + 3; break; case n + 1: x = (n) * 5; break;
#define EIGHT(n) TWO(n) TWO(n + 2) TWO(n + 4) TWO(n + 6)
#define MANY(n) EIGHT(n) EIGHT(n + 8) EIGHT(n + 16) EIGHT(n + 24) EIGHT(n + 32) EIGHT(n + 40) EIGHT(n + 48) EIGHT(n + 56)
#define HUNDREDS(n) MANY(n) MANY(n + 64) MANY(n + 128) MANY(n + 192) MANY(n + 256) MANY(n + 320) MANY(n + 384) MANY(n + 448)
kernel void test(global uint* data) {
  uint x = data[get_global_id(0)];
  switch (x) {
    HUNDREDS(0) HUNDREDS(512) HUNDREDS(1024) HUNDREDS(1536)
#ifdef HUGE
    case 5000: x = 77; break;
#endif
  }
  if (x & 1) x += 5;
  data[get_global_id(0)] = x;
}
