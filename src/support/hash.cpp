// SPDX-License-Identifier: Apache-2.0
#include "support/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heddle {

std::string Hash128::hex() const {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const uint64_t part : {high, low}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(part >> shift) & 15];
  }
  return text;
}

Hash128 hash128(std::span<const unsigned char> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

Hash128 hash128(std::string_view text) {
  return hash128(std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

Hasher::Hasher() {
  static_assert(sizeof(state_) >= sizeof(XXH3_state_t) && alignof(Hasher) >= alignof(XXH3_state_t));
  XXH3_128bits_reset(reinterpret_cast<XXH3_state_t*>(state_));
}

Hasher& Hasher::field(std::span<const unsigned char> bytes) {
  auto* state = reinterpret_cast<XXH3_state_t*>(state_);
  const uint64_t size = bytes.size();
  XXH3_128bits_update(state, &size, sizeof size);
  XXH3_128bits_update(state, bytes.data(), bytes.size());
  return *this;
}

Hasher& Hasher::field(std::string_view text) {
  return field(std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

Hash128 Hasher::digest() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(reinterpret_cast<const XXH3_state_t*>(state_));
  return {hash.low64, hash.high64};
}

}  // namespace heddle
