// SPDX-License-Identifier: Apache-2.0
// Kernels that read images with samplers (OpenCL C 2.0 §6.13.14, §8.2), against the equations of
// §8.2 in double.
#include <limits>
#include <random>

#include "sampling.h"

namespace {

/// One type of image: its size in elements, and what kernels call it.
struct Kind {
  cl_mem_object_type type;
  const char* name;
  int dims;
  bool is_array;
};
constexpr Kind kKinds[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", 1, false},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", 1, true},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_t", 2, false},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", 2, true},
    {CL_MEM_OBJECT_IMAGE3D, "image3d_t", 3, false},
};
constexpr int kSize[3] = {13, 7, 5};
constexpr size_t kReads = 4000;

/// Coordinates around an image, with whole and odd ones among them; never close to where an element
/// begins, so that rounding does not decide.
std::vector<Float4> Coordinates(const Kind& kind, bool normalized) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> sixteenths(-40 * 16, 60 * 16);
  std::vector<Float4> all(kReads);
  for (auto& one : all) {
    for (int d = 0; d < 3; ++d) {
      const float at = (static_cast<float>(sixteenths(random)) + 0.4f) / 16;
      const bool is_layer = kind.is_array && d == kind.dims;
      one.s[d] = normalized && !is_layer ? at / static_cast<float>(kSize[d]) : at;
    }
    one.s[3] = 0;
  }
  return all;
}

class ImageReadTest : public SamplingFixture {
 protected:
  /// Element (x, y, z) of a test image of four floats; zeros outside, as the border has it.
  static Colour Texel(const std::vector<float>& data, const int (&size)[3], int x, int y, int z) {
    Colour colour{};
    if (x < 0 || y < 0 || z < 0 || x >= size[0] || y >= size[1] || z >= size[2]) return colour;
    const auto first = static_cast<size_t>(((z * size[1] + y) * size[0] + x) * 4);
    for (size_t c = 0; c < 4; ++c) colour[c] = static_cast<double>(data[first + c]);
    return colour;
  }

  /// Width, height and layers or slices, 1 where the kind has none.
  static void SizeOf(const Kind& kind, int (&size)[3]) {
    for (int d = 0; d < 3; ++d) size[d] = d < kind.dims ? kSize[d] : 1;
    if (kind.is_array) size[2] = kSize[kind.dims];
  }

  Mem FloatImage(const Kind& kind, std::vector<float>& data, cl_channel_type type) {
    int size[3];
    SizeOf(kind, size);
    const auto desc = Desc(kind.type, static_cast<size_t>(size[0]),
                           kind.dims > 1 ? static_cast<size_t>(size[1]) : 0,
                           kind.dims == 3 || kind.is_array ? static_cast<size_t>(size[2]) : 0);
    Mem image = Image(desc, {CL_RGBA, type});
    const size_t count = static_cast<size_t>(size[0] * size[1] * size[2]) * 4;
    data.resize(count);
    const size_t origin[3] = {};
    size_t region[3] = {static_cast<size_t>(size[0]), static_cast<size_t>(size[1]),
                        static_cast<size_t>(size[2])};
    if (kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) std::swap(region[1], region[2]);
    std::vector<unsigned char> bytes(count);
    for (size_t i = 0; i < count; ++i) {
      bytes[i] = static_cast<unsigned char>(i * 37 + i / 11);
      data[i] = static_cast<float>(bytes[i]) / 255;
    }
    const void* source = type == CL_FLOAT ? static_cast<const void*>(data.data()) : bytes.data();
    EXPECT_EQ(Write(image, origin, region, source), CL_SUCCESS);
    return image;
  }

  static std::string Source(const Kind& kind) {
    const char* at = kind.dims + kind.is_array == 1   ? "p[i].x"
                     : kind.dims + kind.is_array == 2 ? "p[i].xy"
                                                      : "p[i]";
    return std::string("kernel void k(read_only ") + kind.name +
           " im, sampler_t s, global const float4* p, global float4* out) {\n"
           "  size_t i = get_global_id(0);\n"
           "  out[i] = read_imagef(im, s, " +
           at + ");\n}";
  }

  void Check(const Kind& kind, cl_channel_type type, const Sampling& by, cl_kernel kernel) {
    SCOPED_TRACE(testing::Message()
                 << kind.name << " type " << std::hex << type << " normalized " << by.normalized
                 << " mode " << by.mode << " linear " << by.linear);
    std::vector<float> data;
    Mem image = FloatImage(kind, data, type);
    Sampler sampler = SamplerOf(by);
    const auto coordinates = Coordinates(kind, by.normalized);
    Mem in = Buffer(coordinates), out = Buffer(kReads * sizeof(Float4));
    SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_sampler>(sampler),
            static_cast<cl_mem>(in), static_cast<cl_mem>(out));
    Run(kernel, kReads);
    const auto read = Read<Float4>(out, kReads);
    int size[3], wrong = 0;
    SizeOf(kind, size);
    for (size_t i = 0; i < kReads && wrong < 5; ++i) {
      const Colour want = Filtered(coordinates[i], kind.dims, kind.is_array, size, by,
                                   [&](int x, int y, int z) { return Texel(data, size, x, y, z); });
      for (size_t c = 0; c < 4; ++c) {
        const double error = std::fabs(want[c] - static_cast<double>(read[i].s[c]));
        if (error > 1e-4 || std::isnan(read[i].s[c])) {
          ++wrong;
          ADD_FAILURE() << "read " << i << " channel " << c << " at " << coordinates[i].s[0] << ", "
                        << coordinates[i].s[1] << ", " << coordinates[i].s[2] << ": "
                        << read[i].s[c] << " for " << want[c];
        }
      }
    }
  }
};

