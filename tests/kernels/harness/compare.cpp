// SPDX-License-Identifier: Apache-2.0
#include "compare.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace kernels {

namespace {

std::string element_text(const ElementType& type, const unsigned char* at) {
  char text[64];
  auto as = [&]<class T>(T value) {
    memcpy(&value, at, sizeof(T));
    return value;
  };
  if (type.base == "float") {
    snprintf(text, sizeof(text), "%.9g", as(0.0f));
  } else if (type.base == "double") {
    snprintf(text, sizeof(text), "%.17g", as(0.0));
  } else {
    uint64_t value = 0;
    memcpy(&value, at, type.base_size);
    unsigned unused = 64 - 8 * type.base_size;
    if (type.base[0] == 'u' || type.base == "half") {
      snprintf(text, sizeof(text), "%llu (0x%llx)", static_cast<unsigned long long>(value),
               static_cast<unsigned long long>(value));
    } else {
      snprintf(text, sizeof(text), "%lld",
               static_cast<long long>(static_cast<int64_t>(value << unused) >> unused));
    }
  }
  return text;
}

/// A number of a floating-point type by its bits, which are in the order of the numbers.
struct Number {
  bool is_nan, is_infinite, is_negative;
  uint64_t magnitude;
};

Number number(const ElementType& type, const unsigned char* at) {
  uint64_t bits = 0;
  memcpy(&bits, at, type.base_size);
  const unsigned mantissa = type.base == "double" ? 52 : type.base == "float" ? 23 : 10;
  const uint64_t sign = uint64_t{1} << (8 * type.base_size - 1);
  const uint64_t infinity = sign - (uint64_t{1} << mantissa);
  const uint64_t magnitude = bits & ~sign;
  return {magnitude > infinity, magnitude == infinity, (bits & sign) != 0, magnitude};
}

/// NaNs are equal to each other, infinities to themselves; other numbers differ by so many ulps at
/// most, and not in their signs.
bool alike(const ElementType& type, const unsigned char* a, const unsigned char* b, uint64_t ulps) {
  if (memcmp(a, b, type.base_size) == 0) return true;
  if (type.base != "float" && type.base != "double" && (type.base != "half" || ulps == 0))
    return false;
  const Number x = number(type, a), y = number(type, b);
  if (x.is_nan || y.is_nan) return x.is_nan && y.is_nan;
  if (x.is_infinite || y.is_infinite || x.is_negative != y.is_negative) return false;
  return std::max(x.magnitude, y.magnitude) - std::min(x.magnitude, y.magnitude) <= ulps;
}

}  // namespace

std::string difference(const Spec& spec, const Output& got, const Output& expected) {
  size_t bytes = got.bytes.size();
  for (size_t at = 0; at < kGuard; ++at) {
    if (got.bytes[at] != kFill)
      return "wrote " + std::to_string(kGuard - at) + " bytes in front of the buffer";
    if (got.bytes[bytes - kGuard + at] != kFill)
      return "wrote " + std::to_string(at) + " bytes behind the buffer";
  }
  if (bytes != expected.bytes.size()) return "outputs of different types";
  size_t step = got.type.base_size;
  unsigned wrong = 0;
  std::string first;
  for (size_t at = kGuard; at < bytes - kGuard; at += step) {
    const unsigned char* a = &got.bytes[at];
    const unsigned char* b = &expected.bytes[at];
    size_t in_element = (at - kGuard) % got.type.size() / step;
    if (got.type.width == 3 && in_element == 3) continue;
    if (alike(got.type, a, b, spec.ulps)) continue;
    if (wrong++) continue;
    size_t element = (at - kGuard) / got.type.size();
    first = "item " + std::to_string(element / spec.per_item) + " value " +
            std::to_string(element % spec.per_item);
    if (got.type.width > 1) first += ".s" + std::to_string(in_element);
    first += ": got " + element_text(got.type, a) + ", expected " + element_text(got.type, b);
  }
  if (!wrong && got.images != expected.images) {
    const auto at = std::ranges::mismatch(got.images, expected.images).in1 - got.images.begin();
    return "images differ from byte " + std::to_string(at) + " on";
  }
  return wrong ? first + " (" + std::to_string(wrong) + " wrong)" : "";
}

}  // namespace kernels
