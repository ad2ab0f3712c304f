// Passwords: MD5 in steps that are written out, candidates from tables, and a test of many digests.
#define F(b, c, d) (d ^ (b & (c ^ d)))
#define G(b, c, d) (c ^ (d & (b ^ c)))
#define H(b, c, d) (b ^ c ^ d)
#define I(b, c, d) (c ^ (b | ~d))
#define STEP(f, a, b, c, d, x, s, k) a += f(b, c, d) + x + k; a = rotate(a, (uint)s) + b;
#define FOUR(f, i, j, k, l, s0, s1, s2, s3, c0) \
  STEP(f, a, b, c, d, w[i], s0, c0) STEP(f, d, a, b, c, w[j], s1, c0 * 3u + 1u) STEP(f, c, d, a, b, w[k], s2, c0 * 5u + 7u) STEP(f, b, c, d, a, w[l], s3, c0 * 7u + 9u)
kernel void crack(global const uint* words, uint count, global const uint4* digests, uint num_digests, global uint* found) {
  uint id = get_global_id(0);
  if (id >= count) return;
  uint w[16];
  for (int i = 0; i < 14; ++i) w[i] = words[id * 14 + i];
  w[14] = 448, w[15] = 0;
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  FOUR(F, 0, 1, 2, 3, 7, 12, 17, 22, 0xd76aa478u) FOUR(F, 4, 5, 6, 7, 7, 12, 17, 22, 0xf57c0fafu)
  FOUR(F, 8, 9, 10, 11, 7, 12, 17, 22, 0x698098d8u) FOUR(F, 12, 13, 14, 15, 7, 12, 17, 22, 0x6b901122u)
  FOUR(G, 1, 6, 11, 0, 5, 9, 14, 20, 0xf61e2562u) FOUR(G, 5, 10, 15, 4, 5, 9, 14, 20, 0xd62f105du)
  FOUR(G, 9, 14, 3, 8, 5, 9, 14, 20, 0x21e1cde6u) FOUR(G, 13, 2, 7, 12, 5, 9, 14, 20, 0xa9e3e905u)
  FOUR(H, 5, 8, 11, 14, 4, 11, 16, 23, 0xfffa3942u) FOUR(H, 1, 4, 7, 10, 4, 11, 16, 23, 0xa4beea44u)
  FOUR(H, 13, 0, 3, 6, 4, 11, 16, 23, 0x289b7ec6u) FOUR(H, 9, 12, 15, 2, 4, 11, 16, 23, 0xd9d4d039u)
  FOUR(I, 0, 7, 14, 5, 6, 10, 15, 21, 0xf4292244u) FOUR(I, 12, 3, 10, 1, 6, 10, 15, 21, 0x655b59c3u)
  FOUR(I, 8, 15, 6, 13, 6, 10, 15, 21, 0x6fa87e4fu) FOUR(I, 4, 11, 2, 9, 6, 10, 15, 21, 0xf7537e82u)
  for (uint i = 0; i < num_digests; ++i)
    if (all(digests[i] == (uint4)(a, b, c, d))) found[atomic_inc(found) + 1] = id;
}
