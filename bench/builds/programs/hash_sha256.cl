// A search for a nonce: SHA-256 twice, written out.
#define R(x, n) rotate((uint)(x), (uint)(32 - (n)))
#define S0(x) (R(x, 2) ^ R(x, 13) ^ R(x, 22))
#define S1(x) (R(x, 6) ^ R(x, 11) ^ R(x, 25))
#define G0(x) (R(x, 7) ^ R(x, 18) ^ ((x) >> 3))
#define G1(x) (R(x, 17) ^ R(x, 19) ^ ((x) >> 10))
constant uint K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
  0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
  0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
  0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
  0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
void sha256(uint* h, uint* w) {
  uint a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], q = h[7];
#pragma unroll
  for (int i = 0; i < 64; ++i) {
    if (i >= 16) w[i & 15] += G0(w[(i + 1) & 15]) + w[(i + 9) & 15] + G1(w[(i + 14) & 15]);
    uint t1 = q + S1(e) + bitselect(g, f, e) + K[i] + w[i & 15], t2 = S0(a) + bitselect(a, b, c ^ a);
    q = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e, h[5] += f, h[6] += g, h[7] += q;
}
kernel void search(global const uint* header, global const uint* middle, uint target, global uint* found) {
  uint h[8], w[16], r[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int i = 0; i < 8; ++i) h[i] = middle[i];
  for (int i = 0; i < 16; ++i) w[i] = header[i];
  w[3] = get_global_id(0);
  sha256(h, w);
  for (int i = 0; i < 8; ++i) w[i] = h[i];
  w[8] = 0x80000000;
  for (int i = 9; i < 15; ++i) w[i] = 0;
  w[15] = 256;
  sha256(r, w);
  if (r[7] <= target) found[atomic_inc(found) + 1] = get_global_id(0);
}
