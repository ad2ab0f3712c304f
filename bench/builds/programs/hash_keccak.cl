// Keccak with its permutation in a loop, and a table of rotations.
constant ulong RC[24] = {0x1, 0x8082, 0x800000000000808a, 0x8000000080008000, 0x808b, 0x80000001, 0x8000000080008081, 0x8000000000008009,
  0x8a, 0x88, 0x80008009, 0x8000000a, 0x8000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002,
  0x8000000000000080, 0x800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x80000001, 0x8000000080008008};
constant int ROT[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
constant int PI_[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};
void keccak(ulong* s) {
  for (int r = 0; r < 24; ++r) {
    ulong b[5];
    for (int i = 0; i < 5; ++i) b[i] = s[i] ^ s[i + 5] ^ s[i + 10] ^ s[i + 15] ^ s[i + 20];
    for (int i = 0; i < 5; ++i) {
      ulong t = b[(i + 4) % 5] ^ rotate(b[(i + 1) % 5], 1ul);
      for (int j = 0; j < 25; j += 5) s[j + i] ^= t;
    }
    ulong t = s[1];
    for (int i = 0; i < 24; ++i) {
      ulong u = s[PI_[i]];
      s[PI_[i]] = rotate(t, (ulong)ROT[i]);
      t = u;
    }
    for (int j = 0; j < 25; j += 5) {
      for (int i = 0; i < 5; ++i) b[i] = s[j + i];
      for (int i = 0; i < 5; ++i) s[j + i] ^= ~b[(i + 1) % 5] & b[(i + 2) % 5];
    }
    s[0] ^= RC[r];
  }
}
kernel void digest(global const ulong* in, global ulong* out, int blocks) {
  ulong s[25] = {0};
  size_t i = get_global_id(0);
  for (int n = 0; n < blocks; ++n) {
    for (int k = 0; k < 17; ++k) s[k] ^= in[(i * blocks + n) * 17 + k];
    keccak(s);
  }
  for (int k = 0; k < 4; ++k) out[i * 4 + k] = s[k];
}
