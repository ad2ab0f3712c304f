; A crash: code generation knows no size of one or two bytes of a load that passes the caches and is part of another instruction.
; LLVM-CRASHES: llc %s
; HEDDLE: heddle-opt --kernel test --passes drop-unused --emit asm %s

; GOOD-LABEL: test:
; GOOD: retq
define spir_kernel void @test(ptr %p, ptr %q) {
  %x = load i16, ptr %p, align 2, !nontemporal !0
  %y = load i16, ptr %q, align 2
  %sum = add i16 %x, %y
  store i16 %sum, ptr %q
  ret void
}

!0 = !{i32 1}
