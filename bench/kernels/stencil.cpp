// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr Tolerance kTight{.relative = 1e-5, .absolute = 1e-6};

/// What is computed, and how many cells of border are around it.
struct Grid {
  size_t width, height, depth = 1, border = 1;

  size_t pitch() const { return width + 2 * border; }
  size_t slice() const { return pitch() * (height + 2 * border); }
  size_t cells() const { return depth == 1 ? slice() : slice() * (depth + 2 * border); }
  double points() const { return 1.0 * width * height * depth; }
  bool inside(size_t at) const {
    const auto in = [&](size_t v, size_t size) { return v >= border && v < border + size; };
    return in(at % pitch(), width) && in(at % slice() / pitch(), height) &&
           (depth == 1 || in(at / slice(), depth));
  }
};

/// A check of the points inside; where(data, at) gives the value.
template <typename T, typename F>
Check inside(const Grid& grid, Tolerance tolerance, F where) {
  return [=](const Data& d) -> std::string {
    const size_t step = std::max<size_t>(1, grid.cells() / 50000);
    for (size_t at = 0; at < grid.cells(); at += step) {
      if (!grid.inside(at)) continue;
      const std::string wrong = compare(at, d.get<T>(0)[at], where(d, at), tolerance);
      if (!wrong.empty()) return wrong;
    }
    return {};
  };
}

template <typename T>
Bench base(const char* name, const char* kernel, const Grid& grid) {
  constexpr bool kDouble = std::is_same_v<T, double>;
  Bench bench{.name = name,
              .kernel = kernel,
              .options = kDouble ? "-DT=double" : "",
              .needs = kDouble ? "cl_khr_fp64" : "",
              .global = {grid.width, grid.height},
              .arguments = {output<T>(grid.cells()), input<T>(grid.cells(), uniform(1)),
                            value(static_cast<cl_int>(grid.pitch()))},
              .check = {},
              .bytes = 2.0 * sizeof(T) * grid.points(),
              .precision = kDouble ? Precision::kDouble : Precision::kSingle};
  if (grid.depth > 1) {
    bench.global.push_back(grid.depth);
    bench.arguments.push_back(value(static_cast<cl_int>(grid.slice())));
  }
  return bench;
}

template <typename T>
Bench jacobi(const Scale& scale, const char* name, const char* kernel,
             std::vector<size_t> local = {}) {
  const Grid grid{scale(2048, 48), scale(1024, 32)};
  Bench bench = base<T>(name, kernel, grid);
  bench.local = std::move(local);
  bench.flops = 4 * grid.points();
  bench.check = inside<T>(grid, kTight, [=](const Data& d, size_t at) {
    const T* p = d.get<T>(1) + at;
    const ptrdiff_t pitch = static_cast<ptrdiff_t>(grid.pitch());
    return 0.25 * (double{p[-1]} + p[1] + p[-pitch] + p[pitch]);
  });
  if (bench.kernel == "jacobi5_branch") bench.global = {grid.pitch(), grid.height + 2};
  return bench;
}

double weight9(size_t i) {
  return 0.05 + 0.01 * static_cast<double>(i);
}

Bench stencil9(const Scale& scale) {
  const Grid grid{scale(2048, 45), scale(1024, 31)};
  Bench bench = base<float>("stencil9", "stencil9", grid);
  bench.arguments.push_back(input<float>(9, weight9));
  bench.flops = 18 * grid.points();
  bench.check = inside<float>(grid, kTight, [=](const Data& d, size_t at) {
    double sum = 0;
    for (size_t k = 0; k < 9; ++k) {
      sum += weight9(k) * d.get<float>(1)[at + (k / 3) * grid.pitch() + k % 3 - grid.pitch() - 1];
    }
    return sum;
  });
  return bench;
}

template <typename T>
Bench stencil7(const Scale& scale, const char* name) {
  const Grid grid{scale(128, 24), scale(128, 12), scale(96, 7)};
  Bench bench = base<T>(name, "stencil7", grid);
  bench.flops = 8 * grid.points();
  bench.check = inside<T>(grid, kTight, [=](const Data& d, size_t at) {
    double sum = 0;
    for (size_t step : {size_t{1}, grid.pitch(), grid.slice()}) {
      sum += double{d.get<T>(1)[at - step]} + d.get<T>(1)[at + step];
    }
    return 0.5 * d.get<T>(1)[at] + 0.1 * sum;
  });
  return bench;
}

