// SPDX-License-Identifier: Apache-2.0
// Kernels that read and write images of every supported format (OpenCL C 2.0 §6.13.14.6, §8.3).
#include <cmath>

#include "image_fixture.h"

namespace {

enum class Values { Float, Int, Uint };

Values ValuesOf(cl_channel_type type) {
  switch (type) {
    case CL_SIGNED_INT8:
    case CL_SIGNED_INT16:
    case CL_SIGNED_INT32:
      return Values::Int;
    case CL_UNSIGNED_INT8:
    case CL_UNSIGNED_INT16:
    case CL_UNSIGNED_INT32:
      return Values::Uint;
    default:
      return Values::Float;
  }
}

const char* SuffixOf(Values values) {
  return values == Values::Float ? "f" : values == Values::Int ? "i" : "ui";
}

class ImageFormatTest : public ImageFixture {
 protected:
  static constexpr size_t kWidth = 37, kHeight = 11;
  static constexpr size_t kOrigin[3] = {0, 0, 0}, kRegion[3] = {kWidth, kHeight, 1};

  std::vector<cl_image_format> Formats(cl_mem_flags flags) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
              CL_SUCCESS);
    std::vector<cl_image_format> formats(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, CL_MEM_OBJECT_IMAGE2D, count,
                                         formats.data(), nullptr),
              CL_SUCCESS);
    return formats;
  }

  void Run2D(cl_kernel kernel) {
    const size_t global[2] = {kWidth, kHeight};
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

  /// What a kernel reads from one element with these bytes.
  template <class T>
  std::vector<T> Element(const cl_image_format& format, const std::vector<unsigned char>& bytes) {
    const Values values = ValuesOf(format.image_channel_data_type);
    const std::string suffix = SuffixOf(values);
    const std::string type = values == Values::Float ? "float4"
                             : values == Values::Int ? "int4"
                                                     : "uint4";
    Program program = Build("kernel void k(read_only image2d_t im, global " + type +
                            "* out) { *out = read_image" + suffix + "(im, (int2)(0, 0)); }");
    Kernel kernel = MakeKernel(program, "k");
    Mem image = Image(Desc2D(1, 1), format);
    const size_t one[3] = {1, 1, 1};
    EXPECT_EQ(Write(image, kOrigin, one, bytes.data()), CL_SUCCESS);
    Mem out = Buffer(16);
    SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_mem>(out));
    Run(kernel, 1);
    return Read<T>(out, 4);
  }

  /// What is in an element that a kernel wrote `colour` to.
  std::vector<unsigned char> Written(const cl_image_format& format, const std::string& colour) {
    const Values values = ValuesOf(format.image_channel_data_type);
    Program program = Build(std::string("kernel void k(write_only image2d_t im) { write_image") +
                            SuffixOf(values) + "(im, (int2)(0, 0), " + colour + "); }");
    Kernel kernel = MakeKernel(program, "k");
    Mem image = Image(Desc2D(1, 1), format);
    SetArgs(kernel, static_cast<cl_mem>(image));
    Run(kernel, 1);
    const size_t one[3] = {1, 1, 1};
    return ReadAll(image, kOrigin, one);
  }
};

