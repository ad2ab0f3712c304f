// SPDX-License-Identifier: Apache-2.0
// Work-items that read along a row of an image, in code that was made for its format: neighbours
// are loaded as they lie where they are near enough (docs/vectoriser.md).
#include <sys/mman.h>

#include <cmath>
#include <cstdlib>

#include "image_fixture.h"

namespace {

// Read when the driver is loaded, which is later.
const int kSpecialise = ::setenv("HEDDLE_SPECIALISE", "wait", 1);

constexpr int kWidth = 203, kHeight = 3;
constexpr size_t kItems = 301;

class ImageRowsTest : public ImageFixture {
 protected:
  static int Place(double at, int size, bool repeat) {
    const int i = static_cast<int>(std::floor(at));
    return repeat ? (i % size + size) % size : std::clamp(i, 0, size - 1);
  }

  void Check(bool linear, bool repeat, cl_channel_order order, cl_channel_type type) {
    const std::string mode = repeat ? "CLK_ADDRESS_REPEAT" : "CLK_ADDRESS_CLAMP_TO_EDGE";
    Program program =
        Build("constant sampler_t s = CLK_NORMALIZED_COORDS_TRUE | " + mode +
              (linear ? " | CLK_FILTER_LINEAR;\n" : " | CLK_FILTER_NEAREST;\n") +
              "kernel void k(read_only image2d_t im, global float* out,\n"
              "              float scale, float shift, float y) {\n"
              "  size_t i = get_global_id(0);\n"
              "  float2 size = convert_float2(get_image_dim(im));\n"
              "  out[i] = read_imagef(im, s, (float2)(scale * i + shift, y) / size).x;\n"
              "}");
    Kernel kernel = MakeKernel(program, "k");
    Mem image = Image(Desc2D(kWidth, kHeight), {order, type});
    const size_t channels = order == CL_RGBA ? 4 : 1;
    std::vector<double> expected(kWidth * kHeight);
    std::vector<unsigned char> bytes(expected.size() * channels);
    std::vector<float> floats(expected.size() * channels);
    for (size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<unsigned char>(i * 151 + i / 7);
      floats[i] = static_cast<float>(bytes[i]) / 255;
      if (i % channels == 0) expected[i / channels] = static_cast<double>(floats[i]);
    }
    const size_t origin[3] = {}, region[3] = {kWidth, kHeight, 1};
    const void* data = type == CL_FLOAT ? static_cast<const void*>(floats.data()) : bytes.data();
    ASSERT_EQ(Write(image, origin, region, data), CL_SUCCESS);
    Mem out = Buffer(kItems * sizeof(float));
    const auto texel = [&](double x, double y) {
      return expected[static_cast<size_t>(Place(y, kHeight, repeat) * kWidth +
                                          Place(x, kWidth, repeat))];
    };
    // Backwards, standing, in steps that two registers hold and others that they do not.
    for (const float scale : {1.0f, 0.4f, 0.0f, -0.75f, 1.7f, 2.6f, -1.9f, 9.3f}) {
      for (const float shift : {0.31f, 40.6f, 180.8f, -3.3f}) {
        const float row = scale > 1.5f ? 3.4f : shift < 0 ? -0.8f : 1.7f;
        SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_mem>(out), scale, shift, row);
        Run(kernel, kItems);
        const auto read = Read<float>(out, kItems);
        int wrong = 0;
        for (size_t i = 0; i < kItems && wrong < 3; ++i) {
          double x = static_cast<double>(scale * static_cast<float>(i) + shift);
          double y = static_cast<double>(row);
          double want = texel(x, y);
          if (linear) {
            x -= 0.5, y -= 0.5;
            const double a = x - std::floor(x), b = y - std::floor(y);
            want = (1 - b) * ((1 - a) * texel(x, y) + a * texel(x + 1, y)) +
                   b * ((1 - a) * texel(x, y + 1) + a * texel(x + 1, y + 1));
          } else if (std::fabs(x - std::rint(x)) < 1e-3) {
            continue;  // rounding decides
          }
          const double error = std::fabs(want - static_cast<double>(read[i]));
          if (error <= 1e-3) continue;
          ++wrong;
          ADD_FAILURE() << "item " << i << " scale " << scale << " shift " << shift << " linear "
                        << linear << " repeat " << repeat << ": " << read[i] << " for " << want;
        }
      }
    }
  }
};

TEST_F(ImageRowsTest, NeighboursAndOthers) {
  ASSERT_EQ(kSpecialise, 0);
  for (const bool linear : {true, false}) {
    for (const bool repeat : {false, true}) {
      Check(linear, repeat, CL_RGBA, CL_UNORM_INT8);
      Check(linear, repeat, CL_R, CL_FLOAT);
    }
  }
}