Bench stencil27(const Scale& scale) {
  const Grid grid{scale(128, 24), scale(96, 12), scale(64, 7)};
  Bench bench = base<float>("stencil27", "stencil27", grid);
  bench.flops = 27 * grid.points();
  bench.check = inside<float>(grid, kTight, [=](const Data& d, size_t at) {
    const size_t corner = at - grid.slice() - grid.pitch() - 1;
    double sum = 0;
    for (size_t k = 0; k < 27; ++k) {
      sum += d.get<float>(1)[corner + k / 9 * grid.slice() + k / 3 % 3 * grid.pitch() + k % 3];
    }
    return sum / 27;
  });
  return bench;
}

constexpr double kWave[] = {-2.847222, 1.6, -0.2, 0.0253968, -0.001785714};

Bench wave8(const Scale& scale) {
  const Grid grid{scale(128, 24), scale(96, 12), scale(64, 7), 4};
  Bench bench = base<float>("wave8", "wave8", grid);
  bench.arguments.insert(bench.arguments.begin() + 2, input<float>(grid.cells(), uniform(2)));
  bench.arguments.push_back(input<float>(5, [](size_t i) { return kWave[i]; }));
  bench.flops = 33 * grid.points();
  bench.bytes = 12 * grid.points();
  bench.check = inside<float>(grid, {.absolute = 1e-5}, [=](const Data& d, size_t at) {
    const float* now = d.get<float>(1);
    double sum = 3 * kWave[0] * now[at];
    for (size_t k = 1; k <= 4; ++k) {
      for (size_t step : {size_t{1}, grid.pitch(), grid.slice()}) {
        sum += kWave[k] * (double{now[at - k * step]} + now[at + k * step]);
      }
    }
    return 2 * now[at] - d.get<float>(2)[at] + 0.1 * sum;
  });
  return bench;
}

Bench life(const Scale& scale) {
  const Grid grid{scale(2048, 45), scale(1024, 31)};
  Bench bench = base<uint8_t>("life", "life", grid);
  bench.arguments[1] = input<uint8_t>(grid.cells(), integers(1, 2));
  bench.check = inside<uint8_t>(grid, {}, [=](const Data& d, size_t at) {
    const uint8_t* in = d.get<uint8_t>(1);
    int alive = 0;
    for (size_t k = 0; k < 9; ++k)
      alive += in[at + k / 3 * grid.pitch() + k % 3 - grid.pitch() - 1];
    return alive == 3 || (alive == 4 && in[at]);
  });
  return bench;
}

Bench conv17(const Scale& scale) {
  constexpr size_t kTaps = 17;
  const size_t n = scale(2 << 20, 3000);
  return {.name = "conv17",
          .kernel = "conv17",
          .global = {n},
          .arguments = {output<float>(n), input<float>(n + kTaps, signed_noise(1)),
                        input<float>(kTaps, signed_noise(2))},
          .check = each<float>(0, kTight,
                               [](const Data& d, size_t at) {
                                 Sum sum;
                                 for (size_t k = 0; k < kTaps; ++k) {
                                   sum.add(double{d.get<float>(2)[k]} * d.get<float>(1)[at + k]);
                                 }
                                 return sum;
                               }),
          .flops = 2.0 * kTaps * n,
          .bytes = 8.0 * n};
}

}  // namespace

Family stencil(const Scale& scale) {
  return {"stencil",
          {jacobi<float>(scale, "jacobi5", "jacobi5"),
           jacobi<float>(scale, "jacobi5_branch", "jacobi5_branch"),
           jacobi<float>(scale, "jacobi5_tiled", "jacobi5_tiled", {16, 16}),
           jacobi<double>(scale, "jacobi5_double", "jacobi5"), stencil9(scale),
           stencil7<float>(scale, "stencil7"), stencil7<double>(scale, "stencil7_double"),
           stencil27(scale), wave8(scale), life(scale), conv17(scale)}};
}

}  // namespace heddle::bench
