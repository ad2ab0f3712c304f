// SPDX-License-Identifier: Apache-2.0
#include "hash_reference.h"

#include <bit>
#include <cmath>

namespace heddle::bench {
namespace {

bool is_prime(unsigned n) {
  for (unsigned k = 2; k * k <= n; ++k) {
    if (n % k == 0) return false;
  }
  return true;
}

/// The first 32 bits of the fraction of a root of the index-th prime, as FIPS 180-4 defines its
/// constants.
uint32_t fraction_of_root(unsigned index, bool cube) {
  unsigned prime = 2;
  for (unsigned found = 0;; ++prime) {
    if (is_prime(prime) && found++ == index) break;
  }
  const long double root = cube ? std::cbrt(static_cast<long double>(prime))
                                : std::sqrt(static_cast<long double>(prime));
  return static_cast<uint32_t>(static_cast<uint64_t>(root * 4294967296.0L));
}

uint32_t load_big(const uint8_t* b) {
  return uint32_t{b[0]} << 24 | uint32_t{b[1]} << 16 | uint32_t{b[2]} << 8 | b[3];
}

/// The product in the field of AES.
uint8_t multiply(uint8_t a, uint8_t b) {
  unsigned product = 0;
  for (unsigned shifted = a; b; b >>= 1) {
    if (b & 1) product ^= shifted;
    shifted = shifted & 0x80 ? (shifted << 1 ^ 0x11b) : shifted << 1;
  }
  return static_cast<uint8_t>(product);
}

const std::array<uint8_t, 256>& substitutions() {
  static const std::array<uint8_t, 256> table = [] {
    std::array<uint8_t, 256> t;
    for (unsigned x = 0; x < 256; ++x) {
      uint8_t inverse = 0;
      for (unsigned y = 1; y < 256 && x; ++y) {
        if (multiply(static_cast<uint8_t>(x), static_cast<uint8_t>(y)) == 1)
          inverse = static_cast<uint8_t>(y);
      }
      uint8_t result = 0x63;
      for (int turn = 0; turn < 5; ++turn) result ^= std::rotl(inverse, turn);
      t[x] = result;
    }
    return t;
  }();
  return table;
}

uint32_t substitute_word(uint32_t word) {
  uint32_t result = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    result |= uint32_t{substitutions()[word >> shift & 255]} << shift;
  }
  return result;
}

void quarter(uint32_t& a, uint32_t& b, uint32_t& c, uint32_t& d) {
  a += b, d = std::rotl(d ^ a, 16);
  c += d, b = std::rotl(b ^ c, 12);
  a += b, d = std::rotl(d ^ a, 8);
  c += d, b = std::rotl(b ^ c, 7);
}

}  // namespace

std::array<uint32_t, 4> md5(const std::array<uint32_t, 8>& message) {
  constexpr int kTurns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  constexpr std::array<uint32_t, 4> kStart = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  constexpr size_t kFactor[] = {1, 5, 3, 7}, kFirst[] = {0, 1, 5, 0};
  std::array<uint32_t, 16> m{};
  for (size_t k = 0; k < message.size(); ++k) m[k] = message[k];
  m[8] = 0x80, m[14] = 8 * 32;
  std::array<uint32_t, 4> s = kStart;
  for (size_t step = 0; step < 64; ++step) {
    const size_t round = step / 16;
    const auto [a, b, c, d] = s;
    const uint32_t mixed[] = {(b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d)};
    const double sine = std::abs(std::sin(static_cast<double>(step + 1)));
    const uint32_t sum = a + mixed[round] + m[(kFactor[round] * step + kFirst[round]) % 16] +
                         static_cast<uint32_t>(static_cast<uint64_t>(sine * 4294967296.0));
    s = {d, b + std::rotl(sum, kTurns[round][step % 4]), b, c};
  }
  for (size_t k = 0; k < 4; ++k) s[k] += kStart[k];
  return s;
}

