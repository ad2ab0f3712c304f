// SPDX-License-Identifier: Apache-2.0
// Hashes and ciphers in plain C++, written from their definitions and not from the kernels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::bench {

constexpr uint32_t kCrcPolynomial = 0xedb88320;  // of zip and Ethernet, lowest bit first

/// The digest of a message of 32 bytes, little-endian words.
std::array<uint32_t, 4> md5(const std::array<uint32_t, 8>& message);
/// The state after one block of 16 words, no padding.
std::array<uint32_t, 8> sha256(const std::array<uint32_t, 16>& block);
uint32_t murmur3(const std::array<uint32_t, 8>& message, uint32_t seed);
uint32_t crc_of_byte(size_t byte);
/// A block of the key stream: key is 8 words of key and 3 of nonce.
std::array<uint32_t, 16> chacha20_block(const uint32_t* key, uint32_t counter);

/// AES-128 under the key 00 01 02 ... 0f (FIPS 197, appendix C.1); words are big-endian.
uint8_t aes_substitute(size_t byte);
/// A column of MixColumns for one substituted byte in its first row.
uint32_t aes_table(size_t byte);
uint32_t aes_round_key(size_t word);
std::array<uint32_t, 4> aes_encrypt(const uint32_t* block);

}  // namespace heddle::bench
