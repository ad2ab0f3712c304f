// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

struct Picture {
  size_t width, height;

  size_t pixels() const { return width * height; }
};

Picture picture(const Scale& scale) {
  return {scale(2048, 50), scale(1024, 34)};
}

/// Argument 1 at (x, y) with `channels` bytes for each pixel; outside, the edge repeats.
int pixel(const Data& d, const Picture& p, ptrdiff_t x, ptrdiff_t y, size_t channels = 1,
          size_t c = 0) {
  const ptrdiff_t cx = std::clamp<ptrdiff_t>(x, 0, static_cast<ptrdiff_t>(p.width) - 1);
  const ptrdiff_t cy = std::clamp<ptrdiff_t>(y, 0, static_cast<ptrdiff_t>(p.height) - 1);
  return d.get<uint8_t>(
      1)[(static_cast<size_t>(cy) * p.width + static_cast<size_t>(cx)) * channels + c];
}

/// The 3 x 3 pixels around a place, row by row.
std::array<int, 9> around(const Data& d, const Picture& p, size_t at) {
  std::array<int, 9> values;
  for (ptrdiff_t k = 0; k < 9; ++k) {
    values[static_cast<size_t>(k)] = pixel(d, p, static_cast<ptrdiff_t>(at % p.width) + k % 3 - 1,
                                           static_cast<ptrdiff_t>(at / p.width) + k / 3 - 1);
  }
  return values;
}

/// A filter of one byte from 3 x 3.
template <typename F>
Bench filter3x3(const Scale& scale, const char* name, F result, Tolerance tolerance = {}) {
  const Picture p = picture(scale);
  return {.name = name,
          .kernel = name,
          .global = {p.width, p.height},
          .arguments = {output<uint8_t>(p.pixels()), input<uint8_t>(p.pixels(), integers(1))},
          .check = each<uint8_t>(
              0, tolerance, [=](const Data& d, size_t at) { return result(around(d, p, at)); }),
          .bytes = 2.0 * p.pixels()};
}

int box(std::array<int, 9> v) {
  int sum = 0;
  for (int x : v) sum += x;
  return sum / 9;
}

int gradient(std::array<int, 9> v) {
  const int gx = v[2] + 2 * v[5] + v[8] - v[0] - 2 * v[3] - v[6];
  const int gy = v[6] + 2 * v[7] + v[8] - v[0] - 2 * v[1] - v[2];
  return std::min(255, static_cast<int>(std::sqrt(static_cast<float>(gx * gx + gy * gy))));
}

int median(std::array<int, 9> v) {
  std::sort(v.begin(), v.end());
  return v[4];
}

int most(std::array<int, 9> v) {
  return *std::max_element(v.begin(), v.end());
}

Bench threshold(const Scale& scale) {
  const size_t n = scale(16 << 20, 5000);
  return {.name = "threshold",
          .kernel = "threshold",
          .global = {n},
          .arguments = {output<uint8_t>(n), input<uint8_t>(n, integers(1)), value<uint8_t>(99)},
          .check = each<uint8_t>(
              0, {}, [](const Data& d, size_t i) { return d.get<uint8_t>(1)[i] > 99 ? 255 : 0; }),
          .bytes = 2.0 * n};
}

Bench gray(const Scale& scale, const char* name, size_t channels) {
  const size_t n = scale(4 << 20, 5000);
  return {.name = name,
          .kernel = name,
          .global = {n},
          .arguments = {output<uint8_t>(n), input<uint8_t>(channels * n, integers(1))},
          .check = each<uint8_t>(0, {},
                                 [=](const Data& d, size_t i) {
                                   const uint8_t* p = d.get<uint8_t>(1) + channels * i;
                                   return (77 * p[0] + 150 * p[1] + 29 * p[2]) >> 8;
                                 }),
          .bytes = (1.0 + channels) * n};
}

Bench gauss5_rgba(const Scale& scale) {
  const Picture p = picture(scale);
  return {
      .name = "gauss5_rgba",
      .kernel = "gauss5_rgba",
      .global = {p.width, p.height},
      .arguments = {output<uint8_t>(4 * p.pixels()), input<uint8_t>(4 * p.pixels(), integers(1))},
      .check = each<uint8_t>(0, {},
                             [=](const Data& d, size_t i) {
                               constexpr int kWeights[] = {1, 4, 6, 4, 1};
                               int sum = 8;
                               for (ptrdiff_t k = 0; k < 5; ++k) {
                                 sum += kWeights[k] *
                                        pixel(d, p, static_cast<ptrdiff_t>(i / 4 % p.width) + k - 2,
                                              static_cast<ptrdiff_t>(i / 4 / p.width), 4, i % 4);
                               }
                               return sum >> 4;
                             }),
      .bytes = 8.0 * p.pixels()};
}