std::array<uint32_t, 8> sha256(const std::array<uint32_t, 16>& block) {
  static const auto constants = [] {
    std::array<uint32_t, 72> values;
    for (unsigned k = 0; k < 72; ++k) values[k] = fraction_of_root(k < 64 ? k : k - 64, k < 64);
    return values;
  }();
  std::array<uint32_t, 64> w;
  for (size_t t = 0; t < 64; ++t) {
    if (t < 16) {
      w[t] = block[t];
      continue;
    }
    const uint32_t x = w[t - 15], y = w[t - 2];
    w[t] = w[t - 16] + w[t - 7] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) +
           (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10);
  }
  std::array<uint32_t, 8> s;
  for (size_t k = 0; k < 8; ++k) s[k] = constants[64 + k];
  for (size_t t = 0; t < 64; ++t) {
    const auto [a, b, c, d, e, f, g, h] = s;
    const uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                        ((e & f) ^ (~e & g)) + constants[t] + w[t];
    const uint32_t t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    s = {t1 + t2, a, b, c, d + t1, e, f, g};
  }
  for (size_t k = 0; k < 8; ++k) s[k] += constants[64 + k];
  return s;
}

uint32_t murmur3(const std::array<uint32_t, 8>& message, uint32_t seed) {
  uint32_t h = seed;
  for (uint32_t word : message) {
    h = std::rotl(h ^ std::rotl(word * 0xcc9e2d51, 15) * 0x1b873593, 13) * 5 + 0xe6546b64;
  }
  h ^= 32;
  h = (h ^ h >> 16) * 0x85ebca6b;
  h = (h ^ h >> 13) * 0xc2b2ae35;
  return h ^ h >> 16;
}

uint32_t crc_of_byte(size_t byte) {
  uint32_t crc = static_cast<uint32_t>(byte);
  for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ kCrcPolynomial : crc >> 1;
  return crc;
}

std::array<uint32_t, 16> chacha20_block(const uint32_t* key, uint32_t counter) {
  std::array<uint32_t, 16> start = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (size_t k = 0; k < 8; ++k) start[4 + k] = key[k];
  start[12] = counter;
  for (size_t k = 0; k < 3; ++k) start[13 + k] = key[8 + k];
  std::array<uint32_t, 16> s = start;
  for (int round = 0; round < 20; ++round) {
    for (size_t k = 0; k < 4; ++k) {  // columns, then diagonals
      const size_t turn = round % 2;
      quarter(s[k], s[4 + (k + turn) % 4], s[8 + (k + 2 * turn) % 4], s[12 + (k + 3 * turn) % 4]);
    }
  }
  for (size_t k = 0; k < 16; ++k) s[k] += start[k];
  return s;
}

uint8_t aes_substitute(size_t byte) {
  return substitutions()[byte];
}

uint32_t aes_table(size_t byte) {
  const uint8_t s = aes_substitute(byte);
  const uint8_t column[] = {multiply(s, 2), s, s, multiply(s, 3)};
  return load_big(column);
}

uint32_t aes_round_key(size_t word) {
  static const auto keys = [] {
    std::array<uint32_t, 44> w;
    uint8_t round_constant = 1;
    for (size_t k = 0; k < 44; ++k) {
      const uint32_t base = static_cast<uint32_t>(4 * k);
      if (k < 4) {
        w[k] = (base << 24) | ((base + 1) << 16) | ((base + 2) << 8) | (base + 3);
        continue;
      }
      uint32_t t = w[k - 1];
      if (k % 4 == 0) {
        t = substitute_word(std::rotl(t, 8)) ^ uint32_t { round_constant } << 24;
        round_constant = multiply(round_constant, 2);
      }
      w[k] = w[k - 4] ^ t;
    }
    return w;
  }();
  return keys[word];
}

std::array<uint32_t, 4> aes_encrypt(const uint32_t* block) {
  uint8_t state[16], moved[16];  // column by column
  for (size_t i = 0; i < 16; ++i) {
    state[i] = static_cast<uint8_t>((block[i / 4] ^ aes_round_key(i / 4)) >> (24 - 8 * (i % 4)));
  }
  for (size_t round = 1; round <= 10; ++round) {
    for (size_t i = 0; i < 16; ++i) moved[i] = aes_substitute(state[(i + 4 * (i % 4)) % 16]);
    for (size_t i = 0; i < 16; ++i) {
      const uint8_t* column = moved + i / 4 * 4;
      const auto at = [&](size_t k) { return column[(i + k) % 4]; };
      const int mixed = multiply(at(0), 2) ^ multiply(at(1), 3) ^ at(2) ^ at(3);
      const uint32_t key = aes_round_key(4 * round + i / 4) >> (24 - 8 * (i % 4));
      state[i] = static_cast<uint8_t>((round < 10 ? mixed : moved[i]) ^ static_cast<int>(key));
    }
  }
  return {load_big(state), load_big(state + 4), load_big(state + 8), load_big(state + 12)};
}

}  // namespace heddle::bench
