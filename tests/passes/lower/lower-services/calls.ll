; What a kernel asks of its launch is a call through the launch's table, which knows for which launch it works.
; RUN: heddle-opt --kernel test --passes lower-services %s | FileCheck %s
target triple = "spir64-unknown-unknown"

; CHECK-NOT: @__hd_service_
; CHECK-LABEL: @test(
; CHECK: [[LAUNCH:%.*]] = call ptr @__hd_launch()
; CHECK: [[PLACE:%.*]] = getelementptr inbounds i8, ptr [[LAUNCH]], i64
; CHECK: [[TABLE:%.*]] = load ptr, ptr [[PLACE]]
; CHECK: [[ENTRY:%.*]] = getelementptr inbounds i8, ptr [[TABLE]], i64 [[#RETAIN:]]
; CHECK: [[SERVICE:%.*]] = load ptr, ptr [[ENTRY]]
; CHECK: call void [[SERVICE]](ptr [[LAUNCH]], ptr %event)
; The next service of the table.
; CHECK: getelementptr inbounds i8, ptr {{%.*}}, i64 [[#RETAIN + 8]]
; CHECK: [[SERVICE:%.*]] = load ptr, ptr
; CHECK: call void [[SERVICE]](ptr {{%.*}}, ptr %event)
; CHECK: load ptr, ptr
; CHECK: [[SERVICE:%.*]] = load ptr, ptr
; CHECK: [[QUEUE:%.*]] = call ptr [[SERVICE]](ptr {{%[^,]*}})
; CHECK: store ptr [[QUEUE]]
define spir_kernel void @test(ptr %event, ptr addrspace(1) %out) {
  call void @__hd_service_retain_event(ptr %event)
  call void @__hd_service_release_event(ptr %event)
  %queue = call ptr @__hd_service_default_queue()
  store ptr %queue, ptr addrspace(1) %out
  ret void
}

declare void @__hd_service_retain_event(ptr)
declare void @__hd_service_release_event(ptr)
declare ptr @__hd_service_default_queue()
