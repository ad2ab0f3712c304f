// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

struct Plane {
  size_t width, height;

  size_t points() const { return width * height; }
  size_t at(size_t x, size_t y) const { return y % height * width + x % width; }
  size_t clamped(ptrdiff_t x, ptrdiff_t y) const {
    const auto in = [](ptrdiff_t v, size_t size) {
      return static_cast<size_t>(std::clamp<ptrdiff_t>(v, 0, static_cast<ptrdiff_t>(size) - 1));
    };
    return in(y, height) * width + in(x, width);
  }
  Argument width_value() const { return value(static_cast<cl_int>(width)); }
  Argument height_value() const { return value(static_cast<cl_int>(height)); }
};

Bench life_torus(const Scale& scale) {
  const Plane p{scale(2048, 50), scale(1024, 34)};
  return {
      .name = "life_torus",
      .kernel = "life_torus",
      .global = {p.width, p.height},
      .arguments = {output<uint8_t>(p.points()), input<uint8_t>(p.points(), integers(1, 2)),
                    p.width_value(), p.height_value()},
      .check = each<uint8_t>(
          0, {},
          [=](const Data& d, size_t i) {
            const uint8_t* in = d.get<uint8_t>(1);
            int alive = 0;
            for (size_t k = 0; k < 9; ++k)
              alive +=
                  in[p.at(i % p.width + p.width + k % 3 - 1, i / p.width + p.height + k / 3 - 1)];
            return alive == 3 || (in[i] && alive == 4);
          }),
      .bytes = 2.0 * p.points()};
}

Bench ring_taps(const Scale& scale) {
  const size_t n = scale(1 << 20, 3000), size = scale(1 << 21, 4096), taps = 12;
  const size_t head = size / 2 + 77;
  const auto delay = [](size_t k) { return 37 * k * k + 5; };
  return {.name = "ring_taps",
          .kernel = "ring_taps",
          .global = {n},
          .arguments = {output<float>(n), input<float>(size, signed_noise(1)),
                        input<float>(taps, signed_noise(2)), input<cl_int>(taps, delay),
                        value(static_cast<cl_int>(taps)), value(static_cast<cl_int>(head)),
                        value(static_cast<cl_int>(size))},
          .check = each<float>(0, {.relative = 1e-5},
                               [=](const Data& d, size_t i) {
                                 Sum sum;
                                 for (size_t k = 0; k < taps; ++k) {
                                   const size_t at = (size + head + i - delay(k)) % size;
                                   sum.add(double{d.get<float>(2)[k]} * d.get<float>(1)[at]);
                                 }
                                 return sum;
                               }),
          .flops = 2.0 * taps * n,
          .bytes = 8.0 * n};
}

Bench tone_map(const Scale& scale) {
  const size_t width = scale(1024, 50), height = scale(512, 34), n = width * height;
  constexpr double kExposure = 1.25, kPower = 0.75;
  const auto expected = [](const Data& d, size_t i) {
    const float* in = d.get<float>(1) + i / 4 * 4;
    if (i % 4 == 3) return double{in[3]};
    const double p[] = {kExposure * in[0], kExposure * in[1], kExposure * in[2]};
    const double q[] = {0.8 * p[0] + 0.15 * p[1] + 0.05 * p[2],
                        0.1 * p[0] + 0.8 * p[1] + 0.1 * p[2],
                        0.05 * p[0] + 0.15 * p[1] + 0.8 * p[2]};
    const double luma = 0.2126 * q[0] + 0.7152 * q[1] + 0.0722 * q[2];
    const double mapped = luma > 0.18 ? std::pow(luma, kPower) : luma * 0.9;
    return std::clamp(q[i % 4] * mapped / std::max(luma, 1e-6), 0.0, 1.0);
  };
  return {
      .name = "tone_map",
      .kernel = "tone_map",
      .global = {width, height},
      .arguments = {output<float>(4 * n), input<float>(4 * n, uniform(1)),
                    value(static_cast<float>(kExposure)), value(static_cast<float>(kPower))},
      .check = each<float>(0, {.relative = 1e-3, .absolute = 1e-4, .outliers = 0.001}, expected),
      .bytes = 32.0 * n};
}

