// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr size_t kGroup = 256;

Bench base(const char* kernel, const char* needs, size_t items) {
  Bench bench;
  bench.name = bench.kernel = kernel;
  bench.options = "-cl-std=CL2.0";
  bench.needs = needs;
  bench.global = {items};
  bench.local = {kGroup};
  return bench;
}

Bench reduce_add(const Scale& scale) {
  const size_t n = scale(2 << 20, 4096);
  Bench bench = base("sub_reduce_add", "cl_khr_subgroups", n);
  bench.arguments = {output<float>(n / kGroup), input<float>(n, signed_noise(1))};
  bench.check = each<float>(0, {.relative = 1e-5}, [](const Data& d, size_t g) {
    Sum sum;
    for (size_t i = 0; i < kGroup; ++i) sum.add(d.get<float>(1)[g * kGroup + i]);
    return sum;
  });
  bench.bytes = 4.0 * n;
  return bench;
}

Bench total(const Scale& scale) {
  constexpr cl_uint kEach = 16;
  const size_t n = scale(4 << 20, 16384);
  Bench bench = base("sub_total", "cl_khr_subgroups", n / kEach);
  bench.arguments = {in_out<cl_uint>(1, [](size_t) { return 0; }), input<cl_uint>(n, integers(1)),
                     value(kEach)};
  bench.check = each<cl_uint>(0, {}, [](const Data& d, size_t) {
    const cl_uint* in = d.get<cl_uint>(1);
    return std::accumulate(in, in + d.count<cl_uint>(1), cl_uint{0});
  });
  bench.bytes = 4.0 * n;
  return bench;
}

Bench scan_groups(const Scale& scale) {
  const size_t n = scale(2 << 20, 4096);
  Bench bench = base("sub_scan", "cl_khr_subgroups", n);
  bench.arguments = {output<cl_uint>(n), input<cl_uint>(n, integers(1))};
  bench.check = each<cl_uint>(0, {}, [](const Data& d, size_t i) {
    const cl_uint* in = d.get<cl_uint>(1) + i / kGroup * kGroup;
    return std::accumulate(in, in + i % kGroup + 1, cl_uint{0});
  });
  bench.bytes = 8.0 * n;
  return bench;
}

Bench matvec(const Scale& scale) {
  const size_t rows = scale(2048, 64), columns = scale(1024, 100);
  Bench bench = base("sub_matvec", "cl_khr_subgroups", scale(8192, kGroup));
  bench.arguments = {output<float>(rows), input<float>(rows * columns, signed_noise(1)),
                     input<float>(columns, signed_noise(2)), value(static_cast<cl_uint>(rows)),
                     value(static_cast<cl_uint>(columns))};
  bench.check = each<float>(0, {.relative = 1e-5}, [columns](const Data& d, size_t row) {
    Sum sum;
    for (size_t i = 0; i < columns; ++i)
      sum.add(double{d.get<float>(1)[row * columns + i]} * d.get<float>(2)[i]);
    return sum;
  });
  bench.bytes = 4.0 * rows * columns;
  bench.flops = 2.0 * rows * columns;
  return bench;
}

Bench softmax(const Scale& scale) {
  const size_t rows = scale(2048, 64), columns = scale(512, 100);
  Bench bench = base("sub_softmax", "cl_khr_subgroups", scale(8192, kGroup));
  bench.arguments = {output<float>(rows * columns), input<float>(rows * columns, signed_noise(1)),
                     value(static_cast<cl_uint>(rows)), value(static_cast<cl_uint>(columns))};
  bench.check = each<float>(0, {.relative = 1e-5}, [columns](const Data& d, size_t i) {
    const float* row = d.get<float>(1) + i / columns * columns;
    double sum = 0;
    for (size_t k = 0; k < columns; ++k) sum += std::exp(double{row[k]});
    return std::exp(double{row[i % columns]}) / sum;
  });
  bench.bytes = 8.0 * rows * columns;
  return bench;
}

Bench hadamard(const Scale& scale) {
  const size_t n = scale(2 << 20, 4096);
  Bench bench = base("sub_hadamard", "cl_khr_subgroup_shuffle", n);
  bench.arguments = {output<float>(n), input<float>(n, signed_noise(1))};
  bench.check = each<float>(0, {.relative = 1e-5, .absolute = 1e-5}, [](const Data& d, size_t i) {
    const float* in = d.get<float>(1) + i / 8 * 8;
    double sum = 0;
    for (size_t k = 0; k < 8; ++k) sum += __builtin_parityll(k & i) ? -in[k] : in[k];
    return sum;
  });
  bench.bytes = 8.0 * n;
  return bench;
}

Bench compact(const Scale& scale) {
  constexpr cl_uint kLimit = 300;
  const size_t n = scale(2 << 20, 4096);
  Bench bench = base("sub_compact", "cl_khr_subgroup_ballot", n);
  bench.arguments = {output<cl_uint>(n), input<cl_uint>(n, integers(1, 1000)), value(kLimit)};
  bench.check = each<cl_uint>(0, {}, [](const Data& d, size_t i) {
    const cl_uint* in = d.get<cl_uint>(1) + i / kGroup * kGroup;
    std::vector<cl_uint> values(in, in + kGroup);
    std::stable_partition(values.begin(), values.end(), [](cl_uint v) { return v < kLimit; });
    return values[i % kGroup];
  });
  bench.bytes = 8.0 * n;
  return bench;
}

}  // namespace

Family subgroup(const Scale& scale) {
  return {"subgroup",
          {reduce_add(scale), total(scale), scan_groups(scale), matvec(scale), softmax(scale)}};
}

Family subgroup_extended(const Scale& scale) {
  return {"subgroup_extended", {hadamard(scale), compact(scale)}};
}

}  // namespace heddle::bench
