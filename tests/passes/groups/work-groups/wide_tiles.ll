; Tiles of several rows run first, where a tile is full; what is left runs vector by vector.
; RUN: heddle-opt --kernel test --passes drop-address-spaces,work-groups --lanes 8,0,4 %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @heddle_kernel(
; CHECK: tile.y.next:
; CHECK: add nuw nsw i64 {{.*}}, 4
; CHECK: tile.x.next:
; CHECK: add nuw nsw i64 {{.*}}, 8
; The vectors at the rows' ends are partial.
; CHECK: tiles.ends:
; CHECK: %lane_mask = icmp ult <8 x i32>
; CHECK: tail:
; CHECK: store i32 4, ptr
; CHECK: store i32 4, ptr
; CHECK: store i32 1, ptr
; CHECK: store i32 1, ptr
; CHECK-NOT: store i32
; CHECK-NOT: test.rows
define spir_kernel void @test(ptr %out) {
  %y = call i64 @__hd_global_id(i32 1)
  %to = getelementptr inbounds i32, ptr %out, i64 %y
  store i32 1, ptr %to
  ret void
}
define void @test.rows(ptr %out) {
  %y = call i64 @__hd_global_id(i32 1)
  %to = getelementptr inbounds i32, ptr %out, i64 %y
  store i32 4, ptr %to
  ret void
}
declare i64 @__hd_global_id(i32) memory(none)
