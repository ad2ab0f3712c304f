// Shuffles with numbers that are known at run time only are permutations of registers as memory is; of tables that all work-items
// share, too.
// RUN: %cl %s | heddle-opt --kernel bytes --until widen --emit ll --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=BYTES %s
// RUN: %cl %s | heddle-opt --kernel two_tables --until widen --emit ll --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=TWO %s
// RUN: %cl %s | heddle-opt --kernel shorts --until widen --emit ll --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - | FileCheck --check-prefix=SHORTS %s
// RUN: %cl %s | heddle-opt --kernel digits --until widen --emit ll --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=DIGITS %s
// RUN: %cl %s | heddle-opt --kernel long_digits --width 8 --until widen --emit ll --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=LONG %s
// RUN: %cl %s | heddle-opt --kernel sum --until widen --emit ll --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=SUM %s

// BYTES-LABEL: @bytes(
// BYTES-NOT: shufflevector <{{[0-9]+}} x i8>
// BYTES: call <64 x i8> @llvm.x86.avx512.pshuf.b.512(
// BYTES-NOT: shufflevector <{{[0-9]+}} x i8>
// BYTES: ret void
kernel void bytes(global const uchar16* x, global const uchar16* m, global uchar16* out) {
  size_t i = get_global_id(0);
  out[i] = shuffle(x[i], m[i]);
}

// TWO-LABEL: @two_tables(
// TWO-NOT: shufflevector <{{[0-9]+}} x i8>
// TWO: call <32 x i8> @llvm.x86.avx2.pshuf.b(
// TWO-NOT: shufflevector <{{[0-9]+}} x i8>
kernel void two_tables(global const uchar16* x, global const uchar16* y, global const uchar16* m, global uchar16* out) {
  size_t i = get_global_id(0);
  out[i] = shuffle2(x[i], y[i], m[i]);
}

// SHORTS-LABEL: @shorts(
// SHORTS: call <32 x i16> @llvm.x86.avx512.permvar.hi.512(
kernel void shorts(global const ushort16* x, global const ushort16* m, global ushort16* out) {
  size_t i = get_global_id(0);
  out[i] = shuffle(x[i], m[i]);
}

// DIGITS-LABEL: @digits(
// DIGITS-NOT: select <
// DIGITS: @llvm.x86.avx2.pshuf.b(<32 x i8> <i8 48, i8 49,
// DIGITS-NOT: select <
kernel void digits(global const uchar* in, global uchar2* out) {
  size_t i = get_global_id(0);
  uchar16 digit = (uchar16)('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f');
  out[i] = shuffle(digit, (uchar2)(in[i] >> 4, in[i]));
}

// Vectors of two registers are two permutations, of each register's own numbers.
// LONG-LABEL: @long_digits(
// LONG: [[FIRST:%.*]] = call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> bitcast (<4 x i64> <i64 48, i64 49, i64 50, i64 51> to <8 x i32>)
// LONG: [[LOW:%.*]] = bitcast <8 x i32> [[FIRST]] to <4 x i64>
// LONG: [[SECOND:%.*]] = call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> bitcast (<4 x i64> <i64 48, i64 49, i64 50, i64 51> to <8 x i32>)
// LONG: [[HIGH:%.*]] = bitcast <8 x i32> [[SECOND]] to <4 x i64>
// LONG: shufflevector <4 x i64> [[LOW]], <4 x i64> [[HIGH]]
kernel void long_digits(global const uint* in, global ulong* out) {
  size_t i = get_global_id(0);
  ulong4 digit = (ulong4)('0', '1', '2', '3');
  out[i] = shuffle(digit, (ulong2)(in[i], 0)).s0;
}

// Where elements are looked at alone, they are chosen by the bits of the number.
// SUM-LABEL: @sum(
// SUM-NOT: @llvm.x86.avx2.pshuf.b(
// SUM: select <
kernel void sum(global const uchar8* x, global const uchar8* m, global uint* out) {
  size_t i = get_global_id(0);
  uchar8 r = shuffle(x[i], m[i]);
  out[i] = r.s0 + 3 * r.s1 + 5 * r.s2 + 7 * r.s3;
}
