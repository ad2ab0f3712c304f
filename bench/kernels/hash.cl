// SPDX-License-Identifier: Apache-2.0
// Hashes and ciphers: each work-item has a message of its own. A message of n words lies with one
// word in each of n rows.

// RFC 1321, one block: 8 words of message, then padding.
constant uint kMd5Sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
constant uint kMd5Turns[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

kernel void md5(global uint* out, global const uint* in) {
  size_t i = get_global_id(0), n = get_global_size(0);
  uint m[16];
  for (int k = 0; k < 8; ++k) m[k] = in[k * n + i];
  m[8] = 0x80;
  for (int k = 9; k < 16; ++k) m[k] = 0;
  m[14] = 256;
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int r = 0; r < 64; ++r) {
    uint f, g;
    if (r < 16) {
      f = (b & c) | (~b & d);
      g = r;
    } else if (r < 32) {
      f = (d & b) | (~d & c);
      g = (5 * r + 1) % 16;
    } else if (r < 48) {
      f = b ^ c ^ d;
      g = (3 * r + 5) % 16;
    } else {
      f = c ^ (b | ~d);
      g = 7 * r % 16;
    }
    f += a + kMd5Sines[r] + m[g];
    a = d;
    d = c;
    c = b;
    b += rotate(f, kMd5Turns[r / 16 * 4 + r % 4]);
  }
  out[i] = a + 0x67452301;
  out[n + i] = b + 0xefcdab89;
  out[2 * n + i] = c + 0x98badcfe;
  out[3 * n + i] = d + 0x10325476;
}

// FIPS 180-4, one block of 16 words.
constant uint kSha256Roots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
constant uint kSha256Start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

#define TURN(x, n) rotate((uint)(x), (uint)(32 - (n)))

kernel void sha256(global uint* out, global const uint* in) {
  size_t i = get_global_id(0), n = get_global_size(0);
  uint w[16], s[8];
  for (int k = 0; k < 16; ++k) w[k] = in[k * n + i];
  for (int k = 0; k < 8; ++k) s[k] = kSha256Start[k];
  for (int r = 0; r < 64; ++r) {
    if (r >= 16) {
      uint x = w[(r + 1) % 16], y = w[(r + 14) % 16];
      w[r % 16] += w[(r + 9) % 16] + (TURN(x, 7) ^ TURN(x, 18) ^ (x >> 3)) +
                   (TURN(y, 17) ^ TURN(y, 19) ^ (y >> 10));
    }
    uint first = s[7] + (TURN(s[4], 6) ^ TURN(s[4], 11) ^ TURN(s[4], 25)) +
                 bitselect(s[6], s[5], s[4]) + kSha256Roots[r] + w[r % 16];
    uint second = (TURN(s[0], 2) ^ TURN(s[0], 13) ^ TURN(s[0], 22)) +
                  ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int k = 7; k > 0; --k) s[k] = s[k - 1];
    s[4] += first;
    s[0] = first + second;
  }
  for (int k = 0; k < 8; ++k) out[k * n + i] = s[k] + kSha256Start[k];
}

// Byte by byte; a message is a row of 32 bytes.
kernel void fnv1a(global uint* out, global const uchar* in) {
  size_t i = get_global_id(0);
  uint hash = 2166136261u;
  for (int k = 0; k < 32; ++k) hash = (hash ^ in[32 * i + k]) * 16777619u;
  out[i] = hash;
}

// MurmurHash3, 32 bits, of eight words.
kernel void murmur3(global uint* out, global const uint* in, uint seed) {
  size_t i = get_global_id(0), n = get_global_size(0);
  uint hash = seed;
  for (int k = 0; k < 8; ++k) {
    hash ^= rotate(in[k * n + i] * 0xcc9e2d51u, 15u) * 0x1b873593u;
    hash = rotate(hash, 13u) * 5 + 0xe6546b64u;
  }
  hash ^= 32;
  hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
  out[i] = hash ^ (hash >> 16);
}

