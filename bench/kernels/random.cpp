// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr cl_uint kDraws = 64;
constexpr std::array<cl_uint, 2> kKey = {0x12345678, 0x9abcdef0};

/// A generator that starts from the work-item's number; final(i) is what it writes.
template <typename F>
Bench from_id(const Scale& scale, const char* name, Tolerance tolerance, F final) {
  const size_t n = scale(1 << 19, 1000);
  return {.name = name,
          .kernel = name,
          .global = {n},
          .arguments = {output<cl_uint>(n), value(kDraws)},
          .check = each<cl_uint>(0, tolerance, [=](const Data&, size_t i) {
            return final(static_cast<uint32_t>(i));
          })};
}

uint32_t xorshift32(uint32_t i) {
  uint32_t state = i * 2654435761u + 1;
  for (cl_uint k = 0; k < kDraws; ++k) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
  }
  return state;
}

uint32_t xoroshiro64(uint32_t i) {
  uint32_t a = i + 1, b = i * 2654435761u, sum = 0;
  for (cl_uint k = 0; k < kDraws; ++k) {
    sum += std::rotl(a * 0x9e3779bb, 5) * 5;
    b ^= a;
    a = std::rotl(a, 26) ^ b ^ b << 9;
    b = std::rotl(b, 13);
  }
  return sum;
}

uint32_t pcg32(uint32_t i) {
  uint64_t state = i * 0x9e3779b97f4a7c15;
  uint32_t sum = 0;
  for (cl_uint k = 0; k < kDraws; ++k) {
    sum += std::rotr(static_cast<uint32_t>((state >> 18 ^ state) >> 27),
                     static_cast<int>(state >> 59));
    state = state * 6364136223846793005 + 1442695040888963407;
  }
  return sum;
}

uint32_t hits(uint32_t i) {
  uint32_t state = i * 2654435761u + 1, inside = 0;
  const auto draw = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<double>(state >> 8) / (1 << 24);
  };
  for (cl_uint k = 0; k < kDraws; ++k) {
    const double x = draw(), y = draw();
    inside += x * x + y * y < 1;
  }
  return inside;
}

std::array<uint32_t, 4> philox(uint32_t i) {
  std::array<uint32_t, 4> c = {i, 0, 0, 0};
  uint32_t k0 = kKey[0], k1 = kKey[1];
  for (int round = 0; round < 10; ++round, k0 += 0x9e3779b9, k1 += 0xbb67ae85) {
    const uint64_t p0 = uint64_t{c[0]} * 0xd2511f53, p1 = uint64_t{c[2]} * 0xcd9e8d57;
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p0)};
  }
  return c;
}

Bench philox4x32(const Scale& scale) {
  const size_t n = scale(1 << 19, 1000);
  return {.name = "philox4x32",
          .kernel = "philox4x32",
          .global = {n},
          .arguments = {output<cl_uint>(4 * n), value(kKey)},
          .check = each<cl_uint>(
              0, {},
              [](const Data&, size_t at) { return philox(static_cast<uint32_t>(at / 4))[at % 4]; }),
          .bytes = 16.0 * n};
}

Bench normal_pairs(const Scale& scale) {
  const size_t n = scale(1 << 19, 1000);
  return {.name = "normal_pairs",
          .kernel = "normal_pairs",
          .global = {n},
          .arguments = {output<float>(2 * n), value(kKey)},
          .check = each<float>(0, {.absolute = 1e-5},
                               [](const Data&, size_t at) {
                                 const auto random = philox(static_cast<uint32_t>(at / 2));
                                 const double radius =
                                     std::sqrt(-2 * std::log(((random[0] >> 8) + 1) / 0x1p24));
                                 const double angle = 2 * M_PI * (random[1] >> 8) / 0x1p24;
                                 return radius * (at % 2 ? std::sin(angle) : std::cos(angle));
                               }),
          .bytes = 8.0 * n};
}

/// Chen, Panneton and L'Ecuyer's WELL512 with the state as a ring.
uint32_t well512_sum(std::array<uint32_t, 16> v) {
  uint32_t sum = 0;
  size_t now = 0;
  for (cl_uint k = 0; k < kDraws; ++k) {
    const uint32_t v0 = v[now], vm1 = v[(now + 13) % 16], vm2 = v[(now + 9) % 16];
    const size_t before = (now + 15) % 16;
    const uint32_t z0 = v[before], z1 = v0 ^ v0 << 16 ^ vm1 ^ vm1 << 15, z2 = vm2 ^ vm2 >> 11;
    v[now] = z1 ^ z2;
    v[before] = z0 ^ z0 << 2 ^ z1 ^ z1 << 18 ^ z2 << 28 ^ v[now] ^ (v[now] << 5 & 0xda442d24);
    now = before;
    sum += v[now];
  }
  return sum;
}

Bench well512(const Scale& scale) {
  const size_t n = scale(1 << 17, 500);
  return {.name = "well512",
          .kernel = "well512",
          .global = {n},
          .arguments = {output<cl_uint>(n), input<cl_uint>(16 * n, integers(1)), value(kDraws)},
          .check = each<cl_uint>(0, {}, [=](const Data& d, size_t i) {
            std::array<uint32_t, 16> state;
            for (size_t k = 0; k < 16; ++k) state[k] = d.get<cl_uint>(1)[k * n + i];
            return well512_sum(state);
          })};
}

/// The tempered words after one twist of a state.
std::string check_twist(const Data& d) {
  constexpr size_t kWords = 624;
  for (size_t base = 0; base < d.count<cl_uint>(0); base += 5 * kWords) {
    std::vector<uint32_t> mt(d.get<cl_uint>(1) + base, d.get<cl_uint>(1) + base + kWords);
    for (size_t k = 0; k < kWords; ++k) {
      const uint32_t y = (mt[k] & 0x80000000) | (mt[(k + 1) % kWords] & 0x7fffffff);
      mt[k] = mt[(k + 397) % kWords] ^ y >> 1 ^ (y % 2 ? 0x9908b0df : 0);
    }
    for (size_t k = 0; k < kWords; ++k) {
      uint32_t y = mt[k] ^ mt[k] >> 11;
      y ^= y << 7 & 0x9d2c5680;
      y ^= y << 15 & 0xefc60000;
      y ^= y >> 18;
      if (d.get<cl_uint>(0)[base + k] != y)
        return mismatch(base + k, d.get<cl_uint>(0)[base + k], y);
    }
  }
  return {};
}

Bench mersenne_twist(const Scale& scale) {
  const size_t states = scale(2048, 7), group = 224;
  return {.name = "mersenne_twist",
          .kernel = "mersenne_twist",
          .global = {states * group},
          .local = {group},
          .arguments = {output<cl_uint>(states * 624), input<cl_uint>(states * 624, integers(1))},
          .check = check_twist,
          .bytes = 8.0 * 624 * states};
}

}  // namespace

Family random(const Scale& scale) {
  return {
      "random",
      {from_id(scale, "xorshift32", {}, xorshift32), from_id(scale, "xoroshiro64", {}, xoroshiro64),
       from_id(scale, "pcg32", {}, pcg32), philox4x32(scale), well512(scale), mersenne_twist(scale),
       normal_pairs(scale), from_id(scale, "monte_carlo_pi", {.absolute = 1}, hits)}};
}

}  // namespace heddle::bench