Bench bilateral5x5(const Scale& scale) {
  const Plane p{scale(512, 50), scale(256, 34)};
  constexpr double kRange = 8;
  const auto expected = [=](const Data& d, size_t i) {
    const float* in = d.get<float>(1);
    double sum = 0, weights = 0;
    for (ptrdiff_t dy = -2; dy <= 2; ++dy) {
      for (ptrdiff_t dx = -2; dx <= 2; ++dx) {
        const double value = in[p.clamped(static_cast<ptrdiff_t>(i % p.width) + dx,
                                          static_cast<ptrdiff_t>(i / p.width) + dy)];
        const double difference = value - in[i];
        const double weight = std::exp(-static_cast<double>(dx * dx + dy * dy) * 0.125 -
                                       difference * difference * kRange);
        sum += weight * value;
        weights += weight;
      }
    }
    return sum / weights;
  };
  return {.name = "bilateral5x5",
          .kernel = "bilateral5x5",
          .global = {p.width, p.height},
          .arguments = {output<float>(p.points()), input<float>(p.points(), uniform(1)),
                        p.width_value(), p.height_value(), value(static_cast<float>(kRange))},
          .check = each<float>(0, {.relative = 1e-3}, expected),
          .bytes = 8.0 * p.points()};
}

Bench rgb_to_yuv(const Scale& scale) {
  const size_t n = scale(2 << 20, 5000);
  return {.name = "rgb_to_yuv",
          .kernel = "rgb_to_yuv",
          .global = {n},
          .arguments = {output<uint8_t>(3 * n), input<uint8_t>(3 * n, integers(1))},
          .check = each<uint8_t>(0, {},
                                 [](const Data& d, size_t i) {
                                   constexpr int kRows[3][4] = {{66, 129, 25, 16},
                                                                {-38, -74, 112, 128},
                                                                {112, -94, -18, 128}};
                                   const uint8_t* p = d.get<uint8_t>(1) + i / 3 * 3;
                                   const auto& row = kRows[i % 3];
                                   const int sum = row[0] * p[0] + row[1] * p[1] + row[2] * p[2];
                                   return std::clamp(((sum + 128) >> 8) + row[3], 0, 255);
                                 }),
          .bytes = 6.0 * n};
}

