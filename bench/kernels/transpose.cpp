// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

/// A group of local[0] x local[1] work-items does `rows_per_item` rows for each of its own.
template <typename T>
Bench transpose(const Scale& scale, const char* name, const char* kernel, std::vector<size_t> local,
                bool swapped = false, size_t rows_per_item = 1) {
  const size_t width = scale(2048, 96), height = scale(1024, 64);
  const char* types[] = {"-DT=uchar", "-DT=ushort", "", "-DT=double"};
  const size_t log2 = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return {
      .name = name,
      .kernel = kernel,
      .options = types[log2],
      .needs = sizeof(T) == 8 ? "cl_khr_fp64" : "",
      .global = swapped ? std::vector{height, width} : std::vector{width, height / rows_per_item},
      .local = std::move(local),
      .arguments = {output<T>(width * height), input<T>(width * height, integers(1, 1 << 24)),
                    value(static_cast<cl_uint>(width)), value(static_cast<cl_uint>(height))},
      .check = each<T>(
          0, {},
          [=](const Data& d, size_t at) { return d.get<T>(1)[at % height * width + at / height]; }),
      .bytes = 2.0 * sizeof(T) * width * height};
}

}  // namespace

Family transpose(const Scale& scale) {
  return {"transpose",
          {transpose<float>(scale, "naive", "transpose_naive", {}),
           transpose<float>(scale, "naive_local16x16", "transpose_naive", {16, 16}),
           transpose<float>(scale, "naive_write", "transpose_naive_write", {}, true),
           transpose<float>(scale, "tiled", "transpose_tiled", {16, 16}),
           transpose<float>(scale, "tiled_rows", "transpose_tiled_rows", {32, 8}, false, 4),
           transpose<double>(scale, "tiled_double", "transpose_tiled", {16, 16}),
           transpose<uint8_t>(scale, "naive_uchar", "transpose_naive", {}),
           transpose<uint16_t>(scale, "tiled_ushort", "transpose_tiled", {16, 16})}};
}

}  // namespace heddle::bench
