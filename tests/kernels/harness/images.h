// SPDX-License-Identifier: Apache-2.0
// Images and samplers of a launch, as the directives `image` and `sampler` describe them.
#pragma once

#include <vector>

#include "device.h"
#include "spec.h"

namespace kernels {

class Image {
 public:
  /// `text`: "2d 37x5 RGBA:UNORM_INT8", one of 1d 1d_array 1d_buffer 2d 2d_array 3d, sizes (of the
  /// array last), order and type. It begins with numbers that look random, finite ones.
  Image(Device& device, const std::string& text);

  cl_mem get() const { return image_.get(); }
  std::vector<unsigned char> read(Device& device) const;

 private:
  size_t bytes_ = 0;
  size_t region_[3] = {1, 1, 1};
  Owned<cl_mem> buffer_;  // of a 1d_buffer
  Owned<cl_mem> image_;
};

/// `text`: "normalized linear repeat": normalized or pixels, linear or nearest, and how it goes on
/// at the border: none edge border repeat mirror.
Owned<cl_sampler> make_sampler(Device& device, const std::string& text);

}  // namespace kernels