Bench half_size(const Scale& scale) {
  const Picture p{scale(8192, 50), scale(4096, 34)};
  return {.name = "half_size",
          .kernel = "half_size",
          .global = {p.width / 2, p.height / 2},
          .arguments = {output<uint8_t>(p.pixels() / 4), input<uint8_t>(p.pixels(), integers(1))},
          .check = each<uint8_t>(0, {},
                                 [=](const Data& d, size_t i) {
                                   const uint8_t* in = d.get<uint8_t>(1) +
                                                       i / (p.width / 2) * 2 * p.width +
                                                       i % (p.width / 2) * 2;
                                   return (in[0] + in[1] + in[p.width] + in[p.width + 1] + 2) >> 2;
                                 }),
          .bytes = 1.25 * p.pixels()};
}

Bench resize_bilinear(const Scale& scale) {
  const Picture p = picture(scale);
  constexpr float kStep = 0.75f;
  const size_t out_width = p.width, out_height = p.height;  // of a part of the picture
  return {
      .name = "resize_bilinear",
      .kernel = "resize_bilinear",
      .global = {out_width, out_height},
      .arguments = {output<uint8_t>(out_width * out_height),
                    input<uint8_t>(p.pixels(), integers(1)), value(static_cast<cl_int>(p.width)),
                    value(static_cast<cl_int>(p.height)), value(kStep)},
      .check = each<uint8_t>(
          0, {.absolute = 1},
          [=](const Data& d, size_t i) {
            const double fx = kStep * static_cast<double>(i % out_width);
            const double fy = kStep * static_cast<double>(i / out_width);
            const ptrdiff_t x = static_cast<ptrdiff_t>(fx), y = static_cast<ptrdiff_t>(fy);
            const double u = fx - std::floor(fx), v = fy - std::floor(fy);
            return (1 - v) * ((1 - u) * pixel(d, p, x, y) + u * pixel(d, p, x + 1, y)) +
                   v * ((1 - u) * pixel(d, p, x, y + 1) + u * pixel(d, p, x + 1, y + 1));
          }),
      .bytes = 1.6 * out_width * out_height};
}

Bench nv12_to_rgba(const Scale& scale) {
  const Picture p = picture(scale);
  return {.name = "nv12_to_rgba",
          .kernel = "nv12_to_rgba",
          .global = {p.width, p.height},
          .arguments = {output<uint8_t>(4 * p.pixels()),
                        input<uint8_t>(p.pixels() * 3 / 2, integers(1))},
          .check = each<uint8_t>(0, {},
                                 [=](const Data& d, size_t i) {
                                   const size_t x = i / 4 % p.width, y = i / 4 / p.width;
                                   const uint8_t* in = d.get<uint8_t>(1);
                                   const uint8_t* chroma =
                                       in + p.pixels() + y / 2 * p.width + x / 2 * 2;
                                   const int luma = 298 * (in[y * p.width + x] - 16) + 128;
                                   const int u = chroma[0] - 128, v = chroma[1] - 128;
                                   const int rgba[] = {luma + 409 * v, luma - 100 * u - 208 * v,
                                                       luma + 516 * u, 255 << 8};
                                   return std::clamp(rgba[i % 4] >> 8, 0, 255);
                                 }),
          .bytes = 5.5 * p.pixels()};
}

}  // namespace

Family filter(const Scale& scale) {
  return {"filter",
          {threshold(scale), filter3x3(scale, "box3x3", box),
           filter3x3(scale, "sobel", gradient, {.absolute = 1}), gray(scale, "rgb_to_gray", 3),
           gray(scale, "rgba_to_gray", 4), gauss5_rgba(scale),
           filter3x3(scale, "median3x3", median), filter3x3(scale, "dilate3x3", most),
           half_size(scale), resize_bilinear(scale), nv12_to_rgba(scale)}};
}

}  // namespace heddle::bench
