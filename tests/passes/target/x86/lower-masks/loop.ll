; A mask that goes round a loop is a vector of numbers as wide as what it selects; with mask registers
; it stays a mask.
; RUN: heddle-opt --kernel test --features +avx2 --passes lower-masks %s | FileCheck %s
; RUN: heddle-opt --kernel test --features +avx2,+avx512f,+avx512vl,+avx512bw,+avx512dq --passes lower-masks %s | FileCheck %s --check-prefix=REGISTERS

; CHECK-LABEL: @test(
; CHECK: entry:
; CHECK: sext <16 x i1> {{%.*}} to <16 x i32>
; CHECK: loop:
; CHECK: [[LIVE:%.*]] = phi <16 x i32>
; CHECK-NOT: phi <16 x i1>
; CHECK: [[SIGN:%.*]] = icmp slt <16 x i32> [[LIVE]], zeroinitializer
; CHECK: call <16 x float> @llvm.masked.load{{.*}}<16 x i1> [[SIGN]]
; CHECK: [[GOES:%.*]] = and <16 x i32> [[LIVE]]
; CHECK: [[BLEND:%.*]] = icmp slt <16 x i32> [[GOES]], zeroinitializer
; CHECK: select <16 x i1> [[BLEND]], <16 x float>
; Any lane: the registers' halves are joined first.
; CHECK: [[LOW:%.*]] = shufflevector <16 x i32> [[GOES]], <16 x i32> poison, <8 x i32>
; CHECK: [[HIGH:%.*]] = shufflevector <16 x i32> [[GOES]], <16 x i32> poison, <8 x i32>
; CHECK: [[BOTH:%.*]] = or <8 x i32> [[LOW]], [[HIGH]]
; CHECK: [[ANY:%.*]] = icmp slt <8 x i32> [[BOTH]], zeroinitializer
; CHECK: bitcast <8 x i1> [[ANY]] to i8
; CHECK: icmp ne i8
; All lanes: the same with `and`.
; CHECK: done:
; CHECK: and <8 x i32>
; CHECK: icmp eq i8 {{%.*}}, -1

; REGISTERS-LABEL: @test(
; REGISTERS: phi <16 x i1>
; REGISTERS-NOT: <16 x i32>
; REGISTERS: ret void
define spir_kernel void @test(ptr %p, ptr %q, float %limit, ptr %flag) {
entry:
  %first = load <16 x float>, ptr %p
  %zero = fcmp ogt <16 x float> %first, zeroinitializer
  br label %loop

loop:
  %live = phi <16 x i1> [ %zero, %entry ], [ %goes, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %next, %loop ]
  %x = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %q, <16 x i1> %live, <16 x float> zeroinitializer)
  %more = fcmp olt <16 x float> %x, %first
  %goes = select <16 x i1> %live, <16 x i1> %more, <16 x i1> zeroinitializer
  %added = fadd <16 x float> %sum, %x
  %next = select <16 x i1> %goes, <16 x float> %added, <16 x float> %sum
  %any = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %goes)
  br i1 %any, label %loop, label %done

done:
  store <16 x float> %next, ptr %p
  %bits = bitcast <16 x i1> %zero to i16
  %all = icmp eq i16 %bits, -1
  %number = zext i1 %all to i8
  store i8 %number, ptr %flag
  ret void
}
