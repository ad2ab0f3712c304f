// SPDX-License-Identifier: Apache-2.0
#include <complex>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

/// The parts of one output of a transform of n points; point(k) is the k-th.
template <typename F>
std::complex<double> transformed(size_t n, size_t frequency, F point) {
  std::complex<double> sum;
  for (size_t k = 0; k < n; ++k) {
    const double angle =
        -2 * M_PI * static_cast<double>(frequency * k % n) / static_cast<double>(n);
    sum += point(k) * std::polar(1.0, angle);
  }
  return sum;
}

/// `stride` floats or doubles between the parts of neighbouring points, which start at `first`.
template <typename T>
double expected_part(const Data& d, size_t n, size_t frequency, size_t first, size_t stride,
                     size_t part) {
  const T* in = d.get<T>(1) + first;
  const auto sum = transformed(n, frequency, [&](size_t k) {
    return std::complex<double>(in[k * stride], in[k * stride + 1]);
  });
  return part ? sum.imag() : sum.real();
}

double flops_of(size_t n) {
  return 5.0 * n * std::log2(static_cast<double>(n));
}

template <typename T>
Bench fft_base(const char* name, const char* kernel, size_t points) {
  constexpr bool kDouble = sizeof(T) == 8;
  return {.name = name,
          .kernel = kernel,
          .options = kDouble ? "-DT=double -DT2=double2" : "",
          .needs = kDouble ? "cl_khr_fp64" : "",
          .global = {points / 4},
          .arguments = {output<T>(2 * points), input<T>(2 * points, signed_noise(1))},
          .check = {},
          .bytes = 4.0 * sizeof(T) * points,
          .precision = kDouble ? Precision::kDouble : Precision::kSingle};
}

template <typename T>
Bench local_fft(const Scale& scale, const char* name) {
  constexpr size_t kPoints = 1024;
  const size_t signals = scale(256, 3);
  Bench bench = fft_base<T>(name, "fft_local", signals * kPoints);
  bench.local = {kPoints / 4};
  bench.flops = static_cast<double>(signals) * flops_of(kPoints);
  const double error = sizeof(T) == 8 ? 1e-11 : 1e-3;
  bench.check = each<T>(0, {.absolute = error, .samples = 400}, [](const Data& d, size_t i) {
    const size_t signal = i / (2 * kPoints), frequency = i / 2 % kPoints;
    return expected_part<T>(d, kPoints, frequency, signal * 2 * kPoints, 2, i % 2);
  });
  return bench;
}

Bench global_fft(const Scale& scale) {
  const size_t points =
      scale(1 << 18, 1 << 10);  // an odd power of 4: the last pass writes the output
  Bench bench = fft_base<float>("global_passes", "fft_pass", points);
  bench.arguments.push_back(value<cl_uint>(1));
  bench.arguments.push_back(scratch<float>(2 * points));
  bench.passes = {{{1, 1, true}, {0, 0, true}, {2, 1}}};
  for (cl_uint done = 4; done < points; done *= 4) {
    const bool odd = bench.passes.size() % 2;
    bench.passes.push_back({{1, odd ? 0u : 3u, true}, {0, odd ? 3u : 0u, true}, {2, done}});
  }
  bench.flops = flops_of(points);
  bench.bytes *= static_cast<double>(bench.passes.size());
  bench.check = each<float>(0, {.absolute = 2e-2, .samples = 24}, [=](const Data& d, size_t i) {
    return expected_part<float>(d, points, i / 2, 0, 2, i % 2);
  });
  return bench;
}

Bench private_fft(const Scale& scale) {
  constexpr size_t kPoints = 16;
  const size_t signals = scale(1 << 16, 100);
  Bench bench = fft_base<float>("private_16", "fft_private", signals * kPoints);
  bench.global = {signals};
  bench.flops = static_cast<double>(signals) * flops_of(kPoints);
  bench.check = each<float>(0, {.absolute = 1e-4}, [=](const Data& d, size_t i) {
    const size_t signal = i / 2 % signals, frequency = i / 2 / signals;
    return expected_part<float>(d, kPoints, frequency, 2 * signal, 2 * signals, i % 2);
  });
  return bench;
}

double cosine(size_t frequency, size_t at) {
  const double scale = frequency ? 0.5 : std::sqrt(0.125);
  return scale * std::cos(M_PI * static_cast<double>((2 * at + 1) * frequency) / 16);
}

Bench dct8x8(const Scale& scale) {
  const size_t width = scale(1024, 32), height = scale(1024, 16);
  return {.name = "dct8x8",
          .kernel = "dct8x8",
          .global = {width, height},
          .local = {8, 8},
          .arguments = {output<float>(width * height),
                        input<float>(width * height, uniform(1, -128, 128)),
                        input<float>(64, [](size_t i) { return cosine(i / 8, i % 8); }),
                        value(static_cast<cl_uint>(width))},
          .check = each<float>(
              0, {.absolute = 1e-2},
              [=](const Data& d, size_t at) {
                const size_t x = at % width, y = at / width;
                double sum = 0;
                for (size_t k = 0; k < 64; ++k) {
                  const size_t from = (y / 8 * 8 + k / 8) * width + x / 8 * 8 + k % 8;
                  sum += d.get<float>(1)[from] * cosine(y % 8, k / 8) * cosine(x % 8, k % 8);
                }
                return sum;
              }),
          .flops = 32.0 * width * height,
          .bytes = 8.0 * width * height};
}

}  // namespace

Family fft(const Scale& scale) {
  return {"fft",
          {local_fft<float>(scale, "local_1024"), local_fft<double>(scale, "local_1024_double"),
           global_fft(scale), private_fft(scale), dct8x8(scale)}};
}

}  // namespace heddle::bench
