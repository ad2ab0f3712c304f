// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>

#include "check.h"
#include "families.h"
#include "hash_reference.h"

namespace heddle::bench {
namespace {

constexpr size_t kMessageBytes = 32;

/// Messages of `in_words` rows, digests of `out_words` rows; digest(message) is the reference.
template <size_t kIn, size_t kOut, typename F>
Bench rows(const Scale& scale, const char* name, size_t full_size, F digest) {
  const size_t n = scale(full_size, 500);
  return {.name = name,
          .kernel = name,
          .global = {n},
          .arguments = {output<cl_uint>(n * kOut), input<cl_uint>(n * kIn, integers(1))},
          .check = each<cl_uint>(0, {}, [=](const Data& d, size_t at) -> cl_uint {
            std::array<uint32_t, kIn> message;
            for (size_t k = 0; k < kIn; ++k) message[k] = d.get<cl_uint>(1)[k * n + at % n];
            return digest(message)[at / n];
          })};
}

Bench murmur3(const Scale& scale) {
  constexpr cl_uint kSeed = 0x1234;
  Bench bench = rows<8, 1>(scale, "murmur3", 1 << 20, [](const std::array<uint32_t, 8>& message) {
    return std::array{bench::murmur3(message, kSeed)};
  });
  bench.arguments.push_back(value(kSeed));
  bench.bytes = 36.0 * bench.global[0];
  return bench;
}

Bench fnv1a(const Scale& scale) {
  const size_t n = scale(1 << 19, 1000);
  return {.name = "fnv1a",
          .kernel = "fnv1a",
          .global = {n},
          .arguments = {output<cl_uint>(n), input<uint8_t>(n * kMessageBytes, integers(1))},
          .check = each<cl_uint>(0, {},
                                 [](const Data& d, size_t i) {
                                   cl_uint hash = 2166136261u;
                                   for (size_t k = 0; k < kMessageBytes; ++k) {
                                     hash = (hash ^ d.get<uint8_t>(1)[kMessageBytes * i + k]) *
                                            16777619u;
                                   }
                                   return hash;
                                 }),
          .bytes = 36.0 * n};
}

Bench crc32_table(const Scale& scale) {
  const size_t n = scale(1 << 18, 1000);
  return {.name = "crc32_table",
          .kernel = "crc32_table",
          .global = {n},
          .arguments = {output<cl_uint>(n), input<uint8_t>(n * kMessageBytes, integers(1)),
                        input<cl_uint>(256, crc_of_byte)},
          .check = each<cl_uint>(
              0, {},
              [](const Data& d, size_t i) {
                cl_uint crc = ~0u;  // bit by bit
                for (size_t bit = 0; bit < 8 * kMessageBytes; ++bit) {
                  crc ^= d.get<uint8_t>(1)[kMessageBytes * i + bit / 8] >> bit % 8 & 1;
                  crc = crc & 1 ? crc >> 1 ^ kCrcPolynomial : crc >> 1;
                }
                return ~crc;
              }),
          .bytes = 36.0 * n};
}

Bench xtea(const Scale& scale) {
  const size_t n = scale(1 << 19, 1000);
  constexpr std::array<uint32_t, 4> kKey = {0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210};
  return {.name = "xtea",
          .kernel = "xtea",
          .global = {n},
          .arguments = {output<cl_uint>(2 * n), input<cl_uint>(2 * n, integers(1)), value(kKey)},
          .check = each<cl_uint>(0, {},
                                 [=](const Data& d, size_t at) {
                                   const cl_uint* block = d.get<cl_uint>(1) + at / 2 * 2;
                                   uint32_t v[] = {block[0], block[1]}, sum = 0;
                                   for (int half = 0; half < 64; ++half) {
                                     const uint32_t w = v[1 - half % 2],
                                                    key = kKey[(half % 2 ? sum >> 11 : sum) & 3];
                                     v[half % 2] += ((w << 4 ^ w >> 5) + w) ^ (sum + key);
                                     if (half % 2 == 0) sum += 0x9e3779b9;
                                   }
                                   return v[at % 2];
                                 }),
          .bytes = 16.0 * n};
}

Bench chacha20(const Scale& scale) {
  const size_t n = scale(1 << 17, 500);
  return {.name = "chacha20",
          .kernel = "chacha20",
          .global = {n},
          .arguments = {output<cl_uint>(16 * n), input<cl_uint>(16 * n, integers(1)),
                        input<cl_uint>(11, integers(2))},
          .check = each<cl_uint>(0, {},
                                 [](const Data& d, size_t at) -> cl_uint {
                                   const auto stream = chacha20_block(
                                       d.get<cl_uint>(2), static_cast<uint32_t>(at / 16));
                                   return d.get<cl_uint>(1)[at] ^ stream[at % 16];
                                 }),
          .bytes = 128.0 * n};
}

Bench aes128(const Scale& scale) {
  const size_t n = scale(1 << 18, 1024);
  return {.name = "aes128",
          .kernel = "aes128",
          .global = {n},
          .local = {128},
          .arguments = {output<cl_uint>(4 * n), input<cl_uint>(4 * n, integers(1)),
                        input<cl_uint>(44, aes_round_key), input<cl_uint>(256, aes_table),
                        input<uint8_t>(256, aes_substitute)},
          .check = each<cl_uint>(0, {.samples = 1000},
                                 [](const Data& d, size_t at) -> cl_uint {
                                   return aes_encrypt(d.get<cl_uint>(1) + at / 4 * 4)[at % 4];
                                 }),
          .bytes = 32.0 * n};
}

}  // namespace

Family hash(const Scale& scale) {
  return {"hash",
          {rows<8, 4>(scale, "md5", 1 << 18, md5), rows<16, 8>(scale, "sha256", 1 << 17, sha256),
           fnv1a(scale), murmur3(scale), crc32_table(scale), xtea(scale), chacha20(scale),
           aes128(scale)}};
}

}  // namespace heddle::bench
