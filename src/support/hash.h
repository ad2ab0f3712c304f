// SPDX-License-Identifier: Apache-2.0
// 128-bit hashes (XXH3) for cache keys and checksums. Not cryptographic: an entry is also compared
// by its full key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace heddle {

struct Hash128 {
  uint64_t low = 0;
  uint64_t high = 0;

  /// Returns 32 hexadecimal digits, high part first, fit for a file name.
  std::string hex() const;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};

Hash128 hash128(std::span<const unsigned char> bytes);
Hash128 hash128(std::string_view text);

/// A hash of a sequence of fields. The length of each field precedes it, so that "ab","c" and
/// "a","bc" differ.
class Hasher {
 public:
  Hasher();
  Hasher& field(std::span<const unsigned char> bytes);
  Hasher& field(std::string_view text);
  template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  Hasher& field(T value) {
    return field(std::string_view(reinterpret_cast<const char*>(&value), sizeof value));
  }
  Hash128 digest() const;

 private:
  alignas(64) unsigned char state_[576];  // XXH3_state_t, kept out of this header
};

}  // namespace heddle