/// Bytes of elements that a copy must keep: -128 and -127 are one number, bits of no channel may
/// change, and so may NaN.
std::vector<unsigned char> Faithful(std::vector<unsigned char> bytes,
                                    const cl_image_format& format) {
  const auto each = [&](size_t size, auto&& change) {
    for (size_t i = 0; i + size <= bytes.size(); i += size) {
      uint32_t value = 0;
      std::memcpy(&value, &bytes[i], size);
      change(value);
      std::memcpy(&bytes[i], &value, size);
    }
  };
  switch (format.image_channel_data_type) {
    case CL_SNORM_INT8:
      each(1, [](uint32_t& v) { v = v == 0x80 ? 0x81 : v; });
      break;
    case CL_SNORM_INT16:
      each(2, [](uint32_t& v) { v = v == 0x8000 ? 0x8001 : v; });
      break;
    case CL_HALF_FLOAT:
      each(2, [](uint32_t& v) { v = (v & 0x7c00) == 0x7c00 ? v ^ 0x4000 : v; });
      break;
    case CL_FLOAT:
      each(4, [](uint32_t& v) { v = (v & 0x7f800000) == 0x7f800000 ? v ^ 0x40000000 : v; });
      break;
    case CL_UNORM_SHORT_555:
      each(2, [](uint32_t& v) { v &= 0x7fff; });
      break;
    case CL_UNORM_INT_101010:
      each(4, [](uint32_t& v) { v &= 0x3fffffff; });
      break;
    default:
      if (format.image_channel_order == CL_sRGBx) each(4, [](uint32_t& v) { v |= 0xff000000; });
      break;
  }
  return bytes;
}

TEST_F(ImageFormatTest, CopiesKeepEveryFormat) {
  for (const cl_image_format& format : Formats(CL_MEM_WRITE_ONLY)) {
    SCOPED_TRACE(testing::Message() << std::hex << "order 0x" << format.image_channel_order
                                    << " type 0x" << format.image_channel_data_type);
    const bool depth = format.image_channel_order == CL_DEPTH;
    const std::string type = depth ? "image2d_depth_t" : "image2d_t";
    const std::string suffix = SuffixOf(ValuesOf(format.image_channel_data_type));
    Program program = Build("kernel void k(read_only " + type + " a, write_only " + type +
                                " b) {\n  int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
                                "  write_image" +
                                suffix + "(b, p, read_image" + suffix + "(a, p));\n}",
                            "-cl-std=CL2.0");
    Kernel kernel = MakeKernel(program, "k");
    Mem from = Image(Desc2D(kWidth, kHeight), format), to = Image(Desc2D(kWidth, kHeight), format);
    const size_t element = ImageInfo<size_t>(from, CL_IMAGE_ELEMENT_SIZE);
    const auto bytes = Faithful(Bytes(kWidth * kHeight * element), format);
    ASSERT_EQ(Write(from, kOrigin, kRegion, bytes.data()), CL_SUCCESS);
    SetArgs(kernel, static_cast<cl_mem>(from), static_cast<cl_mem>(to));
    Run2D(kernel);
    const auto copied = Faithful(ReadAll(to, kOrigin, kRegion), format);
    size_t wrong = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i] != copied[i] && ++wrong < 4)
        ADD_FAILURE() << "byte " << i << ": " << int{copied[i]} << " for " << int{bytes[i]};
    }
  }
}

TEST_F(ImageFormatTest, ChannelsComeInTheirOrder) {
  using V = std::vector<cl_uint>;
  const std::vector<unsigned char> four{1, 2, 3, 4}, two{1, 2}, one{1};
  EXPECT_EQ(Element<cl_uint>({CL_R, CL_UNSIGNED_INT8}, one), (V{1, 0, 0, 1}));
  EXPECT_EQ(Element<cl_uint>({CL_A, CL_UNSIGNED_INT8}, one), (V{0, 0, 0, 1}));
  EXPECT_EQ(Element<cl_uint>({CL_RG, CL_UNSIGNED_INT8}, two), (V{1, 2, 0, 1}));
  EXPECT_EQ(Element<cl_uint>({CL_RA, CL_UNSIGNED_INT8}, two), (V{1, 0, 0, 2}));
  EXPECT_EQ(Element<cl_uint>({CL_RGBA, CL_UNSIGNED_INT8}, four), (V{1, 2, 3, 4}));
  EXPECT_EQ(Element<cl_uint>({CL_BGRA, CL_UNSIGNED_INT8}, four), (V{3, 2, 1, 4}));
  EXPECT_EQ(Element<cl_uint>({CL_ARGB, CL_UNSIGNED_INT8}, four), (V{2, 3, 4, 1}));
  EXPECT_EQ(Element<cl_uint>({CL_ABGR, CL_UNSIGNED_INT8}, four), (V{4, 3, 2, 1}));
}

