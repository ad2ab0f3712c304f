// Halves of words with unsigned numbers: element 2^32 - 1 from the second half of a word on lies in word 2^31, so words are counted from
// the second one on.
// RUN: %cl %s | heddle-opt --kernel look_up --until widen --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl --width 16 - \
// RUN:   | FileCheck %s
// CHECK: [[SECOND:%.*]] = getelementptr i32, ptr {{%.*}}, i32 1
// CHECK: ashr <16 x i32> {{%.*}}, splat (i32 1)
// CHECK: [[INDICES:%.*]] = sext <16 x i32> {{%.*}} to <16 x i64>
// CHECK: getelementptr i32, ptr [[SECOND]], <16 x i64> [[INDICES]]
kernel void look_up(global ushort* out, global const ushort* in, global const uint* index) {
  uint i = get_global_id(0), k = index[i];
  if (k > 0) out[i] = in[k];
}
