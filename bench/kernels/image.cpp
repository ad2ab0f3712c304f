// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

struct Shape {
  size_t width, height, depth = 1;

  size_t pixels() const { return width * height * depth; }
  size_t at(ptrdiff_t x, ptrdiff_t y, ptrdiff_t z = 0) const {
    const auto edge = [](ptrdiff_t i, size_t n) {
      return static_cast<size_t>(std::clamp<ptrdiff_t>(i, 0, static_cast<ptrdiff_t>(n) - 1));
    };
    return (edge(z, depth) * height + edge(y, height)) * width + edge(x, width);
  }
};

Shape picture(const Scale& scale) {
  return {scale(2048, 50), scale(1024, 34)};
}

ImageShape shape_of(const Shape& p, cl_channel_type type, cl_channel_order order = CL_RGBA) {
  return {{order, type}, p.width, p.height, p.depth > 1 ? p.depth : 0};
}

/// Four channels of bytes.
Argument bytes_in(const Shape& p) {
  Argument argument = input<uint8_t>(4 * p.pixels(), integers(1));
  argument.image = shape_of(p, CL_UNORM_INT8);
  return argument;
}
Argument bytes_out(const Shape& p) {
  Argument argument = output<uint8_t>(4 * p.pixels());
  argument.image = shape_of(p, CL_UNORM_INT8);
  return argument;
}

/// Channel c of argument 1 at a place, filtered.
template <typename T>
double linear(const Data& d, const Shape& p, double fx, double fy, size_t c) {
  const double x = std::floor(fx - 0.5), y = std::floor(fy - 0.5);
  const double u = fx - 0.5 - x, v = fy - 0.5 - y;
  const auto texel = [&](int dx, int dy) {
    const size_t i = p.at(static_cast<ptrdiff_t>(x) + dx, static_cast<ptrdiff_t>(y) + dy);
    return static_cast<double>(d.get<T>(1)[4 * i + c]);
  };
  return (1 - v) * ((1 - u) * texel(0, 0) + u * texel(1, 0)) +
         v * ((1 - u) * texel(0, 1) + u * texel(1, 1));
}

/// A picture of bytes from one of the same size; `expected(data, x, y, channel)`.
template <typename F>
Bench bytes(const Scale& scale, const char* name, const char* kernel, Tolerance tolerance,
            F expected) {
  const Shape p = picture(scale);
  return {.name = name,
          .kernel = kernel,
          .needs = "images",
          .global = {p.width, p.height},
          .arguments = {bytes_out(p), bytes_in(p)},
          .check = each<uint8_t>(0, tolerance,
                                 [=](const Data& d, size_t i) {
                                   return expected(d, p, i / 4 % p.width, i / 4 / p.width, i % 4);
                                 }),
          .bytes = 8.0 * p.pixels()};
}

double turned_x(size_t x, size_t y) {
  return 0.85 * static_cast<double>(x) - 0.3 * static_cast<double>(y) + 200.25;
}
double turned_y(size_t x, size_t y) {
  return 0.3 * static_cast<double>(x) + 0.85 * static_cast<double>(y) - 100.75;
}

uint8_t same(const Data& d, const Shape& p, size_t x, size_t y, size_t c) {
  return d.get<uint8_t>(1)[4 * (y * p.width + x) + c];
}

Bench copy_floats(const Scale& scale) {
  const Shape p = picture(scale);
  Argument in = input<float>(4 * p.pixels(), uniform(1)), out = output<float>(4 * p.pixels());
  in.image = out.image = shape_of(p, CL_FLOAT);
  return {.name = "copy_float",
          .kernel = "copy_image",
          .needs = "images",
          .global = {p.width, p.height},
          .arguments = {out, in},
          .check = each<float>(0, {}, [](const Data& d, size_t i) { return d.get<float>(1)[i]; }),
          .bytes = 32.0 * p.pixels()};
}

Bench turn_floats(const Scale& scale) {
  const Shape p = picture(scale);
  Argument in = input<float>(4 * p.pixels(), uniform(1)), out = output<float>(4 * p.pixels());
  in.image = out.image = shape_of(p, CL_FLOAT);
  return {.name = "turn_linear_float",
          .kernel = "turn_linear",
          .needs = "images",
          .global = {p.width, p.height},
          .arguments = {out, in},
          .check = each<float>(0, {.absolute = 0.01},
                               [=](const Data& d, size_t i) {
                                 const size_t x = i / 4 % p.width, y = i / 4 / p.width;
                                 return linear<float>(d, p, turned_x(x, y), turned_y(x, y), i % 4);
                               }),
          .bytes = 32.0 * p.pixels()};
}