TEST_F(ImageReadTest, SamplersFollowTheEquations) {
  for (const Kind& kind : kKinds) {
    Program program = Build(Source(kind));
    Kernel kernel = MakeKernel(program, "k");
    for (const cl_channel_type type : {CL_UNORM_INT8, CL_FLOAT}) {
      for (const bool linear : {false, true}) {
        for (const cl_addressing_mode mode : {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                              CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
          Check(kind, type, {true, mode, linear}, kernel);
          if (mode == CL_ADDRESS_CLAMP || mode == CL_ADDRESS_CLAMP_TO_EDGE)
            Check(kind, type, {false, mode, linear}, kernel);
        }
      }
    }
  }
}

TEST_F(ImageReadTest, NoCoordinateLeadsOutside) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const float odd[] = {std::nanf(""), kInf, -kInf, 3e38f, -3e38f, 1e-45f, -0.0f, 2147483648.0f};
  for (const Kind& kind : kKinds) {
    Program program = Build(Source(kind));
    Kernel kernel = MakeKernel(program, "k");
    std::vector<float> data;
    Mem image = FloatImage(kind, data, CL_UNORM_INT8);
    std::vector<Float4> coordinates;
    for (const float x : odd)
      for (const float y : odd)
        for (const float z : odd) coordinates.push_back({{x, y, z, 0}});
    Mem in = Buffer(coordinates), out = Buffer(coordinates.size() * sizeof(Float4));
    for (const cl_addressing_mode mode :
         {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
          CL_ADDRESS_MIRRORED_REPEAT}) {
      for (const bool linear : {false, true}) {
        Sampler sampler = SamplerOf({true, mode, linear});
        SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_sampler>(sampler),
                static_cast<cl_mem>(in), static_cast<cl_mem>(out));
        Run(kernel, coordinates.size());
        for (const auto& colour : Read<Float4>(out, coordinates.size())) {
          const bool in_range = colour.s[0] >= -1e-3f && colour.s[0] <= 1.001f;
          EXPECT_TRUE(in_range || (linear && std::isnan(colour.s[0]))) << colour.s[0];
        }
      }
    }
  }
}

TEST_F(ImageReadTest, ProgramsDeclareSamplers) {
  Program program = Build(
      "constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
      "                          CLK_FILTER_NEAREST;\n"
      "const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP |\n"
      "                         CLK_FILTER_NEAREST;\n"
      "uint by(read_only image2d_t im, sampler_t s, int2 p) { return read_imageui(im, s, p).x; }\n"
      "kernel void k(read_only image2d_t im, global uint* out) {\n"
      "  const sampler_t own = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT |\n"
      "                        CLK_FILTER_NEAREST;\n"
      "  int i = get_global_id(0);\n"
      "  out[3 * i] = by(im, edge, (int2)(i - 20, 1));\n"
      "  out[3 * i + 1] = by(im, border, (int2)(i - 20, 1));\n"
      "  out[3 * i + 2] = read_imageui(im, own, (float2)((i - 20 + 0.5f) / 13, 1.5f / 7)).x;\n"
      "}");
  Kernel kernel = MakeKernel(program, "k");
  Mem image = Image(Desc2D(13, 7), {CL_R, CL_UNSIGNED_INT16});
  std::vector<cl_ushort> data(13 * 7);
  std::iota(data.begin(), data.end(), cl_ushort{1000});
  const size_t origin[3] = {}, region[3] = {13, 7, 1};
  ASSERT_EQ(Write(image, origin, region, data.data()), CL_SUCCESS);
  constexpr size_t kItems = 60;
  Mem out = Buffer(3 * kItems * sizeof(cl_uint));
  SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_mem>(out));
  Run(kernel, kItems);
  const auto read = Read<cl_uint>(out, 3 * kItems);
  for (int i = 0; i < static_cast<int>(kItems); ++i) {
    const int x = i - 20;
    const auto at = [&](int n) { return read[static_cast<size_t>(3 * i + n)]; };
    EXPECT_EQ(at(0), 1013u + static_cast<cl_uint>(std::clamp(x, 0, 12))) << i;
    EXPECT_EQ(at(1), x < 0 || x > 12 ? 0u : 1013u + static_cast<cl_uint>(x)) << i;
    EXPECT_EQ(at(2), 1013u + static_cast<cl_uint>((x + 26) % 13)) << i;
  }
}

}  // namespace