TEST_F(ImageFormatTest, NormalisedAndPackedValues) {
  const auto near = [&](const cl_image_format& format, const std::vector<unsigned char>& bytes,
                        const std::vector<double>& expected) {
    SCOPED_TRACE(testing::Message() << std::hex << "order 0x" << format.image_channel_order
                                    << " type 0x" << format.image_channel_data_type);
    const auto read = Element<float>(format, bytes);
    for (size_t c = 0; c < 4; ++c)
      EXPECT_NEAR(static_cast<double>(read[c]), expected[c], 2e-7 * std::fabs(expected[c])) << c;
  };
  near({CL_RGBA, CL_UNORM_INT8}, {0, 1, 128, 255}, {0, 1 / 255., 128 / 255., 1});
  near({CL_RGBA, CL_SNORM_INT8}, {0x80, 0x81, 1, 127}, {-1, -1, 1 / 127., 1});
  near({CL_RG, CL_UNORM_INT16}, {1, 0, 255, 255}, {1 / 65535., 1, 0, 1});
  near({CL_RG, CL_SNORM_INT16}, {0, 0x80, 255, 127}, {-1, 1, 0, 1});
  near({CL_RGB, CL_UNORM_SHORT_565}, {0x41, 0x08}, {1 / 31., 2 / 63., 1 / 31., 1});
  near({CL_RGB, CL_UNORM_SHORT_555}, {0x41, 0x08}, {2 / 31., 2 / 31., 1 / 31., 1});
  near({CL_RGB, CL_UNORM_INT_101010}, {1, 8, 0x30, 0}, {3 / 1023., 2 / 1023., 1 / 1023., 1});
  near({CL_RGBA, CL_HALF_FLOAT}, {0, 0x3c, 0, 0xc0, 1, 0, 0xff, 0x7b},
       {1, -2, 5.9604644775390625e-8, 65504});
  near({CL_sRGBA, CL_UNORM_INT8}, {0, 10, 188, 51},
       {0, 10 / 255. / 12.92, std::pow((188 / 255. + 0.055) / 1.055, 2.4), 0.2});
}

TEST_F(ImageFormatTest, WritesAreClampedAndRounded) {
  using Raw = std::vector<unsigned char>;
  EXPECT_EQ(Written({CL_RGBA, CL_UNORM_INT8}, "(float4)(-1.0f, 2.0f, 0.4f / 255, 0.6f / 255)"),
            (Raw{0, 255, 0, 1}));
  EXPECT_EQ(Written({CL_RGBA, CL_UNORM_INT8}, "(float4)(NAN, INFINITY, -INFINITY, 0.5f)"),
            (Raw{0, 255, 0, 128}));
  EXPECT_EQ(Written({CL_RGBA, CL_SNORM_INT8}, "(float4)(-2.0f, 2.0f, NAN, -0.5f)"),
            (Raw{0x81, 127, 0, static_cast<unsigned char>(-64)}));
  EXPECT_EQ(Written({CL_BGRA, CL_UNORM_INT8}, "(float4)(1.0f, 0.2f, 0.4f, 0.6f)"),
            (Raw{102, 51, 255, 153}));
  EXPECT_EQ(Written({CL_RGBA, CL_SIGNED_INT8}, "(int4)(-1000, 1000, -5, 5)"),
            (Raw{0x80, 127, 0xfb, 5}));
  EXPECT_EQ(Written({CL_RG, CL_UNSIGNED_INT16}, "(uint4)(100000, 258, 0, 0)"),
            (Raw{255, 255, 2, 1}));
  EXPECT_EQ(Written({CL_RGB, CL_UNORM_SHORT_565}, "(float4)(1 / 31.0f, 2 / 63.0f, 1 / 31.0f, 0)"),
            (Raw{0x41, 0x08}));
  EXPECT_EQ(Written({CL_RGBA, CL_HALF_FLOAT}, "(float4)(1.0f, -2.0f, 1e6f, 0.0f)"),
            (Raw{0, 0x3c, 0, 0xc0, 0, 0x7c, 0, 0}));
  EXPECT_EQ(Written({CL_A, CL_UNORM_INT8}, "(float4)(0.0f, 0.0f, 0.0f, 1.0f)"), (Raw{255}));
  EXPECT_EQ(Written({CL_sRGBA, CL_UNORM_INT8}, "(float4)(0.5f, 0.002f, 1.0f, 0.5f)"),
            (Raw{188, 7, 255, 128}));  // alpha is linear
}

