// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr size_t kGroup = 256;

Bench sum_float(const Scale& scale, const char* name, size_t group) {
  const size_t n = scale(4 << 20, 4096);
  return {.name = name,
          .kernel = "sum_float",
          .global = {n},
          .local = {group},
          .arguments = {output<float>(n / group), input<float>(n, signed_noise(1)),
                        local_memory(group * sizeof(float))},
          .check = each<float>(0, {.relative = 1e-5},
                               [=](const Data& d, size_t g) {
                                 Sum sum;
                                 for (size_t i = 0; i < group; ++i)
                                   sum.add(d.get<float>(1)[g * group + i]);
                                 return sum;
                               }),
          .flops = 1.0 * n,
          .bytes = 4.0 * n};
}

Bench sum_uint(const Scale& scale) {
  const size_t n = scale(4 << 20, 4096);
  return {.name = "sum_uint_interleaved",
          .kernel = "sum_uint_interleaved",
          .global = {n},
          .local = {kGroup},
          .arguments = {output<cl_uint>(n / kGroup), input<cl_uint>(n, integers(1)),
                        local_memory(kGroup * sizeof(cl_uint))},
          .check = each<cl_uint>(0, {},
                                 [](const Data& d, size_t g) {
                                   cl_uint sum = 0;
                                   for (size_t i = 0; i < kGroup; ++i)
                                     sum += d.get<cl_uint>(1)[g * kGroup + i];
                                   return sum;
                                 }),
          .bytes = 4.0 * n};
}

Bench max_float4(const Scale& scale) {
  const size_t n = scale(2 << 20, 4096);
  return {.name = "max_float4",
          .kernel = "max_float4",
          .global = {n},
          .local = {kGroup},
          .arguments = {output<float>(n / kGroup), input<float>(4 * n, signed_noise(1)),
                        local_memory(kGroup * sizeof(float))},
          .check = each<float>(0, {},
                               [](const Data& d, size_t g) {
                                 const float* in = d.get<float>(1) + 4 * g * kGroup;
                                 return *std::max_element(in, in + 4 * kGroup);
                               }),
          .bytes = 16.0 * n};
}

Bench sum_many(const Scale& scale) {
  const size_t n = scale(8 << 20, 20000), items = 16384;
  return {.name = "sum_many",
          .kernel = "sum_many",
          .global = {items},
          .local = {kGroup},
          .arguments = {output<float>(items / kGroup), input<float>(n, signed_noise(1)),
                        value(static_cast<cl_uint>(n)), local_memory(kGroup * sizeof(float))},
          .check = each<float>(0, {.relative = 1e-5},
                               [=](const Data& d, size_t g) {
                                 Sum sum;
                                 for (size_t i = 0; i < n; ++i) {
                                   if (i % items / kGroup == g) sum.add(d.get<float>(1)[i]);
                                 }
                                 return sum;
                               }),
          .flops = 1.0 * n,
          .bytes = 4.0 * n};
}

Bench dot_double(const Scale& scale) {
  const size_t n = scale(2 << 20, 4096);
  return {.name = "dot_double",
          .kernel = "dot_double",
          .needs = "cl_khr_fp64",
          .global = {n},
          .local = {kGroup},
          .arguments = {output<double>(n / kGroup), input<double>(n, signed_noise(1)),
                        input<double>(n, signed_noise(2)), local_memory(kGroup * sizeof(double))},
          .check = each<double>(0, {.relative = 1e-13},
                                [](const Data& d, size_t g) {
                                  Sum sum;
                                  for (size_t i = g * kGroup; i < (g + 1) * kGroup; ++i) {
                                    sum.add(d.get<double>(1)[i] * d.get<double>(2)[i]);
                                  }
                                  return sum;
                                }),
          .flops = 2.0 * n,
          .bytes = 16.0 * n,
          .precision = Precision::kDouble};
}