kernel void crc32_table(global uint* out, global const uchar* in, constant uint* table) {
  size_t i = get_global_id(0);
  uint crc = ~0u;
  for (int k = 0; k < 32; ++k) crc = table[(crc ^ in[32 * i + k]) & 255] ^ (crc >> 8);
  out[i] = ~crc;
}

kernel void xtea(global uint2* out, global const uint2* in, uint4 key) {
  size_t i = get_global_id(0);
  uint2 v = in[i];
  uint keys[4] = {key.x, key.y, key.z, key.w}, sum = 0;
  for (int round = 0; round < 32; ++round) {
    v.x += (((v.y << 4) ^ (v.y >> 5)) + v.y) ^ (sum + keys[sum & 3]);
    sum += 0x9e3779b9u;
    v.y += (((v.x << 4) ^ (v.x >> 5)) + v.x) ^ (sum + keys[(sum >> 11) & 3]);
  }
  out[i] = v;
}

void quarter_round(uint* s, int a, int b, int c, int d) {
  s[a] += s[b];
  s[d] = rotate(s[d] ^ s[a], 16u);
  s[c] += s[d];
  s[b] = rotate(s[b] ^ s[c], 12u);
  s[a] += s[b];
  s[d] = rotate(s[d] ^ s[a], 8u);
  s[c] += s[d];
  s[b] = rotate(s[b] ^ s[c], 7u);
}

// RFC 8439: each work-item encrypts a block of 16 words.
kernel void chacha20(global uint* out, global const uint* in, global const uint* key) {
  size_t i = get_global_id(0);
  uint start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (int k = 0; k < 8; ++k) start[4 + k] = key[k];
  start[12] = (uint)i;
  for (int k = 8; k < 11; ++k) start[5 + k] = key[k];
  uint s[16];
  for (int k = 0; k < 16; ++k) s[k] = start[k];
  for (int round = 0; round < 10; ++round) {
    quarter_round(s, 0, 4, 8, 12);
    quarter_round(s, 1, 5, 9, 13);
    quarter_round(s, 2, 6, 10, 14);
    quarter_round(s, 3, 7, 11, 15);
    quarter_round(s, 0, 5, 10, 15);
    quarter_round(s, 1, 6, 11, 12);
    quarter_round(s, 2, 7, 8, 13);
    quarter_round(s, 3, 4, 9, 14);
  }
  for (int k = 0; k < 16; ++k) out[16 * i + k] = in[16 * i + k] ^ (s[k] + start[k]);
}

// AES-128 with one table of 256 words in local memory; keys are the 44 words of the schedule, words
// are big-endian.
kernel void aes128(global uint4* out, global const uint4* in, constant uint* keys,
                   global const uint* table, constant uchar* sbox) {
  local uint t[256];
  for (uint k = get_local_id(0); k < 256; k += get_local_size(0)) t[k] = table[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t i = get_global_id(0);
  uint4 block = in[i];
  uint s[4] = {block.x ^ keys[0], block.y ^ keys[1], block.z ^ keys[2], block.w ^ keys[3]};
  for (int round = 1; round < 10; ++round) {
    uint u[4];
    for (int k = 0; k < 4; ++k)
      u[k] = t[s[k] >> 24] ^ TURN(t[(s[(k + 1) % 4] >> 16) & 255], 8) ^
             TURN(t[(s[(k + 2) % 4] >> 8) & 255], 16) ^ TURN(t[s[(k + 3) % 4] & 255], 24) ^
             keys[4 * round + k];
    for (int k = 0; k < 4; ++k) s[k] = u[k];
  }
  uint u[4];
  for (int k = 0; k < 4; ++k)
    u[k] = ((uint)sbox[s[k] >> 24] << 24 | (uint)sbox[(s[(k + 1) % 4] >> 16) & 255] << 16 |
            (uint)sbox[(s[(k + 2) % 4] >> 8) & 255] << 8 | (uint)sbox[s[(k + 3) % 4] & 255]) ^
           keys[40 + k];
  out[i] = (uint4)(u[0], u[1], u[2], u[3]);
}
