// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

// What contraction changes: a count near the border of a fractal.
constexpr Tolerance kChaotic{.samples = 2000, .outliers = 0.02};

template <typename T>
Bench mandelbrot(const Scale& scale, const char* name) {
  const size_t n = scale(512, 40);
  const T left = -2, top = T(-1.25), step = T(2.5) / static_cast<T>(n);
  constexpr cl_uint kLimit = 256;
  return {
      .name = name,
      .kernel = name,
      .needs = sizeof(T) == 8 ? "cl_khr_fp64" : "",
      .global = {n, n},
      .arguments = {output<cl_uint>(n * n), value(left), value(top), value(step), value(kLimit)},
      .check = each<cl_uint>(0, kChaotic, [=](const Data&, size_t at) {
        const T cr = left + static_cast<T>(at % n) * step;
        const T ci = top + static_cast<T>(at / n) * step;
        T r = 0, i = 0;
        cl_uint count = 0;
        for (; count < kLimit && r * r + i * i <= 4; ++count) {
          const T next = r * r - i * i + cr;
          i = 2 * r * i + ci;
          r = next;
        }
        return count;
      })};
}

Bench julia(const Scale& scale) {
  const size_t n = scale(768, 40);
  const float step = 3.0f / static_cast<float>(n), cr = -0.8f, ci = 0.156f;
  return {.name = "julia",
          .kernel = "julia",
          .global = {n, n},
          .local = {8, 8},
          .arguments = {output<cl_uchar>(n * n), value(step), value(cr), value(ci)},
          .check = each<cl_uchar>(0, kChaotic, [=](const Data&, size_t at) {
            float r = static_cast<float>(at % n) * step - 1.5f;
            float i = static_cast<float>(at / n) * step - 1.5f;
            int count = 0;
            for (; count < 255 && r * r + i * i <= 4; ++count) {
              const float next = r * r - i * i + cr;
              i = 2 * r * i + ci;
              r = next;
            }
            return count;
          })};
}

Bench collatz(const Scale& scale) {
  const size_t n = scale(1 << 18, 3000);
  return {.name = "collatz",
          .kernel = "collatz",
          .global = {n},
          .arguments = {output<cl_uint>(n), value<cl_uint>(1)},
          .check = each<cl_uint>(0, {}, [](const Data&, size_t i) {
            cl_uint steps = 0;
            for (uint64_t v = i + 1; v != 1; ++steps) v = v % 2 ? 3 * v + 1 : v / 2;
            return steps;
          })};
}

float scene(const float* p) {
  float square = 0;
  for (int k = 0; k < 3; ++k) {
    const float q = p[k] - 2.0f * std::floor(p[k] * 0.5f) - 1.0f;
    square += q * q;
  }
  return std::min(std::sqrt(square) - 0.4f, p[1] + 2.0f);
}

Bench ray_march(const Scale& scale) {
  const size_t width = scale(256, 32), height = scale(192, 24);
  const auto depth_at = [=](const Data&, size_t at) {
    const float x = (static_cast<float>(at % width) + 0.5f) / static_cast<float>(width) - 0.5f;
    const float y = (static_cast<float>(at / width) + 0.5f) / static_cast<float>(height) - 0.5f;
    const float length = std::sqrt(x * x + y * y + 1);
    float depth = 0;
    for (int i = 0; i < 96; ++i) {
      const float point[] = {depth * x / length, depth * y / length, depth / length};
      const float distance = scene(point);
      if (distance < 0.001f) break;
      depth += distance;
      if (depth > 40) return 40.0f;
    }
    return depth;
  };
  return {.name = "ray_march",
          .kernel = "ray_march",
          .global = {width, height},
          .arguments = {output<float>(width * height), value(static_cast<cl_uint>(width)),
                        value(static_cast<cl_uint>(height))},
          .check = each<float>(0, {.relative = 5e-3, .samples = 2000, .outliers = 0.05}, depth_at)};
}

Bench gcd_pairs(const Scale& scale) {
  const size_t n = scale(1 << 18, 3000);
  return {.name = "gcd_pairs",
          .kernel = "gcd_pairs",
          .global = {n},
          .arguments = {output<cl_uint>(n), input<cl_uint>(n, integers(1, 1 << 24)),
                        input<cl_uint>(n, integers(2, 1 << 24))},
          .check = each<cl_uint>(0, {}, [](const Data& d, size_t i) {
            return std::gcd(d.get<cl_uint>(1)[i], d.get<cl_uint>(2)[i]);
          })};
}