Bench argmin(const Scale& scale) {
  const size_t n = scale(2 << 20, 4096);
  return {
      .name = "argmin",
      .kernel = "argmin",
      .global = {n},
      .local = {kGroup},
      .arguments = {output<cl_uint>(n / kGroup),
                    input<float>(n, [](size_t i) { return scramble(i, 1) % (1 << 24) + 0.0; }),
                    local_memory(kGroup * sizeof(float)), local_memory(kGroup * sizeof(cl_uint))},
      .check = [](const Data& d) -> std::string {
        const float* in = d.get<float>(1);
        for (size_t g = 0; g < d.count<cl_uint>(0); ++g) {
          const cl_uint got = d.get<cl_uint>(0)[g];
          const float least = *std::min_element(in + g * kGroup, in + (g + 1) * kGroup);
          if (got / kGroup != g || in[got] != least) return mismatch<float>(g, got, least);
        }
        return {};
      },
      .bytes = 4.0 * n};
}

Bench sum_atomic(const Scale& scale) {
  const size_t n = scale(1 << 20, 4096);
  return {.name = "sum_atomic",
          .kernel = "sum_atomic",
          .global = {n},
          .local = {kGroup},
          .arguments = {in_out<cl_uint>(1, zeros()), input<cl_uint>(n, integers(1))},
          .check = each<cl_uint>(0, {}, [=](const Data& d, size_t) {
            cl_uint sum = 0;
            for (size_t i = 0; i < n; ++i) sum += d.get<cl_uint>(1)[i];
            return sum;
          })};
}

Bench softmax_rows(const Scale& scale) {
  const size_t width = scale(1024, 100), rows = scale(1024, 20), lanes = 64;
  return {.name = "softmax_rows",
          .kernel = "softmax_rows",
          .global = {rows * lanes},
          .local = {lanes},
          .arguments = {output<float>(rows * width), input<float>(rows * width, uniform(1, -5, 5)),
                        value(static_cast<cl_int>(width))},
          .check = each<float>(0, {.relative = 1e-4, .samples = 500},
                               [=](const Data& d, size_t at) {
                                 const float* row = d.get<float>(1) + at / width * width;
                                 double sum = 0;
                                 for (size_t i = 0; i < width; ++i) sum += std::exp(double{row[i]});
                                 return std::exp(double{row[at % width]}) / sum;
                               }),
          .bytes = 8.0 * rows * width};
}

constexpr size_t kItems = 8192;  // that go through a range together

Bench stride_dot(const Scale& scale) {
  const size_t n = scale(4 << 20, 20000);
  return {.name = "stride_dot",
          .kernel = "stride_dot",
          .global = {kItems},
          .local = {kGroup},
          .arguments = {output<float>(kItems), input<float>(n, signed_noise(1)),
                        input<float>(n, signed_noise(2)), value(static_cast<cl_int>(n))},
          .check = each<float>(0, {.relative = 1e-4, .absolute = 1e-4},
                               [=](const Data& d, size_t item) {
                                 Sum sum;
                                 for (size_t i = item; i < n; i += kItems)
                                   sum.add(d.get<float>(1)[i] * d.get<float>(2)[i]);
                                 return sum;
                               }),
          .flops = 2.0 * n,
          .bytes = 8.0 * n};
}

Bench stride_max(const Scale& scale) {
  const size_t n = scale(4 << 20, 20000);
  return {.name = "stride_max",
          .kernel = "stride_max",
          .global = {kItems},
          .local = {kGroup},
          .arguments = {output<float>(kItems), input<float>(n, signed_noise(1)),
                        value(static_cast<cl_int>(n))},
          .check = each<float>(0, {},
                               [=](const Data& d, size_t item) {
                                 float most = -INFINITY;
                                 for (size_t i = item; i < n; i += kItems)
                                   most = std::max(most, d.get<float>(1)[i]);
                                 return most;
                               }),
          .bytes = 4.0 * n};
}

}  // namespace

Family reduction(const Scale& scale) {
  return {"reduction",
          {sum_float(scale, "sum_float", kGroup), sum_float(scale, "sum_float_local1024", 1024),
           sum_uint(scale), max_float4(scale), sum_many(scale), dot_double(scale), argmin(scale),
           sum_atomic(scale), softmax_rows(scale), stride_dot(scale), stride_max(scale)}};
}

}  // namespace heddle::bench