// cl_khr_srgb_image_writes: each code of each channel, from the colour in the middle of what it
// stands for; alpha is linear.
TEST_F(ImageFormatTest, EverySrgbCodeIsWritten) {
  const auto linear = [](size_t code) {
    const double c = static_cast<double>(code) / 255;
    return static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
  };
  std::vector<float> colours;
  std::vector<unsigned char> codes;
  for (size_t i = 0; i < 256; ++i) {
    const size_t of[4] = {i, 255 - i, i * 7 % 256, i * 3 % 256};
    for (size_t c = 0; c < 4; ++c) {
      colours.push_back(c < 3 ? linear(of[c]) : static_cast<float>(of[c]) / 255);
      codes.push_back(static_cast<unsigned char>(of[c]));
    }
  }
  Program program = Build(
      "kernel void k(write_only image2d_t im, global const float4* c) {\n"
      "  int x = get_global_id(0);\n  write_imagef(im, (int2)(x, 0), c[x]);\n}");
  Kernel kernel = MakeKernel(program, "k");
  Mem given = Buffer(colours);
  const size_t all[3] = {256, 1, 1};
  for (const cl_channel_order order : {CL_sRGBA, CL_sBGRA, CL_sRGBx}) {
    cl_image_format format{order, CL_UNORM_INT8};
    Mem image = Image(Desc2D(256, 1), format);
    SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_mem>(given));
    Run(kernel, 256);
    const auto written = ReadAll(image, kOrigin, all);
    for (size_t i = 0; i < written.size(); ++i) {
      const size_t channel = i % 4;
      if (order == CL_sRGBx && channel == 3) continue;  // ignored
      const size_t from = order == CL_sBGRA && channel < 3 ? i - channel + 2 - channel : i;
      EXPECT_EQ(written[i], codes[from]) << std::hex << order << " at " << i;
    }
  }
  for (const cl_channel_order order : {CL_sRGBA, CL_sBGRA})
    EXPECT_EQ(Written({order, CL_UNORM_INT8}, "(float4)(NAN, -INFINITY, -0.5f, 2.0f)"),
              (std::vector<unsigned char>{0, 0, 0, 255}));
  EXPECT_EQ(Written({CL_sBGRA, CL_UNORM_INT8}, "(float4)(INFINITY, 1.5f, 0.0f, NAN)"),
            (std::vector<unsigned char>{0, 255, 255, 0}));
}

