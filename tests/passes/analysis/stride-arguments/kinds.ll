; Strides are what ids, iterations and loaded numbers are multiplied by on their way into an address, whatever the width, and what
; an iteration adds to its address. Offsets, products of arguments, and factors of what is stored are none.
; RUN: heddle-opt --kernel test --passes 'drop-address-spaces,print<stride-arguments>' %s 2>&1 >/dev/null | FileCheck %s
; RUN: heddle-opt --kernel none --passes 'drop-address-spaces,print<stride-arguments>' %s 2>&1 >/dev/null | FileCheck --check-prefix=NONE %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: stride-arguments of test:
; CHECK-NEXT: argument 1: %of_id{{$}}
; CHECK-NEXT: argument 3: %step{{$}}
; CHECK-NEXT: argument 4: %of_iteration{{$}}
; CHECK-NEXT: argument 6: %of_loaded{{$}}
; CHECK-NOT: argument

; Neither `%offset` nor `%n` is one. The order is that of the arguments, not of the accesses.
define spir_kernel void @test(ptr addrspace(1) %p, i64 %of_id, i64 %offset, i64 %step, i32 %of_iteration, i64 %n, i32 %of_loaded) {
entry:
  %id = call i64 @__hd_global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %place = phi i64 [ %offset, %entry ], [ %place.next, %loop ]
  %wide = sext i32 %of_iteration to i64
  %row = mul i64 %i, %wide
  %row.at = getelementptr i32, ptr addrspace(1) %p, i64 %row
  %loaded = load i32, ptr addrspace(1) %row.at
  %number = mul i32 %of_loaded, %loaded
  %number.wide = sext i32 %number to i64
  %number.at = getelementptr i32, ptr addrspace(1) %p, i64 %number.wide
  store i32 0, ptr addrspace(1) %number.at
  %place.at = getelementptr i32, ptr addrspace(1) %p, i64 %place
  store i32 1, ptr addrspace(1) %place.at
  %place.next = add i64 %place, %step
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %column = mul i64 %id, %of_id
  %column.at = getelementptr i32, ptr addrspace(1) %p, i64 %column
  store i32 2, ptr addrspace(1) %column.at
  ret void
}

; NONE-LABEL: stride-arguments of none:
; NONE-NOT: argument
define spir_kernel void @none(ptr addrspace(1) %p, i64 %offset, i64 %a, i64 %b, i64 %step, i64 %n) {
entry:
  %id = call i64 @__hd_global_id(i32 0)
  %constant = mul i64 %a, %b
  %sum = add i64 %constant, %offset
  %place = add i64 %sum, %id
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %place
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %total = phi i64 [ 0, %entry ], [ %total.next, %loop ]
  %total.next = add i64 %total, %step
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, %n
  br i1 %again, label %loop, label %end
end:
  %value = mul i64 %total, %a
  store i64 %value, ptr addrspace(1) %at
  ret void
}
declare i64 @__hd_global_id(i32) memory(none)
