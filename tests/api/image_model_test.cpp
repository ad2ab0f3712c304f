// SPDX-License-Identifier: Apache-2.0
// Reads of any kind of image, format and sampler at random and at odd coordinates, against a model
// of one element after the other (OpenCL C 2.0 §6.13.14, §8.2, §8.3). HEDDLE_SEED chooses others.
#include <cstdlib>
#include <random>

#include "sampling.h"

namespace {

struct Kind {
  cl_mem_object_type type;
  const char* name;
  int dims;
  bool is_array, is_depth;
};
constexpr Kind kKinds[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", 1, false, false},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", 1, true, false},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_t", 2, false, false},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_depth_t", 2, false, true},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", 2, true, false},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_depth_t", 2, true, true},
    {CL_MEM_OBJECT_IMAGE3D, "image3d_t", 3, false, false},
};
constexpr size_t kReads = 333;
constexpr int kCases = 40;

enum class Values { Float, Int, Uint };

Values ValuesOf(cl_channel_type type) {
  if (type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32) return Values::Int;
  return type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32 ? Values::Uint : Values::Float;
}

double HalfOf(uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double mantissa = bits & 1023;
  const double size =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return bits & 0x8000 ? -size : size;
}

uint32_t Bits(const unsigned char* at, size_t bytes) {
  uint32_t value = 0;
  std::memcpy(&value, at, bytes);
  return value;
}

/// One channel as it lies in memory.
double ChannelOf(cl_channel_type type, const unsigned char* element, size_t n) {
  switch (type) {
    case CL_SNORM_INT8:
      return std::max(static_cast<int8_t>(element[n]) / 127.0, -1.0);
    case CL_SNORM_INT16:
      return std::max(static_cast<int16_t>(Bits(element + 2 * n, 2)) / 32767.0, -1.0);
    case CL_UNORM_INT8:
      return element[n] / 255.0;
    case CL_UNORM_INT16:
      return Bits(element + 2 * n, 2) / 65535.0;
    case CL_UNORM_SHORT_565:
      return n == 0   ? (Bits(element, 2) >> 11) / 31.0
             : n == 1 ? (Bits(element, 2) >> 5 & 63) / 63.0
                      : (Bits(element, 2) & 31) / 31.0;
    case CL_UNORM_SHORT_555:
      return (Bits(element, 2) >> (10 - 5 * n) & 31) / 31.0;
    case CL_UNORM_INT_101010:
      return (Bits(element, 4) >> (20 - 10 * n) & 1023) / 1023.0;
    case CL_UNORM_INT_101010_2:
      return n == 3 ? (Bits(element, 4) & 3) / 3.0
                    : (Bits(element, 4) >> (22 - 10 * n) & 1023) / 1023.0;
    case CL_SIGNED_INT8:
      return static_cast<int8_t>(element[n]);
    case CL_SIGNED_INT16:
      return static_cast<int16_t>(Bits(element + 2 * n, 2));
    case CL_SIGNED_INT32:
      return static_cast<int32_t>(Bits(element + 4 * n, 4));
    case CL_UNSIGNED_INT8:
      return element[n];
    case CL_UNSIGNED_INT16:
      return Bits(element + 2 * n, 2);
    case CL_UNSIGNED_INT32:
      return Bits(element + 4 * n, 4);
    case CL_HALF_FLOAT:
      return HalfOf(Bits(element + 2 * n, 2));
    default: {
      float value;
      std::memcpy(&value, element + 4 * n, 4);
      return static_cast<double>(value);
    }
  }
}

