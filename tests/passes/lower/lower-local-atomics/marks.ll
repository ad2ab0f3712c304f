; What is marked as one thread's own is a plain access; what several threads may see stays atomic.
; RUN: heddle-opt --kernel test --passes lower-local-atomics %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @test(
; CHECK: [[OLD:%.*]] = load i32, ptr %l,
; CHECK: [[NEW:%.*]] = add i32 [[OLD]], 1
; CHECK: store i32 [[NEW]], ptr %l,
; CHECK-NOT: cmpxchg
; CHECK: icmp eq i32 {{%.*}}, 3
; CHECK: store i32 {{%.*}}, ptr %l,
; CHECK: load i32, ptr %l,
; CHECK: store i32 {{%.*}}, ptr %l,
; CHECK: atomicrmw add ptr %g, i32 2 monotonic
; CHECK: load atomic i32, ptr %g acquire
define spir_kernel void @test(ptr %g, ptr %l) {
  %sum = atomicrmw add ptr %l, i32 1 syncscope("singlethread") monotonic
  %swapped = cmpxchg ptr %l, i32 3, i32 4 syncscope("singlethread") monotonic monotonic
  %read = load atomic i32, ptr %l syncscope("singlethread") acquire, align 4
  store atomic i32 %read, ptr %l syncscope("singlethread") release, align 4
  %shared = atomicrmw add ptr %g, i32 2 monotonic
  %seen = load atomic i32, ptr %g acquire, align 4
  store i32 %seen, ptr %l, align 4
  ret void
}
