// SPDX-License-Identifier: Apache-2.0
// Reads give the same bits whether the format was known when the code was generated or not:
// launches run the general code until the other is there. HEDDLE_SPECIALISE is a matter of the
// process, so this executable runs itself again.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "own_process.h"
#include "sampling.h"

namespace {

namespace fs = std::filesystem;

constexpr size_t kReads = 640;
constexpr size_t kSize[3] = {37, 21, 9};

class ImageVariantsTest : public SamplingFixture {
 protected:
  Program ReadProgram() {
    return Build(
        "kernel void k1(read_only image1d_t im, sampler_t s, global float4* p,\n"
        "               global float4* out) {\n"
        "  size_t i = get_global_id(0);\n  out[i] = read_imagef(im, s, p[i].x);\n}\n"
        "kernel void k2(read_only image2d_t im, sampler_t s, global float4* p,\n"
        "               global float4* out) {\n"
        "  size_t i = get_global_id(0);\n  out[i] = read_imagef(im, s, p[i].xy);\n}\n"
        "kernel void k3(read_only image3d_t im, sampler_t s, global float4* p,\n"
        "               global float4* out) {\n"
        "  size_t i = get_global_id(0);\n  out[i] = read_imagef(im, s, p[i]);\n}\n");
  }

  /// The first half within the image, so that whole vectors are; the rest anywhere near it.
  std::vector<Float4> Coordinates(bool normalized) {
    std::vector<Float4> all(kReads);
    for (size_t i = 0; i < kReads; ++i) {
      for (int d = 0; d < 3; ++d) {
        const auto size = static_cast<float>(kSize[d]);
        const float part = std::uniform_real_distribution<float>(0, 1)(random_);
        float at = i < kReads / 2 ? 1 + part * (size - 2) : (2 * part - 0.5f) * size;
        if (i % 7 == 0) at = std::round(at) + 0.5f;
        all[i].s[d] = normalized ? at / size : at;
      }
    }
    return all;
  }

  std::vector<unsigned char> Elements(const cl_image_format& format, size_t bytes) {
    std::vector<unsigned char> data(bytes);
    for (auto& byte : data) byte = static_cast<unsigned char>(random_());
    if (format.image_channel_data_type != CL_FLOAT) return data;
    std::vector<float> floats(bytes / sizeof(float));
    for (auto& value : floats) value = std::uniform_real_distribution<float>(-3, 3)(random_);
    std::memcpy(data.data(), floats.data(), bytes);
    return data;
  }

  std::mt19937 random_{7};
};

// Run by the test below in processes of their own.
TEST_F(ImageVariantsTest, DISABLED_Child) {
  const char* output = std::getenv("HEDDLE_TEST_OUTPUT");
  ASSERT_NE(output, nullptr);
  std::ofstream file(output, std::ios::binary);
  const cl_image_format formats[] = {
      {CL_RGBA, CL_UNORM_INT8},  {CL_BGRA, CL_UNORM_INT8}, {CL_RG, CL_SNORM_INT16},
      {CL_RGBA, CL_FLOAT},       {CL_R, CL_UNORM_INT16},   {CL_RGB, CL_UNORM_SHORT_565},
      {CL_sRGBA, CL_UNORM_INT8}, {CL_RGBA, CL_SNORM_INT8},
  };
  const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D,
                                      CL_MEM_OBJECT_IMAGE3D};
  for (const auto& format : formats) {
    Program program = ReadProgram();  // a kernel has a limited number of variants
    for (size_t dims = 1; dims <= 3; ++dims) {
      const size_t height = dims > 1 ? kSize[1] : 1, depth = dims > 2 ? kSize[2] : 1;
      Mem image = Image(
          Desc(types[dims - 1], kSize[0], dims > 1 ? height : 0, dims > 2 ? depth : 0), format);
      const size_t element = ImageInfo<size_t>(image, CL_IMAGE_ELEMENT_SIZE);
      const size_t origin[3] = {}, region[3] = {kSize[0], height, depth};
      ASSERT_EQ(Write(image, origin, region,
                      Elements(format, kSize[0] * height * depth * element).data()),
                CL_SUCCESS);
      for (const cl_addressing_mode mode : {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                            CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT}) {
        const bool normalized = mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT;
        Kernel kernel = MakeKernel(program, ("k" + std::to_string(dims)).c_str());
        Sampler sampler = SamplerOf({normalized, mode, true});
        Mem in = Buffer(Coordinates(normalized));
        Mem out = Buffer(kReads * sizeof(Float4));
        SetArgs(kernel, static_cast<cl_mem>(image), static_cast<cl_sampler>(sampler),
                static_cast<cl_mem>(in), static_cast<cl_mem>(out));
        Run(kernel, kReads);
        const auto read = Read<Float4>(out, kReads);
        file.write(reinterpret_cast<const char*>(read.data()),
                   static_cast<std::streamsize>(kReads * sizeof(Float4)));
      }
    }
  }
}

std::string ResultsWith(const char* mode, const fs::path& directory) {
  const fs::path output = directory / mode;
  const int code = RunInOwnProcess("ImageVariantsTest.DISABLED_Child", [&] {
    ::setenv("HEDDLE_CACHE_DIR", (directory / "cache").c_str(), 1);
    ::setenv("HEDDLE_SPECIALISE", mode, 1);
    ::setenv("HEDDLE_TEST_OUTPUT", output.c_str(), 1);
  });
  EXPECT_EQ(code, 0) << mode;
  std::ifstream file(output, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ImageVariantsProcessTest, LinearFiltersGiveTheSameBits) {
  char name[] = "/tmp/heddle-image-variants-test-XXXXXX";
  const fs::path directory = ::mkdtemp(name);
  const std::string general = ResultsWith("off", directory);
  const std::string known = ResultsWith("wait", directory);
  fs::remove_all(directory);
  constexpr size_t kFormats = 8, kModes = 4, kDims = 3, kRead = sizeof(Float4);
  ASSERT_EQ(general.size(), kFormats * kModes * kDims * kReads * kRead);
  ASSERT_EQ(known.size(), general.size());
  size_t different[kFormats][kDims][kModes] = {};
  for (size_t i = 0; i < general.size() / kRead; ++i) {
    const size_t launch = i / kReads;
    different[launch / kModes / kDims][launch / kModes % kDims][launch % kModes] +=
        std::memcmp(&general[i * kRead], &known[i * kRead], kRead) != 0;
  }
  for (size_t f = 0; f < kFormats; ++f)
    for (size_t d = 0; d < kDims; ++d)
      for (size_t m = 0; m < kModes; ++m)
        EXPECT_EQ(different[f][d][m], 0u) << "format " << f << ", " << d + 1 << "D, mode " << m;
}

}  // namespace