double Linear(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

/// §6.13.14.6
Colour ColourOf(cl_channel_order order, const Colour& c) {
  switch (order) {
    case CL_A:
      return {0, 0, 0, c[0]};
    case CL_RG:
    case CL_RGx:
      return {c[0], c[1], 0, 1};
    case CL_RA:
      return {c[0], 0, 0, c[1]};
    case CL_RGB:
    case CL_RGBx:
    case CL_sRGBx:
      return {c[0], c[1], c[2], 1};
    case CL_RGBA:
    case CL_sRGBA:
      return c;
    case CL_BGRA:
    case CL_sBGRA:
      return {c[2], c[1], c[0], c[3]};
    case CL_ARGB:
      return {c[1], c[2], c[3], c[0]};
    case CL_ABGR:
      return {c[3], c[2], c[1], c[0]};
    case CL_INTENSITY:
      return {c[0], c[0], c[0], c[0]};
    case CL_LUMINANCE:
      return {c[0], c[0], c[0], 1};
    default:
      return {c[0], 0, 0, 1};
  }
}

size_t ChannelsOf(cl_channel_order order) {
  switch (order) {
    case CL_RG:
    case CL_RGx:
    case CL_RA:
      return 2;
    case CL_RGB:
    case CL_RGBx:
      return 3;
    case CL_R:
    case CL_Rx:
    case CL_A:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_DEPTH:
      return 1;
    default:
      return 4;
  }
}

bool IsSrgb(cl_channel_order order) {
  return order == CL_sRGBx || order == CL_sRGBA || order == CL_sBGRA;
}

class ImageModelTest : public SamplingFixture {
 protected:
  int Any(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  template <class T, size_t N>
  T OneOf(const T (&all)[N]) {
    return all[Any(N)];
  }

  void Choose() {
    kind_ = OneOf(kKinds);
    cl_uint count = 0;
    clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, kind_.type, 0, nullptr, &count);
    std::vector<cl_image_format> formats(count);
    clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, kind_.type, count, formats.data(),
                               nullptr);
    do {
      format_ = formats[static_cast<size_t>(Any(static_cast<int>(count)))];
    } while ((format_.image_channel_order == CL_DEPTH) != kind_.is_depth);
    for (int d = 0; d < 3; ++d) size_[d] = d < kind_.dims ? 1 + Any(19) : 1;
    if (kind_.is_array) size_[2] = 1 + Any(5);
    const bool is_float = ValuesOf(format_.image_channel_data_type) == Values::Float;
    has_sampler_ = Any(4) != 0;
    in_program_ = Any(2) != 0;
    by_.normalized = Any(2) != 0;
    by_.linear = is_float && Any(2) != 0;
    by_.mode = by_.normalized ? OneOf({CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                       CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT})
                              : OneOf({CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP});
    if (!has_sampler_) {
      in_program_ = false;
      by_ = {false, CL_ADDRESS_CLAMP_TO_EDGE, false};
    }
  }

  /// Finite numbers for all formats.
  void Fill() {
    const bool has_third = kind_.dims == 3 || kind_.is_array;
    const auto desc = Desc(kind_.type, static_cast<size_t>(size_[0]),
                           kind_.dims > 1 ? static_cast<size_t>(size_[1]) : 0,
                           has_third ? static_cast<size_t>(size_[2]) : 0);
    image_ = Image(desc, format_, CL_MEM_READ_WRITE);
    element_ = ImageInfo<size_t>(image_, CL_IMAGE_ELEMENT_SIZE);
    bytes_.resize(static_cast<size_t>(size_[0] * size_[1] * size_[2]) * element_);
    for (auto& byte : bytes_) byte = static_cast<unsigned char>(Any(256));
    const cl_channel_type type = format_.image_channel_data_type;
    for (size_t i = 0; i < bytes_.size(); i += type == CL_FLOAT ? 4 : 2) {
      if (type == CL_HALF_FLOAT) bytes_[i + 1] = static_cast<unsigned char>(Any(2) * 128 + Any(70));
      const float value = static_cast<float>(Any(4000) - 2000) / 256;
      if (type == CL_FLOAT) std::memcpy(&bytes_[i], &value, 4);
    }
    const size_t origin[3] = {};
    size_t region[3] = {static_cast<size_t>(size_[0]), static_cast<size_t>(size_[1]),
                        static_cast<size_t>(size_[2])};
    if (kind_.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) std::swap(region[1], region[2]);
    ASSERT_EQ(Write(image_, origin, region, bytes_.data()), CL_SUCCESS);
  }

  /// Never close to where an element begins, so that rounding does not decide, but for odd numbers.
  void ChooseCoordinates() {
    const float odd[] = {1e30f, -1e30f, 1e10f, -1e10f, 2147483648.0f, -2147483648.0f};
    const bool along = Any(2) != 0;
    const float step = static_cast<float>(Any(40) - 10) / 8;
    coordinates_.resize(kReads);
    for (size_t i = 0; i < kReads; ++i) {
      for (int d = 0; d < 3; ++d) {
        const int size = size_[d];
        float at = (static_cast<float>(Any(size * 96) - size * 32) + 0.4f) / 16;
        if (along) at = std::floor(step * static_cast<float>(i % 40) * 16) / 16 + 0.025f;
        if (!has_sampler_) at = static_cast<float>(Any(size));
        const bool is_layer = kind_.is_array && d == kind_.dims;
        if (by_.normalized && !is_layer) at /= static_cast<float>(size);
        if (has_sampler_ && Any(30) == 0) at = OneOf(odd);
        coordinates_[i].s[d] = at;
      }
      coordinates_[i].s[3] = 0;
    }
  }

  std::string Source() const {
    const Values values = ValuesOf(format_.image_channel_data_type);
    const std::string suffix = values == Values::Float ? "f" : values == Values::Int ? "i" : "ui";
    const std::string vector = values == Values::Float ? "float4"
                               : values == Values::Int ? "int4"
                                                       : "uint4";
    const int count = kind_.dims + kind_.is_array;
    const std::string part = count == 1 ? ".x" : count == 2 ? ".xy" : "";
    const std::string mode = by_.mode == CL_ADDRESS_CLAMP           ? "CLK_ADDRESS_CLAMP"
                             : by_.mode == CL_ADDRESS_REPEAT        ? "CLK_ADDRESS_REPEAT"
                             : by_.mode == CL_ADDRESS_CLAMP_TO_EDGE ? "CLK_ADDRESS_CLAMP_TO_EDGE"
                                                                    : "CLK_ADDRESS_MIRRORED_REPEAT";
    std::string text =
        "constant sampler_t own = " + mode +
        (by_.normalized ? " | CLK_NORMALIZED_COORDS_TRUE" : " | CLK_NORMALIZED_COORDS_FALSE") +
        (by_.linear ? " | CLK_FILTER_LINEAR;\n" : " | CLK_FILTER_NEAREST;\n");
    text += std::string("kernel void k(") + (has_sampler_ ? "read_only " : "read_write ") +
            kind_.name + " im, sampler_t given, global const float4* p, global " + vector +
            "* out) {\n  size_t i = get_global_id(0);\n  ";
    const std::string sampler = !has_sampler_ ? "" : in_program_ ? "own, " : "given, ";
    const std::string place = has_sampler_ ? "p[i]" + part : "convert_int4(p[i])" + part;
    const std::string read = "read_image" + suffix + "(im, " + sampler + place + ")";
    text += kind_.is_depth ? "out[i] = (float4)(" + read + ", 0, 0, 1);\n}"
                           : "out[i] = " + read + ";\n}";
    return text;
  }

  /// Channels of an element as they are filtered; zeros outside.
  Colour Texel(int x, int y, int z) const {
    Colour colour{};
    if (x < 0 || y < 0 || z < 0 || x >= size_[0] || y >= size_[1] || z >= size_[2]) return colour;
    const auto number = static_cast<size_t>((z * size_[1] + y) * size_[0] + x);
    const unsigned char* at = bytes_.data() + number * element_;
    const cl_channel_order order = format_.image_channel_order;
    for (size_t n = 0; n < ChannelsOf(order); ++n) {
      const double value = ChannelOf(format_.image_channel_data_type, at, n);
      colour[n] = IsSrgb(order) && n < 3 ? Linear(value) : value;
    }
    return colour;
  }

  Colour Expected(const Float4& at) const {
    const Colour sum = Filtered(at, kind_.dims, kind_.is_array, size_, by_,
                                [&](int x, int y, int z) { return Texel(x, y, z); });
    return ColourOf(format_.image_channel_order, sum);
  }

  void Check() {
    Program program = Build(Source(), "-cl-std=CL2.0");
    Kernel kernel = MakeKernel(program, "k");
    Sampler sampler = SamplerOf(by_);
    Mem in = Buffer(coordinates_), out = Buffer(kReads * sizeof(Float4));
    SetArgs(kernel, static_cast<cl_mem>(image_), static_cast<cl_sampler>(sampler),
            static_cast<cl_mem>(in), static_cast<cl_mem>(out));
    Run(kernel, kReads);
    const Values values = ValuesOf(format_.image_channel_data_type);
    const auto floats = Read<Float4>(out, kReads);
    int wrong = 0;
    for (size_t i = 0; i < kReads && wrong < 3; ++i) {
      const Colour want = Expected(coordinates_[i]);
      for (size_t c = 0; c < 4 && wrong < 3; ++c) {
        double is = static_cast<double>(floats[i].s[c]);
        if (values != Values::Float) {
          uint32_t bits;
          std::memcpy(&bits, &floats[i].s[c], 4);
          is = values == Values::Int ? static_cast<int32_t>(bits) : static_cast<double>(bits);
        }
        const double bound = values != Values::Float ? 0 : by_.linear ? 3e-4 : 1e-6;
        if (std::fabs(is - want[c]) <= bound * std::max(1.0, std::fabs(want[c]))) continue;
        ++wrong;
        ADD_FAILURE() << "read " << i << " channel " << c << " at " << coordinates_[i].s[0] << ", "
                      << coordinates_[i].s[1] << ", " << coordinates_[i].s[2] << ": " << is
                      << " for " << want[c];
      }
    }
  }

  std::mt19937 random_;
  Kind kind_ = kKinds[0];
  cl_image_format format_{};
  Sampling by_{};
  bool has_sampler_ = true, in_program_ = false;
  int size_[3] = {};
  Mem image_;
  size_t element_ = 0;
  std::vector<unsigned char> bytes_;
  std::vector<Float4> coordinates_;
};

TEST_F(ImageModelTest, AnyImageAnySampler) {
  const char* seed = std::getenv("HEDDLE_SEED");
  const unsigned first = seed ? static_cast<unsigned>(std::atoi(seed)) * kCases : 0;
  for (unsigned n = first; n < first + kCases; ++n) {
    random_.seed(n);
    Choose();
    SCOPED_TRACE(testing::Message()
                 << "case " << n << " " << kind_.name << " " << size_[0] << "x" << size_[1] << "x"
                 << size_[2] << std::hex << " order " << format_.image_channel_order << " type "
                 << format_.image_channel_data_type << " mode " << by_.mode << " sampler "
                 << has_sampler_ << in_program_ << " normalized " << by_.normalized << " linear "
                 << by_.linear);
    Fill();
    ChooseCoordinates();
    Check();
  }
}

}  // namespace