Bench volume(const Scale& scale) {
  const Shape p{64, 64, 32};
  const size_t width = scale(1024, 40), height = scale(512, 30);
  Argument in = input<float>(p.pixels(), uniform(1));
  in.image = shape_of(p, CL_FLOAT, CL_R);
  const auto at = [=](const Data& d, double fx, double fy, double fz) {
    const double x = std::floor(fx), y = std::floor(fy), z = std::floor(fz);
    double sum = 0;
    for (int n = 0; n < 8; ++n) {
      const double u = fx - x, v = fy - y, w = fz - z;
      const size_t i =
          p.at(static_cast<ptrdiff_t>(x) + (n & 1), static_cast<ptrdiff_t>(y) + (n >> 1 & 1),
               static_cast<ptrdiff_t>(z) + (n >> 2));
      sum += (n & 1 ? u : 1 - u) * (n & 2 ? v : 1 - v) * (n & 4 ? w : 1 - w) *
             static_cast<double>(d.get<float>(1)[i]);
    }
    return sum;
  };
  return {
      .name = "volume",
      .kernel = "volume",
      .needs = "images",
      .global = {width, height},
      .arguments = {output<float>(width * height), in},
      .check = each<float>(0, {.absolute = 0.01},
                           [=](const Data& d, size_t i) {
                             const auto x = static_cast<double>(i % width);
                             const auto y = static_cast<double>(i / width);
                             double sum = 0;
                             for (int k = 0; k < 16; ++k) {
                               const double fx = (x + 0.3 * k) / static_cast<double>(width) * 64;
                               const double fy = (y + 0.2 * k) / static_cast<double>(height) * 64;
                               sum += at(d, fx - 0.5, fy - 0.5, 1.5 * k - 0.5);
                             }
                             return sum;
                           }),
      .bytes = 4.0 * width * height};
}

}  // namespace

Family image(const Scale& scale) {
  const auto nearest = [](const Data& d, const Shape& p, size_t x, size_t y, size_t c) {
    const size_t i = p.at(static_cast<ptrdiff_t>(std::floor(turned_x(x, y))),
                          static_cast<ptrdiff_t>(std::floor(turned_y(x, y))));
    return d.get<uint8_t>(1)[4 * i + c];
  };
  const auto turned = [](const Data& d, const Shape& p, size_t x, size_t y, size_t c) {
    return linear<uint8_t>(d, p, turned_x(x, y), turned_y(x, y), c);
  };
  const auto shrunk = [](const Data& d, const Shape& p, size_t x, size_t y, size_t c) {
    return linear<uint8_t>(d, p, 1.6 * static_cast<double>(x) + 0.7,
                           1.6 * static_cast<double>(y) + 0.7, c);
  };
  const auto blurred = [](const Data& d, const Shape& p, size_t x, size_t y, size_t c) {
    int sum = 0;
    for (ptrdiff_t k = 0; k < 25; ++k) {
      const size_t i =
          p.at(static_cast<ptrdiff_t>(x) + k % 5 - 2, static_cast<ptrdiff_t>(y) + k / 5 - 2);
      sum += d.get<uint8_t>(1)[4 * i + c];
    }
    return sum / 25.0;
  };
  const Tolerance rounded{.absolute = 1};
  Bench uints = bytes(scale, "copy_uint8", "copy_ui", {}, same);
  for (Argument& argument : uints.arguments)
    argument.image.format.image_channel_data_type = CL_UNSIGNED_INT8;
  return {"image",
          {bytes(scale, "copy_unorm8", "copy_image", {}, same), uints, copy_floats(scale),
           bytes(scale, "turn_nearest", "turn_nearest", {.outliers = 0.01}, nearest),
           bytes(scale, "turn_linear", "turn_linear", {.absolute = 2}, turned),
           bytes(scale, "shrink", "shrink", {.absolute = 2}, shrunk), turn_floats(scale),
           bytes(scale, "box5x5", "box5x5", rounded, blurred), volume(scale)}};
}

}  // namespace heddle::bench