TEST_F(ImageFormatTest, NothingOutsideIsWritten) {
  Program program = Build(
      "kernel void k(write_only image2d_t im) {\n"
      "  int2 p = (int2)((int)get_global_id(0) - 5, (int)get_global_id(1) - 2);\n"
      "  write_imageui(im, p, (uint4)(p.x + 1, p.y + 1, 3, 4));\n}");
  Kernel kernel = MakeKernel(program, "k");
  // The image is the inside of a buffer: what surrounds it must stay.
  std::vector<unsigned char> bytes(64 * 16 * 4, 0xaa);
  Mem buffer = Buffer(bytes);
  cl_image_desc desc = Desc2D(17, 9);
  desc.image_row_pitch = 32 * 4;
  desc.mem_object = buffer;
  Mem image = Image(desc, kRgba8, 0);
  SetArgs(kernel, static_cast<cl_mem>(image));
  Run2D(kernel);
  const auto after = Read<unsigned char>(buffer, bytes.size());
  for (size_t i = 0; i < after.size(); ++i) {
    const size_t x = i / 4 % 32, y = i / 128;
    const bool inside = x < 17 && y < 9;
    const unsigned char colour[4] = {static_cast<unsigned char>(x + 1),
                                     static_cast<unsigned char>(y + 1), 3, 4};
    ASSERT_EQ(after[i], inside ? colour[i % 4] : 0xaa) << x << ", " << y;
  }
}

TEST_F(ImageFormatTest, KernelsAskForSizes) {
  Program program = Build(
      "kernel void k(read_only image2d_array_t a, write_only image3d_t b, read_only image1d_t c,\n"
      "              global int* out) {\n"
      "  int2 d = get_image_dim(a);\n"
      "  int4 e = get_image_dim(b);\n"
      "  int all[] = {get_image_width(a), get_image_height(a), get_image_array_size(a), d.x, d.y,\n"
      "    get_image_width(b), get_image_height(b), get_image_depth(b), e.x, e.y, e.z, e.w,\n"
      "    get_image_width(c), get_image_channel_order(a) == CLK_RGBA,\n"
      "    get_image_channel_data_type(c) == CLK_FLOAT, get_image_channel_order(c) == CLK_R};\n"
      "  for (int i = 0; i < 16; ++i) out[i] = all[i];\n}",
      "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "k");
  Mem a = Image(Desc(CL_MEM_OBJECT_IMAGE2D_ARRAY, 4, 5, 6));
  Mem b = Image(Desc(CL_MEM_OBJECT_IMAGE3D, 7, 8, 9));
  Mem c = Image(Desc(CL_MEM_OBJECT_IMAGE1D, 10), {CL_R, CL_FLOAT});
  Mem out = Buffer(16 * sizeof(int));
  SetArgs(kernel, static_cast<cl_mem>(a), static_cast<cl_mem>(b), static_cast<cl_mem>(c),
          static_cast<cl_mem>(out));
  Run(kernel, 1);
  EXPECT_EQ(Read<int>(out, 16),
            (std::vector<int>{4, 5, 6, 4, 5, 7, 8, 9, 7, 8, 9, 0, 10, 1, 1, 1}));
}

TEST_F(ImageFormatTest, AWorkItemReadsWhatItWrote) {
  Program program = Build(
      "kernel void k(read_write image2d_t im) {\n"
      "  int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
      "  uint4 old = read_imageui(im, p);\n"
      "  write_imageui(im, p, old + 1u);\n"
      "  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,\n"
      "                         memory_scope_work_item);\n"
      "  write_imageui(im, p, read_imageui(im, p) * 2u);\n}",
      "-cl-std=CL2.0");
  Kernel kernel = MakeKernel(program, "k");
  Mem image = Image(Desc2D(kWidth, kHeight), {CL_RGBA, CL_UNSIGNED_INT32});
  std::vector<cl_uint> data(kWidth * kHeight * 4);
  std::iota(data.begin(), data.end(), 10u);
  ASSERT_EQ(Write(image, kOrigin, kRegion, data.data()), CL_SUCCESS);
  SetArgs(kernel, static_cast<cl_mem>(image));
  Run2D(kernel);
  std::vector<cl_uint> after(data.size());
  ASSERT_EQ(ReadInto(image, kOrigin, kRegion, after.data()), CL_SUCCESS);
  for (size_t i = 0; i < data.size(); ++i) ASSERT_EQ(after[i], (data[i] + 1) * 2) << i;
}

}  // namespace
