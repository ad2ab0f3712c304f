// SPDX-License-Identifier: Apache-2.0
// Images of any type, format, size and storage at random. HEDDLE_SEED chooses other ones.
#pragma once

#include <functional>
#include <random>

#include "model_image.h"
#include "sampling.h"

class ImageModelFixture : public SamplingFixture {
 protected:
  int Any(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  bool OneIn(int count) { return Any(count) == 0; }

  template <class T, size_t N>
  T OneOf(const T (&all)[N]) {
    return all[Any(N)];
  }

  /// Runs `check` for some numbers; each has random numbers of its own.
  void EachCase(int cases, const std::function<void()>& check) {
    const char* seed = std::getenv("HEDDLE_SEED");
    const int first = seed ? std::atoi(seed) * cases : 0;
    for (int n = first; n < first + cases; ++n) {
      SCOPED_TRACE(testing::Message() << "case " << n);
      random_.seed(static_cast<unsigned>(n));
      check();
      if (HasFatalFailure()) return;
    }
  }

  cl_image_format AnyFormat(const Kind& kind) {
    const cl_mem_flags flags = CL_MEM_READ_WRITE;
    cl_uint count = 0;
    clGetSupportedImageFormats(context, flags, kind.type, 0, nullptr, &count);
    std::vector<cl_image_format> formats(count);
    clGetSupportedImageFormats(context, flags, kind.type, count, formats.data(), nullptr);
    cl_image_format format;
    do {
      format = formats[static_cast<size_t>(Any(static_cast<int>(count)))];
    } while ((format.image_channel_order == CL_DEPTH) != kind.is_depth);
    return format;
  }

  /// Without elements yet.
  ModelImage Sized(const Kind& kind, const cl_image_format& format) {
    ModelImage one;
    one.kind = kind;
    one.format = format;
    one.element = ImageInfo<size_t>(Image(Desc2D(1, 1), format), CL_IMAGE_ELEMENT_SIZE);
    for (int d = 0; d < 3; ++d) one.size[d] = d < kind.dims ? 1 + Any(19) : 1;
    if (kind.dims < 3 && OneIn(3)) one.size[0] = 1 + Any(300);
    if (kind.is_array) one.size[2] = 1 + Any(5);
    return one;
  }

  /// Elements with finite numbers.
  std::vector<unsigned char> AnyElements(const ModelImage& of, size_t count) {
    std::vector<unsigned char> bytes(count * of.element);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(Any(256));
    for (size_t i = 0; i < bytes.size() && of.type() == CL_HALF_FLOAT; i += 2)
      bytes[i + 1] = static_cast<unsigned char>(Any(2) * 128 + Any(70));
    for (size_t i = 0; i < bytes.size() && of.type() == CL_FLOAT; i += 4) {
      const float value = static_cast<float>(Any(4000) - 2000) / 256;
      std::memcpy(&bytes[i], &value, 4);
    }
    return bytes;
  }

  ModelImage AnyImage(const Kind& kind, const cl_image_format& format) {
    ModelImage one = Sized(kind, format);
    one.bytes = AnyElements(one, one.count());
    if (kind.type == CL_MEM_OBJECT_IMAGE1D_BUFFER ||
        (kind.type == CL_MEM_OBJECT_IMAGE2D && OneIn(4))) {
      one.from = From::Buffer;
    } else if (OneIn(2)) {
      one.from = OneOf({From::CopiedHostPtr, From::UsedHostPtr});
    }
    Create(one);
    return one;
  }
  ModelImage AnyImage(const Kind& kind) { return AnyImage(kind, AnyFormat(kind)); }

  /// The image must hold what the model does, and gaps what they did.
  void CheckBytes(ModelImage& of) {
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_TRUE(ReadAll(of.image, Origin{}, of.whole()) == of.bytes);
    if (of.from != From::UsedHostPtr && of.from != From::Buffer) return;
    of.pad();
    const size_t size = of.padded.size();
    if (of.from == From::Buffer) {
      EXPECT_TRUE(Read<unsigned char>(of.buffer, size) == of.padded) << "between the rows";
    } else {
      EXPECT_EQ(std::memcmp(of.host.data(), of.padded.data(), size), 0) << "between the rows";
    }
  }

  std::mt19937 random_;

 private:
  void Create(ModelImage& one) {
    cl_image_desc desc = one.desc();
    const auto height = static_cast<size_t>(one.size[1]);
    one.row = static_cast<size_t>(one.size[0]) * one.element;
    one.slice = one.row * height;
    if (one.from == From::Nothing) {
      one.image = Image(desc, one.format);
      ASSERT_EQ(Write(one.image, Origin{}, one.whole(), one.bytes.data()), CL_SUCCESS);
      return;
    }
    if (OneIn(2)) {
      one.row += static_cast<size_t>(Any(5)) * one.element;
      one.slice = one.row * (height + static_cast<size_t>(one.kind.has_slices() ? Any(3) : 0));
      desc.image_row_pitch = one.row;
      if (one.kind.has_slices()) desc.image_slice_pitch = one.slice;
    }
    one.padded.resize(one.slice * static_cast<size_t>(one.size[2]));
    for (auto& byte : one.padded) byte = static_cast<unsigned char>(Any(256));
    one.pad();
    one.host = GuardedBytes(one.padded.size(), OneIn(2));
    std::memcpy(one.host.data(), one.padded.data(), one.padded.size());
    cl_mem_flags how = CL_MEM_USE_HOST_PTR;
    if (one.from == From::CopiedHostPtr || (one.from == From::Buffer && OneIn(2)))
      how = CL_MEM_COPY_HOST_PTR;
    if (one.from == From::Buffer) {
      cl_int error = -1;
      one.buffer = clCreateBuffer(context, how, one.padded.size(), one.host.data(), &error);
      ASSERT_EQ(error, CL_SUCCESS);
      desc.mem_object = one.buffer;
      if (one.kind.dims == 1) desc.image_row_pitch = 0;
      one.image = Image(desc, one.format);
    } else {
      one.image = Image(desc, one.format, how, one.host.data());
    }
    if (how == CL_MEM_COPY_HOST_PTR) one.host = {};  // nobody may look at it any more
  }
};
