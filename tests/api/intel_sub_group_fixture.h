// SPDX-License-Identifier: Apache-2.0
// The common part of the tests of Intel's extensions for sub-groups.
#pragma once

#include <random>

#include "image_fixture.h"

using Memory = std::vector<unsigned char>;

struct Type {
  std::string name;
  size_t size;
};

inline constexpr size_t kSizes[] = {8, 16, 32, 64};

class IntelSubGroupTest : public ImageFixture {
 protected:
  static Memory Random(size_t count, unsigned seed) {
    std::mt19937 random(seed);
    Memory bytes(count);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
    return bytes;
  }
  static std::string Required(size_t size) {
    return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + "))) kernel ";
  }
  static std::string Numbered(const std::string& name, size_t count) {
    return count == 1 ? name : name + std::to_string(count);
  }
  void Launch(cl_kernel kernel, size_t global, size_t local) {
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
};
