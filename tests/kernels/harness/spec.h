// SPDX-License-Identifier: Apache-2.0
// What the comments at the top of a kernel file ask for (../README.md).
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace kernels {

using Size3 = std::array<size_t, 3>;

struct Pointer {
  size_t at, place;
};

struct Spec {
  std::string source;
  std::string build = "-cl-std=CL2.0";
  std::vector<size_t> sizes;       ///< local sizes in 1-D
  std::vector<unsigned> dims{1};   ///< numbers of dimensions to run
  std::vector<std::string> needs;  ///< extensions without which the file is skipped
  unsigned per_item = 1;           ///< elements of `out` for each work-item
  size_t extra = 0;                ///< elements of `out` behind those
  size_t local_bytes = 16;     ///< bytes of a __local argument for each work-item of a full group
  bool uniform = false;        ///< no smaller groups at the end
  bool one_group = false;      ///< launches of one group
  bool single_expect = false;  ///< expect kernels run as one work-item
  std::map<std::string, std::vector<unsigned char>>
      args;  ///< values of by-value arguments, by name
  /// Where in such a value pointers to the output lie, and to which byte of that.
  std::map<std::string, std::vector<Pointer>> pointers;
  std::map<std::string, size_t> locals;  ///< fixed sizes of __local arguments, by name
  unsigned ulps = 0;                     ///< by which floating-point numbers may differ
  bool svm = false;                      ///< the output lies in shared virtual memory
  /// What launches choose from one after the other, by argument: places that are another way to the
  /// output ("out+128", or "apart"), images and samplers as text.
  std::map<std::string, std::vector<std::string>> same, images, samplers;
};

/// Reads `path`; throws std::runtime_error with the line that is wrong.
Spec read_spec(const std::string& path);

/// Local sizes in two and three dimensions that every kernel is run with.
const std::vector<Size3>& local_sizes(unsigned dims);

}  // namespace kernels
