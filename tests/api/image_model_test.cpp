// SPDX-License-Identifier: Apache-2.0
// Reads of any kind of image, format and sampler at random and at odd coordinates, against a model
// of one element after the other (OpenCL C 2.0 §6.13.14, §8.2, §8.3).
#include <limits>

#include "image_model.h"

namespace {

constexpr size_t kReads = 333;
constexpr float kNothing = -77;  // where a work-item does not read

class ImageModelTest : public ImageModelFixture {
 protected:
  void Choose() {
    im_ = AnyImage(OneOf(kKinds));
    const bool is_float = im_.values() == Values::Float;
    has_sampler_ = im_.kind.type != CL_MEM_OBJECT_IMAGE1D_BUFFER && !OneIn(4);
    in_program_ = has_sampler_ && OneIn(2);
    by_number_ = !has_sampler_ || OneIn(5);
    by_.normalized = !by_number_ && OneIn(2);
    by_.linear = is_float && !by_number_ && OneIn(2);
    by_.mode = by_.normalized ? OneOf({CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                       CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT})
                              : OneOf({CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP});
  }

  /// Never close to where an element begins, so that rounding does not decide, but for odd numbers.
  void ChooseCoordinates() {
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    const float odd[] = {1e30f,          -1e30f,    1e10f,      -1e10f,       2147483648.0f,
                         -2147483648.0f, kInfinite, -kInfinite, std::nanf("")};
    const bool along = OneIn(2), some_do_not = OneIn(3);
    const float step = static_cast<float>(Any(40) - 10) / 8;
    coordinates_.resize(kReads);
    for (size_t i = 0; i < kReads; ++i) {
      for (int d = 0; d < 3; ++d) {
        const int size = im_.size[d];
        float at = (static_cast<float>(Any(size * 96) - size * 32) + 0.4f) / 16;
        if (along) at = std::floor(step * static_cast<float>(i % 40) * 16) / 16 + 0.025f;
        if (!has_sampler_) at = static_cast<float>(Any(size));
        const bool is_layer = im_.kind.is_array && d == im_.kind.dims;
        if (by_.normalized && !is_layer) at /= static_cast<float>(size);
        if (OneIn(30)) at = OneOf(odd);
        coordinates_[i].s[d] = by_number_ ? std::trunc(at) : at;
      }
      coordinates_[i].s[3] = some_do_not && OneIn(3) ? 1 : 0;
    }
  }

  std::string Source() const {
    const std::string mode = by_.mode == CL_ADDRESS_CLAMP           ? "CLK_ADDRESS_CLAMP"
                             : by_.mode == CL_ADDRESS_REPEAT        ? "CLK_ADDRESS_REPEAT"
                             : by_.mode == CL_ADDRESS_CLAMP_TO_EDGE ? "CLK_ADDRESS_CLAMP_TO_EDGE"
                                                                    : "CLK_ADDRESS_MIRRORED_REPEAT";
    std::string text =
        "constant sampler_t own = " + mode +
        (by_.normalized ? " | CLK_NORMALIZED_COORDS_TRUE" : " | CLK_NORMALIZED_COORDS_FALSE") +
        (by_.linear ? " | CLK_FILTER_LINEAR;\n" : " | CLK_FILTER_NEAREST;\n");
    text += std::string("kernel void k(") + (has_sampler_ ? "read_only " : "read_write ") +
            im_.kind.name + " im, sampler_t given, global const float4* p, global " + im_.vector() +
            "* out) {\n  size_t i = get_global_id(0);\n  if (p[i].w != 0) return;\n";
    const std::string sampler = !has_sampler_ ? "" : in_program_ ? "own, " : "given, ";
    const std::string place = (by_number_ ? "convert_int4_sat(p[i])" : "p[i]") + im_.part();
    text += "  out[i] = " + im_.read(sampler + place) + ";\n}";
    return text;
  }

  Colour Expected(const Float4& at) const {
    const auto texel = [&](int x, int y, int z) {
      if (!im_.is_inside(x, y, z)) return Colour{};
      return ChannelsAt(im_.format, im_.at(im_.number_of(x, y, z)));
    };
    const Colour sum = Filtered(at, im_.kind.dims, im_.kind.is_array, im_.size, by_, texel);
    return ColourOf(im_.order(), sum);
  }

  /// §6.13.14.2 leaves open what comes of NaN and infinity, and of what lies outside where there is
  /// no sampler: something that the image holds, if nothing is mixed.
  bool IsOpen(const Float4& at) const {
    for (int d = 0; d < im_.kind.dims + im_.kind.is_array; ++d) {
      const int size = im_.size[im_.kind.is_array && d == im_.kind.dims ? 2 : d];
      if (!std::isfinite(at.s[d])) return true;
      if (!has_sampler_ && !(at.s[d] >= 0 && at.s[d] < static_cast<float>(size))) return true;
    }
    return false;
  }
  bool IsSomewhere(const Float4& read) const {
    if (by_.linear || im_.is_colour(read, ColourOf(im_.order(), {}), 1e-6)) return true;
    for (size_t n = 0; n < im_.count(); ++n)
      if (im_.is_colour(read, im_.colour_at(n), 1e-6)) return true;
    return false;
  }

  void Check() {
    Program program = Build(Source(), "-cl-std=CL2.0");
    Kernel kernel = MakeKernel(program, "k");
    Sampler sampler = SamplerOf(by_);
    Mem in = Buffer(coordinates_);
    Mem out = Buffer(std::vector<float>(4 * kReads, kNothing));
    SetArgs(kernel, static_cast<cl_mem>(im_.image), static_cast<cl_sampler>(sampler),
            static_cast<cl_mem>(in), static_cast<cl_mem>(out));
    Run(kernel, kReads);
    const auto read = Read<Float4>(out, kReads);
    int wrong = 0;
    for (size_t i = 0; i < kReads && wrong < 3; ++i) {
      const Float4& at = coordinates_[i];
      if (at.s[3] != 0) {
        for (const float nothing : read[i].s) wrong += nothing != kNothing;
        EXPECT_EQ(wrong, 0) << "work-item " << i << " has nothing to write";
        continue;
      }
      const bool is_open = IsOpen(at);
      const Colour want = is_open ? Colour{} : Expected(at);
      const bool is_right =
          is_open ? IsSomewhere(read[i]) : im_.is_colour(read[i], want, by_.linear ? 3e-4 : 1e-6);
      if (is_right) continue;
      ++wrong;
      ADD_FAILURE() << "read " << i << " at " << at.s[0] << ", " << at.s[1] << ", " << at.s[2]
                    << ": " << im_.compared(read[i], want);
    }
  }

  ModelImage im_;
  Sampling by_{};
  bool has_sampler_ = true, in_program_ = false, by_number_ = false;
  std::vector<Float4> coordinates_;
};

TEST_F(ImageModelTest, AnyImageAnySampler) {
  EachCase(60, [&] {
    Choose();
    SCOPED_TRACE(testing::Message()
                 << im_.described() << std::hex << " mode " << by_.mode << " sampler "
                 << has_sampler_ << in_program_ << " by number " << by_number_ << " normalized "
                 << by_.normalized << " linear " << by_.linear);
    ChooseCoordinates();
    Check();
  });
}

}  // namespace
