// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "families.h"

namespace heddle::bench {
namespace {

constexpr size_t kLongest = 24;  // elements of a row: 8 to 24

/// Rows of different length; elements near the diagonal and far from it. Computed, so that nothing
/// is stored here.
struct Matrix {
  size_t rows;

  static size_t length(size_t row) { return 8 + scramble(row, 7) % (kLongest - 7); }
  uint32_t column(size_t row, size_t k) const {
    const uint64_t random = scramble(row * kLongest + k, 8);
    const size_t near = row + random % 64, far = (random >> 8) % rows;
    return static_cast<uint32_t>((random >> 40) % 4 ? near % rows : far);
  }
  std::vector<uint32_t> starts() const {
    std::vector<uint32_t> sums{0};
    for (size_t row = 0; row < rows; ++row) {
      sums.push_back(sums.back() + static_cast<uint32_t>(length(row)));
    }
    return sums;
  }
};

/// All columns in the order of rows.
std::vector<uint32_t> columns_of(const Matrix& matrix) {
  std::vector<uint32_t> columns;
  for (size_t row = 0; row < matrix.rows; ++row) {
    for (size_t k = 0; k < Matrix::length(row); ++k) columns.push_back(matrix.column(row, k));
  }
  return columns;
}

/// A buffer of what `make` returns, when it is needed.
template <typename F>
Argument stored(size_t count, F make) {
  return {Argument::Kind::kInput, count * sizeof(uint32_t),
          [=](std::byte* to) { std::memcpy(to, make().data(), count * sizeof(uint32_t)); }};
}

Argument starts(const Matrix& matrix) {
  return stored(matrix.rows + 1, [=] { return matrix.starts(); });
}

Argument columns(const Matrix& matrix) {
  return stored(matrix.starts().back(), [=] { return columns_of(matrix); });
}

template <typename T>
Bench csr(const Scale& scale, const char* name, const char* kernel, size_t group) {
  constexpr bool kDouble = sizeof(T) == 8;
  const Matrix matrix{scale(1 << 17, 700) / (group ? 4 : 1)};
  const size_t elements = matrix.starts().back();
  return {
      .name = name,
      .kernel = kernel,
      .options = kDouble ? "-DT=double" : "",
      .needs = kDouble ? "cl_khr_fp64" : "",
      .global = {matrix.rows * std::max<size_t>(1, group)},
      .local = group ? std::vector{group} : std::vector<size_t>{},
      .arguments = {output<T>(matrix.rows), starts(matrix), columns(matrix),
                    input<T>(elements, signed_noise(1)), input<T>(matrix.rows, signed_noise(2))},
      .check = each<T>(0, {.relative = kDouble ? 1e-14 : 1e-5},
                       [](const Data& d, size_t row) {
                         Sum sum;
                         for (size_t k = d.get<uint32_t>(1)[row]; k < d.get<uint32_t>(1)[row + 1];
                              ++k) {
                           sum.add(double{d.get<T>(3)[k]} * d.get<T>(4)[d.get<uint32_t>(2)[k]]);
                         }
                         return sum;
                       }),
      .flops = 2.0 * elements,
      .bytes = (4.0 + sizeof(T)) * elements + (4.0 + 2 * sizeof(T)) * matrix.rows,
      .precision = kDouble ? Precision::kDouble : Precision::kSingle};
}

Bench ell(const Scale& scale) {
  const Matrix matrix{scale(1 << 16, 700)};
  const size_t rows = matrix.rows;
  return {.name = "ell",
          .kernel = "ell",
          .global = {rows},
          .arguments = {output<float>(rows),
                        input<cl_uint>(rows * kLongest,
                                       [=](size_t i) {
                                         const size_t row = i % rows, k = i / rows;
                                         return k < Matrix::length(row) ? matrix.column(row, k)
                                                                        : ~0u;
                                       }),
                        input<float>(rows * kLongest, signed_noise(1)),
                        input<float>(rows, signed_noise(2)), value<cl_uint>(kLongest)},
          .check = each<float>(0, {.relative = 1e-5},
                               [=](const Data& d, size_t row) {
                                 Sum sum;
                                 for (size_t k = 0; k < Matrix::length(row); ++k) {
                                   sum.add(double{d.get<float>(2)[k * rows + row]} *
                                           d.get<float>(3)[matrix.column(row, k)]);
                                 }
                                 return sum;
                               }),
          .flops = 32.0 * rows,
          .bytes = (8.0 * kLongest + 8) * rows};
}

constexpr int kDistances[] = {-1024, -32, -1, 0, 1, 32, 1024};

Bench diagonals(const Scale& scale) {
  constexpr size_t kCount = std::size(kDistances);
  const size_t rows = scale(1 << 19, 3000);
  return {.name = "diagonals",
          .kernel = "diagonals",
          .global = {rows},
          .arguments = {output<float>(rows), input<float>(rows * kCount, signed_noise(1)),
                        input<cl_int>(kCount, [](size_t i) { return kDistances[i]; }),
                        value<cl_uint>(kCount), input<float>(rows, signed_noise(2))},
          .check = each<float>(
              0, {.relative = 1e-5},
              [=](const Data& d, size_t row) {
                Sum sum;
                for (size_t k = 0; k < kCount; ++k) {
                  const size_t column = row + static_cast<size_t>(ptrdiff_t{kDistances[k]});
                  if (column < rows)
                    sum.add(double{d.get<float>(1)[k * rows + row]} * d.get<float>(4)[column]);
                }
                return sum;
              }),
          .flops = 2.0 * kCount * rows,
          .bytes = 4.0 * (kCount + 2) * rows};
}

/// Who is reached from the nodes of depth 0 in one step, and who was there before.
Bench bfs_step(const Scale& scale) {
  const Matrix matrix{scale(1 << 17, 700)};
  const auto depth = [](size_t node) { return scramble(node, 5) % 8 ? ~0u : 0u; };
  return {.name = "bfs_step",
          .kernel = "bfs_step",
          .global = {matrix.rows},
          .arguments = {in_out<cl_uint>(matrix.rows, depth), starts(matrix), columns(matrix),
                        value<cl_uint>(0)},
          .check = [=](const Data& d) -> std::string {
            std::vector<cl_uint> want(matrix.rows);
            for (size_t i = 0; i < matrix.rows; ++i) want[i] = depth(i);
            for (size_t i = 0; i < matrix.rows; ++i) {
              if (depth(i) != 0) continue;
              for (size_t k = 0; k < Matrix::length(i); ++k) {
                cl_uint& other = want[matrix.column(i, k)];
                other = std::min(other, 1u);
              }
            }
            for (size_t i = 0; i < matrix.rows; ++i) {
              if (d.get<cl_uint>(0)[i] != want[i])
                return mismatch(i, d.get<cl_uint>(0)[i], want[i]);
            }
            return {};
          }};
}

}  // namespace

Family sparse(const Scale& scale) {
  return {"sparse",
          {csr<float>(scale, "csr_scalar", "csr_scalar", 0),
           csr<double>(scale, "csr_scalar_double", "csr_scalar", 0),
           csr<float>(scale, "csr_group", "csr_group", 16), ell(scale), diagonals(scale),
           bfs_step(scale)}};
}

}  // namespace heddle::bench
