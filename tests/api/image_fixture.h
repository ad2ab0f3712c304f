// SPDX-License-Identifier: Apache-2.0
// What the tests of images share: descriptors, images, and whole images as bytes without padding.
#pragma once

#include <cstring>
#include <numeric>

#include "command_test.h"

inline constexpr cl_image_format kRgba8{CL_RGBA, CL_UNSIGNED_INT8};

struct Origin {
  size_t at[4];
  operator const size_t*() const { return at; }
};

inline cl_image_desc Desc(cl_mem_object_type type, size_t width, size_t height = 0,
                          size_t third = 0) {
  cl_image_desc desc{};
  desc.image_type = type;
  desc.image_width = width;
  desc.image_height = height;
  const bool is_array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  (is_array ? desc.image_array_size : desc.image_depth) = third;
  return desc;
}
inline cl_image_desc Desc2D(size_t width, size_t height) {
  return Desc(CL_MEM_OBJECT_IMAGE2D, width, height);
}

class ImageFixture : public CommandTest {
 protected:
  Mem Image(const cl_image_desc& desc, const cl_image_format& format = kRgba8,
            cl_mem_flags flags = CL_MEM_READ_WRITE, void* host_ptr = nullptr) {
    cl_int error = -1;
    Mem image = clCreateImage(context, flags, &format, &desc, host_ptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(image != nullptr, error == CL_SUCCESS);
    return image;
  }
  /// The error of a creation that must fail.
  cl_int ImageError(const cl_image_desc& desc, const cl_image_format& format = kRgba8,
                    cl_mem_flags flags = CL_MEM_READ_WRITE, void* host_ptr = nullptr) {
    cl_int error = 1;
    EXPECT_EQ(clCreateImage(context, flags, &format, &desc, host_ptr, &error), nullptr);
    return error;
  }

  cl_int Write(cl_mem image, const size_t* origin, const size_t* region, const void* data) {
    return clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, data, 0, nullptr,
                               nullptr);
  }
  cl_int ReadInto(cl_mem image, const size_t* origin, const size_t* region, void* data) {
    return clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, data, 0, nullptr,
                              nullptr);
  }
  std::vector<unsigned char> ReadAll(cl_mem image, const size_t* origin, const size_t* region) {
    const size_t element = ImageInfo<size_t>(image, CL_IMAGE_ELEMENT_SIZE);
    std::vector<unsigned char> data(region[0] * region[1] * region[2] * element);
    EXPECT_EQ(ReadInto(image, origin, region, data.data()), CL_SUCCESS);
    return data;
  }

  template <class T>
  static T ImageInfo(cl_mem image, cl_uint param) {
    return Info<T>(clGetImageInfo, image, param);
  }
  /// Bytes that differ from each other and from their neighbours a row away.
  static std::vector<unsigned char> Bytes(size_t count, unsigned char first = 1) {
    std::vector<unsigned char> bytes(count);
    for (size_t i = 0; i < count; ++i) {
      bytes[i] = static_cast<unsigned char>(first + i * 7 + i / 251);
    }
    return bytes;
  }
};