Bench lbm_d2q9(const Scale& scale) {
  const Plane p{scale(512, 50), scale(256, 34)};
  constexpr double kOmega = 1.2;
  const auto expected = [=](const Data& d, size_t i) {
    constexpr int kX[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, kY[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    const size_t n = p.points(), cell = i % n;
    double f[9], rho = 0, ux = 0, uy = 0;
    for (size_t k = 0; k < 9; ++k) {
      const size_t x = cell % p.width + p.width, y = cell / p.width + p.height;
      f[k] = d.get<float>(
          1)[k * n + p.at(x - static_cast<size_t>(kX[k]), y - static_cast<size_t>(kY[k]))];
      rho += f[k];
      ux += kX[k] * f[k];
      uy += kY[k] * f[k];
    }
    ux /= rho;
    uy /= rho;
    const size_t k = i / n;
    const double weight = k == 0 ? 4.0 / 9 : k < 5 ? 1.0 / 9 : 1.0 / 36;
    const double c = kX[k] * ux + kY[k] * uy;
    const double rest = weight * rho * (1 - 1.5 * (ux * ux + uy * uy) + 3 * c + 4.5 * c * c);
    return f[k] + kOmega * (rest - f[k]);
  };
  return {
      .name = "lbm_d2q9",
      .kernel = "lbm_d2q9",
      .global = {p.width, p.height},
      .arguments = {output<float>(9 * p.points()), input<float>(9 * p.points(), uniform(1, 0.5, 1)),
                    p.width_value(), p.height_value(), value(static_cast<float>(kOmega))},
      .check = each<float>(0, {.relative = 1e-4, .absolute = 1e-4}, expected),
      .bytes = 72.0 * p.points()};
}

Bench md_forces(const Scale& scale) {
  const size_t n = scale(1 << 14, 500), most = 48;
  constexpr double kCut = 0.3;
  const auto neighbour = [=](size_t i) {
    const size_t self = i % n, other = (self + 1 + scramble(i, 3) % 200) % n;
    return other;
  };
  const auto expected = [=](const Data& d, size_t i) {
    const float* places = d.get<float>(1);
    Sum sum;
    if (i % 4 == 3) return sum;
    for (size_t k = 0; k < most; ++k) {
      const float* other = places + 4 * d.get<cl_uint>(2)[k * n + i / 4];
      const float* at = places + i / 4 * 4;
      const float dx = at[0] - other[0], dy = at[1] - other[1], dz = at[2] - other[2];
      const double square = double{dx} * dx + double{dy} * dy + double{dz} * dz;
      if (square >= kCut) continue;
      const double inverse = 1 / square, six = inverse * inverse * inverse;
      const float difference[] = {dx, dy, dz};
      sum.add(difference[i % 4] * inverse * six * (six - 0.5));
    }
    return sum;
  };
  return {.name = "md_forces",
          .kernel = "md_forces",
          .global = {n},
          .arguments = {output<float>(4 * n), input<float>(4 * n, uniform(1)),
                        input<cl_uint>(n * most, neighbour), value(static_cast<cl_uint>(most)),
                        value(static_cast<float>(kCut))},
          .check = each<float>(0, {.relative = 1e-3, .outliers = 0.01}, expected),
          .flops = 20.0 * n * most};
}

Bench hash_insert(const Scale& scale) {
  const size_t n = scale(1 << 17, 1000), places = scale(1 << 18, 2048);
  return {.name = "hash_insert",
          .kernel = "hash_insert",
          .global = {n},
          .arguments = {in_out<cl_uint>(places, zeros()),
                        input<cl_uint>(n, [](size_t i) { return scramble(i, 1) % 100000007 + 1; }),
                        value(static_cast<cl_uint>(places - 1))},
          .check = [=](const Data& d) -> std::string {
            std::multiset<cl_uint> found;
            for (size_t i = 0; i < places; ++i)
              if (d.get<cl_uint>(0)[i] != 0) found.insert(d.get<cl_uint>(0)[i]);
            const std::set<cl_uint> keys(d.get<cl_uint>(1), d.get<cl_uint>(1) + n);
            if (found.size() != keys.size()) return mismatch(0, found.size(), keys.size());
            for (cl_uint key : keys)
              if (found.count(key) != 1) return mismatch<size_t>(key, found.count(key), 1);
            return {};
          }};
}

Bench find_string(const Scale& scale) {
  const size_t n = scale(4 << 20, 5000), length = 6;
  const auto letter = [](size_t i) { return 'a' + scramble(i / 2, 1) % 3 + i % 2; };
  return {.name = "find_string",
          .kernel = "find_string",
          .global = {n},
          .arguments = {in_out<cl_uint>(1, zeros()), input<uint8_t>(n + length, letter),
                        input<uint8_t>(length, [=](size_t i) { return letter(i + 400); }),
                        value(static_cast<cl_uint>(length))},
          .check = [=](const Data& d) -> std::string {
            cl_uint hits = 0;
            for (size_t i = 0; i < n; ++i)
              hits += std::memcmp(d.get<uint8_t>(1) + i, d.get<uint8_t>(2), length) == 0;
            return compare(0, d.get<cl_uint>(0)[0], hits, {});
          },
          .bytes = 1.0 * n};
}

/// A number of the form m / 1024 in [1, 2) as half.
double half_number(uint16_t bits) {
  return 1 + (bits & 0x3ff) / 1024.0;
}

Bench matvec_half(const Scale& scale) {
  const size_t n = scale(1 << 14, 500), columns = 128;
  return {
      .name = "matvec_half",
      .kernel = "matvec_half",
      .global = {n},
      .arguments = {output<float>(n),
                    input<uint16_t>(n * columns,
                                    [](size_t i) { return 0x3c00 | scramble(i, 1) % 0x400; }),
                    input<float>(columns, signed_noise(2)), value(static_cast<cl_uint>(columns))},
      .check =
          each<float>(0, {.relative = 1e-4},
                      [=](const Data& d, size_t i) {
                        Sum sum;
                        for (size_t k = 0; k < columns; ++k)
                          sum.add(half_number(d.get<uint16_t>(1)[k * n + i]) * d.get<float>(2)[k]);
                        return sum;
                      }),
      .flops = 2.0 * n * columns,
      .bytes = 2.0 * n * columns};
}

Bench histogram_rgba(const Scale& scale) {
  const size_t each = 64, local = 256, n = scale(1 << 20, 1 << 15);
  return {.name = "histogram_rgba",
          .kernel = "histogram_rgba",
          .global = {n / each},
          .local = {local},
          .arguments = {in_out<cl_uint>(3 * 256, zeros()), input<uint8_t>(4 * n, integers(1)),
                        value(static_cast<cl_uint>(each))},
          .check = [=](const Data& d) -> std::string {
            std::vector<cl_uint> bins(3 * 256);
            for (size_t i = 0; i < 4 * n; ++i)
              if (i % 4 != 3) ++bins[i % 4 * 256 + d.get<uint8_t>(1)[i]];
            for (size_t i = 0; i < bins.size(); ++i)
              if (d.get<cl_uint>(0)[i] != bins[i])
                return mismatch(i, d.get<cl_uint>(0)[i], bins[i]);
            return {};
          },
          .bytes = 4.0 * n};
}

}  // namespace

Family practice(const Scale& scale) {
  return {"practice",
          {life_torus(scale), ring_taps(scale), tone_map(scale), bilateral5x5(scale),
           rgb_to_yuv(scale), lbm_d2q9(scale), md_forces(scale), hash_insert(scale),
           find_string(scale), matvec_half(scale), histogram_rgba(scale)}};
}

}  // namespace heddle::bench