// Channels that are bytes may be mixed in integers: what all elements share comes out as it is, an
// element's centre yields the element, and all else is right to a part of a byte's step.
TEST_F(ImageRowsTest, BytesAreMixedInParts) {
  constexpr int kSide = 64;
  constexpr size_t kReads = 2048;
  Program program = Build(
      "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
      "                       CLK_FILTER_LINEAR;\n"
      "kernel void k(read_only image2d_t im, global const float2* at, global float4* out) {\n"
      "  size_t i = get_global_id(0);\n"
      "  out[i] = read_imagef(im, s, at[i]);\n"
      "}");
  Kernel kernel = MakeKernel(program, "k");
  Mem image = Image(Desc2D(kSide, kSide), {CL_RGBA, CL_UNORM_INT8});
  std::vector<unsigned char> bytes(size_t{4} * kSide * kSide);
  std::vector<float> at(2 * kReads);
  const size_t origin[3] = {}, region[3] = {kSide, kSide, 1};
  const auto texel = [&](int x, int y, size_t c) {
    const auto place = [](int i) { return static_cast<size_t>(std::clamp(i, 0, kSide - 1)); };
    return static_cast<double>(bytes[(place(y) * kSide + place(x)) * 4 + c]) / 255;
  };
  for (const bool all_equal : {true, false}) {
    for (const bool centres : {false, true}) {
      for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<unsigned char>(all_equal ? 255 - 81 * (i % 4) : i * i * 151 + i / 7);
      ASSERT_EQ(Write(image, origin, region, bytes.data()), CL_SUCCESS);
      for (size_t i = 0; i < at.size(); ++i) {
        const auto n = static_cast<unsigned>(i) * 2654435761U;
        at[i] = centres ? static_cast<float>(n >> 26) + 0.5f
                        : static_cast<float>(n >> 8) * 0x1p-24f * (kSide + 2) - 1;
      }
      Mem in = Buffer(at), out = Buffer(4 * kReads * sizeof(float));
      SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_mem>(in),
              static_cast<cl_mem>(out));
      Run(kernel, kReads);
      const auto read = Read<float>(out, 4 * kReads);
      double worst = 0;
      for (size_t i = 0; i < 4 * kReads; ++i) {
        const double x = static_cast<double>(at[i / 4 * 2]) - 0.5;
        const double y = static_cast<double>(at[i / 4 * 2 + 1]) - 0.5;
        const int left = static_cast<int>(std::floor(x)), top = static_cast<int>(std::floor(y));
        const double a = x - left, b = y - top;
        const size_t c = i % 4;
        const double want =
            (1 - b) * ((1 - a) * texel(left, top, c) + a * texel(left + 1, top, c)) +
            b * ((1 - a) * texel(left, top + 1, c) + a * texel(left + 1, top + 1, c));
        worst = std::max(worst, std::fabs(want - static_cast<double>(read[i])));
      }
      EXPECT_LE(worst, all_equal || centres ? 1e-7 : 2e-4) << all_equal << centres;
    }
  }
}

// The last element of an image at the end of its pages: nothing behind it is read.
TEST_F(ImageRowsTest, NothingBehindTheLastElement) {
  constexpr size_t kBytes = 4096 * 4;
  auto* pages = static_cast<unsigned char*>(
      ::mmap(nullptr, 2 * kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(::mprotect(pages + kBytes, kBytes, PROT_NONE), 0);
  std::fill(pages, pages + kBytes, static_cast<unsigned char>(51));
  Program program = Build(
      "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
      "                       CLK_FILTER_LINEAR;\n"
      "kernel void k(read_only image2d_t im, global float* out) {\n"
      "  size_t i = get_global_id(0);\n"
      "  out[i] = read_imagef(im, s, (float2)(1.3f * i, 63.0f)).w;\n"
      "}");
  Kernel kernel = MakeKernel(program, "k");
  cl_int error = -1;
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  const cl_image_desc desc = Desc2D(64, 64);
  Mem image(clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, &format, &desc, pages,
                          &error));
  ASSERT_EQ(error, CL_SUCCESS);
  Mem out = Buffer(64 * sizeof(float));
  SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_mem>(out));
  for (int n = 0; n < 3; ++n) Run(kernel, 64);
  for (const float value : Read<float>(out, 64)) EXPECT_NEAR(value, 0.2f, 1e-5f);
  image = Mem();
  EXPECT_EQ(::munmap(pages, 2 * kBytes), 0);
}

}  // namespace
