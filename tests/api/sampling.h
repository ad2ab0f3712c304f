// SPDX-License-Identifier: Apache-2.0
// What samplers make of coordinates, by the equations of OpenCL C 2.0 §8.2 in double.
#pragma once

#include "image_elements.h"
#include "image_fixture.h"

struct Sampling {
  bool normalized;
  cl_addressing_mode mode;
  bool linear;
};

/// Elements to both sides of a coordinate and the weight of the second. -1 or size: outside.
struct Axis {
  int low, high;
  double a;
};

inline Axis AxisOf(double s, int size, const Sampling& by) {
  double u = s;
  if (by.normalized && by.mode == CL_ADDRESS_REPEAT) s -= std::floor(s);
  if (by.normalized && by.mode == CL_ADDRESS_MIRRORED_REPEAT)
    s = std::fabs(s - 2 * std::rint(s / 2));
  if (by.normalized) u = s * size;
  if (by.linear) u -= 0.5;
  const double low = std::floor(u);
  const auto put = [&](double place) {
    const int i = static_cast<int>(std::clamp(place, -2.0, size + 1.0));
    if (by.mode == CL_ADDRESS_REPEAT) return (i + size) % size;
    if (by.mode == CL_ADDRESS_CLAMP) return std::clamp(i, -1, size);
    return std::clamp(i, 0, size - 1);
  };
  return {put(low), put(low + 1), by.linear ? u - low : 0};
}

/// The elements around `at` by their weights. `size` is width, height and layers or slices, 1 where
/// there are none; texel(x, y, z) is an element's colour, the border's outside.
template <class Texel>
Colour Filtered(const Float4& at, int dims, bool is_array, const int (&size)[3], const Sampling& by,
                const Texel& texel) {
  Axis axes[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (int d = 0; d < dims; ++d) axes[d] = AxisOf(static_cast<double>(at.s[d]), size[d], by);
  if (is_array) {
    const double layer = std::rint(static_cast<double>(at.s[dims]));
    axes[2].low = axes[2].high =
        static_cast<int>(std::clamp(layer, 0.0, static_cast<double>(size[2] - 1)));
  }
  Colour sum{};
  for (int n = 0; n < 8; ++n) {
    double weight = 1;
    int p[3];
    for (int d = 0; d < 3; ++d) {
      p[d] = n >> d & 1 ? axes[d].high : axes[d].low;
      weight *= n >> d & 1 ? axes[d].a : 1 - axes[d].a;
    }
    if (weight == 0) continue;
    const Colour one = texel(p[0], p[1], p[2]);
    for (size_t c = 0; c < 4; ++c) sum[c] += weight * one[c];
  }
  return sum;
}

class SamplingFixture : public ImageFixture {
 protected:
  cl_sampler SamplerOf(const Sampling& by) {
    const cl_sampler_properties filter = by.linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST;
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                by.normalized,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                by.mode,
                                                CL_SAMPLER_FILTER_MODE,
                                                filter,
                                                0};
    cl_int error = -1;
    cl_sampler sampler = clCreateSamplerWithProperties(context, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return sampler;
  }
};