Bench lower_bound(const Scale& scale) {
  const size_t n = scale(1 << 19, 3000), count = scale(1 << 16, 500);
  return {
      .name = "lower_bound",
      .kernel = "lower_bound",
      .global = {n},
      .arguments = {output<cl_uint>(n),
                    input<cl_uint>(count, [](size_t i) { return 7 * i + scramble(i, 1) % 7; }),
                    value(static_cast<cl_uint>(count)), input<cl_uint>(n, integers(2, 7 * count))},
      .check = each<cl_uint>(0, {}, [=](const Data& d, size_t i) {
        const cl_uint* sorted = d.get<cl_uint>(1);
        return std::lower_bound(sorted, sorted + count, d.get<cl_uint>(3)[i]) - sorted;
      })};
}

Bench count_primes(const Scale& scale) {
  const size_t n = scale(1 << 17, 3000);
  constexpr cl_uint kFirst = 100000;
  return {.name = "count_primes",
          .kernel = "count_primes",
          .global = {n},
          .arguments = {output<cl_uchar>(n), value(kFirst)},
          .check = each<cl_uchar>(0, {}, [](const Data&, size_t i) {
            const size_t v = kFirst + i;
            for (size_t k = 2; k * k <= v; ++k) {
              if (v % k == 0) return 0;
            }
            return 1;
          })};
}

int interpret(const uint8_t* code, int length, int v) {
  for (int pc = 0; pc < length; ++pc) {
    switch ((code[pc] + static_cast<unsigned>(v)) & 7) {
      case 0:
        v += 17;
        break;
      case 1:
        v = static_cast<int>(static_cast<unsigned>(v) * 5 + 1);
        break;
      case 2:
        v ^= v >> 3;
        break;
      case 3:
        v -= pc;
        break;
      case 4:
        v = v < 0 ? -(v >> 1) : v;
        break;
      default:
        v = (v >> 1) + 3;
        break;
    }
  }
  return v;
}

Bench interpreter(const Scale& scale) {
  const size_t n = scale(1 << 18, 1000);
  constexpr int kLength = 64;
  return {.name = "interpreter",
          .kernel = "interpreter",
          .global = {n},
          .arguments = {output<cl_int>(n), input<uint8_t>(kLength, integers(1)),
                        value<cl_uint>(kLength), input<cl_int>(n, integers(2, 1 << 20))},
          .check = each<cl_int>(0, {}, [](const Data& d, size_t i) {
            return interpret(d.get<uint8_t>(1), kLength, d.get<cl_int>(3)[i]);
          })};
}

Bench uniform_branches(const Scale& scale) {
  const size_t n = scale(1 << 20, 1000);
  constexpr size_t kLength = 64;
  return {
      .name = "uniform_branches",
      .kernel = "uniform_branches",
      .global = {n},
      .arguments = {output<float>(n), input<float>(n, uniform(1)),
                    input<uint8_t>(kLength, integers(2, 3)), value<cl_uint>(kLength)},
      .check = each<float>(0, {.relative = 1e-3, .absolute = 1e-3}, [](const Data& d, size_t i) {
        double v = d.get<float>(1)[i];
        for (size_t pc = 0; pc < kLength; ++pc) {
          const uint8_t code = d.get<uint8_t>(2)[pc];
          v = code == 0 ? v * 0.5 + 1 : code == 1 ? v * v * 0.25 : 2 - v;
        }
        return v;
      })};
}

Bench newton_roots(const Scale& scale) {
  const size_t n = scale(1 << 19, 3000);
  return {.name = "newton_roots",
          .kernel = "newton_roots",
          .global = {n},
          .arguments = {output<float>(n), input<float>(n, uniform(1, 0.01, 1000))},
          .check = each<float>(0, {.relative = 2e-5}, [](const Data& d, size_t i) {
            return std::cbrt(double{d.get<float>(1)[i]});
          })};
}

}  // namespace

Family divergent(const Scale& scale) {
  return {"divergent",
          {mandelbrot<float>(scale, "mandelbrot"), mandelbrot<double>(scale, "mandelbrot_double"),
           julia(scale), collatz(scale), ray_march(scale), gcd_pairs(scale), lower_bound(scale),
           count_primes(scale), interpreter(scale), uniform_branches(scale), newton_roots(scale)}};
}

}  // namespace heddle::bench
