// A sub-group is one vector: its functions are instructions on registers, without memory and without loops.
// RUN: %cl %s | heddle-opt --kernel butterfly --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=XOR %s
// RUN: %cl %s | heddle-opt --kernel turn --emit asm --features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl - \
// RUN:   | FileCheck --check-prefix=TURN %s
// RUN: %cl %s | heddle-opt --kernel turn --emit asm --features=+sse4.2,+avx2,+fma - | FileCheck --check-prefix=TURN2 %s

// XOR-LABEL: heddle_kernel:
// XOR-NOT: vperm{{d|ps}}
// XOR: vpaddd {{.*}}%zmm
// XOR: vmovdqu{{[0-9]*}} %zmm
kernel void butterfly(global int* out, global const int* in) {
  size_t i = get_global_id(0);
  int x = in[i];
  out[i] = x + sub_group_shuffle_xor(x, 1);
}

// TURN-LABEL: heddle_kernel:
// TURN: vperm{{d|ps}} {{.*}}%zmm
// TURN2-LABEL: heddle_kernel:
// TURN2: vperm{{d|ps}} {{.*}}%ymm
kernel void turn(global float* out, global const float* in, uint by) {
  size_t i = get_global_id(0);
  out[i] = sub_group_shuffle(in[i], get_sub_group_local_id() + by);
}
