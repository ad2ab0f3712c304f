; Where the time of kernels is limited, loops tell their places before they end the groups. One without a place of its own
; tells a place in the loop.
; RUN: heddle-opt --kernel k --passes poll-stop --stoppable --limited %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @check.site = private constant { [8 x i32], [{{.*}} x i8] } { [8 x i32] [i32 30, i32 0, i32 0, i32 7, i32 3,
; CHECK: @check.site.1 = private constant { [8 x i32], [{{.*}} x i8] } { [8 x i32] [i32 30, i32 0, i32 0, i32 9, i32 5,
; CHECK-LABEL: define void @heddle_kernel(
; CHECK: br i1 {{%[0-9]+}}, label %[[FIRST:.*]], label %inner
; CHECK: br i1 {{%[0-9]+}}, label %[[SECOND:.*]], label %outer
; CHECK: br i1 {{%[0-9]+}}, label %[[SECOND]], label %groups
; CHECK: {{^}}[[FIRST]]:
; CHECK-NEXT: getelementptr inbounds i8, ptr %launch, i64 120
; CHECK-NEXT: [[SERVICES:%.*]] = load ptr
; CHECK-NEXT: getelementptr inbounds i8, ptr [[SERVICES]], i64 {{[0-9]+}}
; CHECK-NEXT: [[STOPPED:%.*]] = load ptr
; CHECK-NEXT: call void [[STOPPED]](ptr %launch, ptr @check.site)
; CHECK-NEXT: ret void
; CHECK: {{^}}[[SECOND]]:
; CHECK: call void {{%[0-9]+}}(ptr %launch, ptr @check.site.1)
; CHECK-NEXT: ret void
define void @heddle_kernel(ptr %launch, ptr %range, ptr %worker) !dbg !5 {
entry:
  br label %groups
groups:
  %g = phi i64 [ 0, %entry ], [ %g.next, %groups.end ]
  br label %outer
outer:
  %i = phi i64 [ 0, %groups ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i64 %j, 1
  store volatile i64 %j, ptr %worker
  %again = icmp ult i64 %j.next, 100
  br i1 %again, label %inner, label %outer.end, !dbg !7
outer.end:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 100
  br i1 %more, label %outer, label %groups.end, !dbg !8
groups.end:
  %g.next = add i64 %g, 1
  %others = icmp ult i64 %g.next, 100
  br i1 %others, label %groups, label %done
done:
  ret void
}

define spir_kernel void @k() {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "p", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 7, column: 3, scope: !5)
!8 = !DILocation(line: 9, column: 5, scope: !5)
