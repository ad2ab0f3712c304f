; Every way back to the head of a loop looks at the launch's stop flag (hd_launch.stop) where the context asks for it.
; RUN: heddle-opt --kernel k --passes poll-stop --stoppable %s | FileCheck %s
; RUN: heddle-opt --kernel k --passes poll-stop %s | FileCheck --check-prefix=NOT %s
target triple = "x86_64-unknown-linux-gnu"

; NOT-NOT: stop.flag
; CHECK-LABEL: define void @heddle_kernel(
; CHECK: entry:
; CHECK-NEXT: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %launch, i64 128
; CHECK-NEXT: %stop.flag = load ptr, ptr [[FIELD]]
; CHECK: {{^}}inner.inner_crit_edge:
; CHECK-NEXT: %[[A:stop[0-9]*]] = load volatile i32, ptr %stop.flag
; CHECK-NEXT: %[[B:[0-9]+]] = icmp ne i32 %[[A]], 0
; CHECK-NEXT: br i1 %[[B]], label %stopped, label %inner
; CHECK: load volatile i32, ptr %stop.flag
; CHECK: br i1 {{%[0-9]+}}, label %stopped, label %outer
; CHECK: {{^}}stopped:
; CHECK-NEXT: ret void
define void @heddle_kernel(ptr %launch, ptr %range, ptr %worker) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i64 %j, 1
  store volatile i64 %j, ptr %worker
  %again = icmp ult i64 %j.next, 100
  br i1 %again, label %inner, label %outer.end
outer.end:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 100
  br i1 %more, label %outer, label %done
done:
  ret void
}

define spir_kernel void @k() {
  ret void
}
