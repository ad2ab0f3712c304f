// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr size_t kGroup = 256;

/// One group's part of argument 1.
template <typename T>
const T* group_of(const Data& d, size_t item) {
  return d.get<T>(1) + item / kGroup * kGroup;
}

template <typename T, typename In, typename F>
Bench base(const Scale& scale, const char* kernel, bool one_for_group, In in, Tolerance tolerance,
           F expected) {
  const size_t n = scale((8 << 20) / sizeof(T), 4096);
  return {.name = kernel,
          .kernel = kernel,
          .options = "-cl-std=CL2.0",
          .needs = "CL2.0",
          .global = {n},
          .local = {kGroup},
          .arguments = {output<T>(one_for_group ? n / kGroup : n), input<T>(n, in)},
          .check = each<T>(0, tolerance, expected),
          .bytes = (one_for_group ? 1.0 : 2.0) * sizeof(T) * n};
}

Bench reduce_add(const Scale& scale) {
  return base<float>(scale, "reduce_add", true, signed_noise(1), {.relative = 1e-5},
                     [](const Data& d, size_t g) {
                       Sum sum;
                       const float* in = d.get<float>(1) + g * kGroup;
                       for (size_t i = 0; i < kGroup; ++i) sum.add(in[i]);
                       return sum;
                     });
}

Bench reduce_max_many(const Scale& scale) {
  constexpr size_t kEach = 16;
  Bench bench = base<cl_int>(scale, "reduce_max_many", true, integers(1, 1 << 30), {},
                             [](const Data& d, size_t g) {
                               const cl_int* in = d.get<cl_int>(1) + g * kGroup * kEach;
                               return *std::max_element(in, in + kGroup * kEach);
                             });
  bench.arguments[0] = output<cl_int>(bench.global[0] / kGroup / kEach);
  bench.global[0] /= kEach;
  bench.arguments.push_back(value<cl_uint>(kEach));
  return bench;
}

Bench scan_inclusive(const Scale& scale) {
  return base<cl_uint>(scale, "scan_inclusive", false, integers(1), {},
                       [](const Data& d, size_t i) {
                         const cl_uint* in = group_of<cl_uint>(d, i);
                         return std::accumulate(in, in + i % kGroup + 1, cl_uint{0});
                       });
}

Bench scan_exclusive(const Scale& scale) {
  return base<float>(scale, "scan_exclusive", false, uniform(1), {.relative = 1e-5},
                     [](const Data& d, size_t i) {
                       const float* in = group_of<float>(d, i);
                       return std::accumulate(in, in + i % kGroup, 0.0);
                     });
}

Bench scan_inclusive_max(const Scale& scale) {
  return base<cl_int>(scale, "scan_inclusive_max", false, integers(1, 1 << 30), {},
                      [](const Data& d, size_t i) {
                        const cl_int* in = group_of<cl_int>(d, i);
                        return *std::max_element(in, in + i % kGroup + 1);
                      });
}

Bench broadcast(const Scale& scale) {
  return base<float>(scale, "broadcast", false, signed_noise(1),
                     {.relative = 1e-4, .absolute = 1e-4}, [](const Data& d, size_t i) {
                       const float* in = group_of<float>(d, i);
                       std::vector<double> values(in, in + kGroup);
                       for (size_t k = 0; k < 8; ++k) {
                         const double sent = values[k * 7];
                         for (double& value : values) value += 0.5 * sent;
                       }
                       return values[i % kGroup];
                     });
}

Bench any_all(const Scale& scale) {
  return base<uint8_t>(scale, "any_all", false, integers(1), {}, [](const Data& d, size_t i) {
    const uint8_t* in = group_of<uint8_t>(d, i);
    const bool any = std::count(in, in + kGroup, 255), all = !std::count(in, in + kGroup, 254);
    return 2 * any + all;
  });
}

Bench compact(const Scale& scale) {
  constexpr cl_uint kLimit = 300;
  Bench bench =
      base<cl_uint>(scale, "compact", false, integers(1, 1000), {}, [](const Data& d, size_t i) {
        const cl_uint* in = group_of<cl_uint>(d, i);
        std::vector<cl_uint> values(in, in + kGroup);
        std::stable_partition(values.begin(), values.end(), [](cl_uint v) { return v < kLimit; });
        return values[i % kGroup];
      });
  bench.arguments.push_back(value(kLimit));
  return bench;
}

}  // namespace

Family workgroup(const Scale& scale) {
  return {"workgroup",
          {reduce_add(scale), reduce_max_many(scale), scan_inclusive(scale), scan_exclusive(scale),
           scan_inclusive_max(scale), broadcast(scale), any_all(scale), compact(scale)}};
}

}  // namespace heddle::bench
