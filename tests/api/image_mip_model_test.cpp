// SPDX-License-Identifier: Apache-2.0
// Reads and writes of mip levels (cl_khr_mipmap_image, cl_khr_mipmap_image_writes) of images at
// random, by levels of detail and by gradients, against a model.
#include <algorithm>
#include <bit>
#include <limits>

#include "image_model.h"

namespace {

constexpr size_t kReads = 250;

struct Int4 {
  int s[4];
};
enum class Lod { None, Given, Gradients };

class ImageMipModelTest : public ImageModelFixture {
 protected:
  void MakeLevels() {
    Kind kind;
    do {
      kind = OneOf(kKinds);
    } while (kind.type == CL_MEM_OBJECT_IMAGE1D_BUFFER);
    im_ = Sized(kind, AnyFormat(kind));
    cl_image_desc desc = im_.desc();
    desc.num_mip_levels = static_cast<cl_uint>(2 + Any(6));
    im_.image = Image(desc, im_.format);
    levels_.clear();
    for (cl_uint n = 0; n < desc.num_mip_levels; ++n) {
      ModelImage level;
      level.kind = kind;
      level.format = im_.format;
      level.element = im_.element;
      for (int d = 0; d < 3; ++d) {
        const bool is_layer = d >= kind.dims;
        level.size[d] = is_layer ? im_.size[d] : std::max(im_.size[d] >> n, 1);
      }
      level.bytes = AnyElements(level, level.count());
      ASSERT_EQ(Write(im_.image, OriginOf(n), level.whole(), level.bytes.data()), CL_SUCCESS);
      levels_.push_back(std::move(level));
    }
  }
  Origin OriginOf(size_t level) const {
    Origin origin{};
    origin.at[im_.kind.dims + im_.kind.is_array] = level;
    return origin;
  }
  double last() const { return static_cast<double>(levels_.size() - 1); }

  void ChooseSampler() {
    by_.normalized = true;
    by_.linear = im_.values() == Values::Float && OneIn(2);
    by_.mode = OneOf({CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                      CL_ADDRESS_MIRRORED_REPEAT});
    mip_linear_ = OneIn(2);
    least_ = OneIn(2) ? 0 : static_cast<float>(Any(16)) / 8;
    most_ = OneIn(2) ? std::numeric_limits<float>::max() : static_cast<float>(Any(40)) / 8;
  }
  Sampler MakeSampler() {
    const auto bits = [](float value) {
      return cl_sampler_properties{std::bit_cast<cl_uint>(value)};
    };
    const auto filter = [](bool linear) {
      return static_cast<cl_sampler_properties>(linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST);
    };
    const cl_sampler_properties list[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                          CL_TRUE,
                                          CL_SAMPLER_ADDRESSING_MODE,
                                          by_.mode,
                                          CL_SAMPLER_FILTER_MODE,
                                          filter(by_.linear),
                                          CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                          filter(mip_linear_),
                                          CL_SAMPLER_LOD_MIN_KHR,
                                          bits(least_),
                                          CL_SAMPLER_LOD_MAX_KHR,
                                          bits(most_),
                                          0};
    cl_int error = -1;
    Sampler sampler = clCreateSamplerWithProperties(context, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return sampler;
  }

  /// Three for each read: where, and a level of detail or two gradients.
  void ChooseCoordinates() {
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    const float odd[] = {1e30f, -1e30f, kInfinite, -kInfinite, std::nanf("")};
    numbers_.resize(3 * kReads);
    for (size_t i = 0; i < kReads; ++i) {
      for (int d = 0; d < 3; ++d) {
        const int size = im_.size[d];
        float at = (static_cast<float>(Any(size * 96) - size * 32) + 0.4f) / 16;
        if (!(im_.kind.is_array && d == im_.kind.dims)) at /= static_cast<float>(size);
        numbers_[3 * i].s[d] = OneIn(60) ? OneOf(odd) : at;
        for (size_t n = 1; n < 3; ++n) {
          const float slope = std::ldexp(static_cast<float>(Any(200) - 100) / 100, Any(12) - 8);
          numbers_[3 * i + n].s[d] = OneIn(60) ? OneOf(odd) : slope;
        }
      }
      if (by_lod_ == Lod::Given && !OneIn(40))
        numbers_[3 * i + 1].s[0] = static_cast<float>(Any(160) - 20) / 16 + 0.01f;
    }
  }

  /// The level of detail before it is limited.
  double LodOf(const Float4* at) const {
    if (by_lod_ == Lod::Given) return static_cast<double>(at[1].s[0]);
    double longest = 0;
    for (size_t n = 1; n < 3; ++n) {
      double square = 0;
      for (int d = 0; d < im_.kind.dims; ++d)
        square += std::pow(static_cast<double>(at[n].s[d]) * im_.size[d], 2);
      longest = std::max(longest, square);
    }
    return 0.5 * std::log2(std::max(longest, 1.0));
  }

  Colour ChannelsOfLevel(size_t n, const Float4& at) const {
    const ModelImage& level = levels_[n];
    return Filtered(at, im_.kind.dims, im_.kind.is_array, level.size, by_,
                    [&](int x, int y, int z) {
                      if (!level.is_inside(x, y, z)) return Colour{};
                      return ChannelsAt(level.format, level.at(level.number_of(x, y, z)));
                    });
  }
  /// So close to the border of two elements that rounding decides.
  bool IsClose(size_t n, const Float4& at) const {
    for (int d = 0; d < im_.kind.dims; ++d) {
      const double u = static_cast<double>(at.s[d]) * levels_[n].size[d];
      if (!by_.linear && std::fabs(u - std::rint(u)) < 1e-3) return true;
    }
    return false;
  }
  bool IsFinite(const Float4* at) const {
    bool finite = true;
    for (int d = 0; d < im_.kind.dims + im_.kind.is_array; ++d)
      finite &= std::fabs(at->s[d]) < 1e9f;
    for (size_t n = 1; n < 3; ++n) {
      for (int d = 0; d < im_.kind.dims; ++d)
        finite &= by_lod_ != Lod::Gradients || std::fabs(at[n].s[d]) < 1e9f;
    }
    return finite && !(by_lod_ == Lod::Given && std::isnan(at[1].s[0]));
  }

  void CheckRead(const Float4* at, const Float4& read) {
    double lod = 0;
    if (by_lod_ != Lod::None) {
      lod = std::max(LodOf(at), static_cast<double>(least_));
      lod = std::clamp(std::min(lod, static_cast<double>(most_)), 0.0, last());
    }
    const bool mixes = mip_linear_ && im_.values() == Values::Float;
    const double below = mixes ? std::floor(lod) : std::rint(lod);
    const double above = std::min(below + 1, last());
    if (!mixes && std::fabs(lod - std::floor(lod) - 0.5) < 1e-3) return;
    if (IsClose(static_cast<size_t>(below), *at)) return;
    if (mixes && IsClose(static_cast<size_t>(above), *at)) return;
    Colour raw = ChannelsOfLevel(static_cast<size_t>(below), *at);
    if (mixes) {
      const Colour next = ChannelsOfLevel(static_cast<size_t>(above), *at);
      for (size_t c = 0; c < 4; ++c) raw[c] += (lod - below) * (next[c] - raw[c]);
    }
    const Colour want = ColourOf(im_.order(), raw);
    if (im_.is_colour(read, want, 1e-3)) return;
    ADD_FAILURE() << "at " << at->s[0] << ", " << at->s[1] << ", " << at->s[2] << " lod " << lod
                  << ": " << im_.compared(read, want);
  }

  std::string Source() const {
    const std::string gradient = im_.kind.dims == 1 ? ".x" : im_.kind.dims == 2 ? ".xy" : "";
    std::string arguments = "s, p[3 * i]" + im_.part();
    if (by_lod_ == Lod::Given) arguments += ", p[3 * i + 1].x";
    if (by_lod_ == Lod::Gradients)
      arguments += ", p[3 * i + 1]" + gradient + ", p[3 * i + 2]" + gradient;
    return std::string("kernel void k(read_only ") + im_.kind.name +
           " im, sampler_t s, global const float4* p, global " + im_.vector() +
           "* out) {\n  size_t i = get_global_id(0);\n  out[i] = " + im_.read(arguments) + ";\n}";
  }

  ModelImage im_;  // its sizes and format; what it holds is in the levels
  std::vector<ModelImage> levels_;
  Sampling by_{};
  bool mip_linear_ = false;
  float least_ = 0, most_ = 0;
  Lod by_lod_ = Lod::None;
  std::vector<Float4> numbers_;
};

TEST_F(ImageMipModelTest, Reads) {
  EachCase(40, [&] {
    MakeLevels();
    ChooseSampler();
    by_lod_ = OneOf({Lod::None, Lod::Given, Lod::Given, Lod::Gradients});
    SCOPED_TRACE(testing::Message()
                 << im_.described() << " levels " << levels_.size() << " mode " << std::hex
                 << by_.mode << " linear " << by_.linear << mip_linear_ << " lod from " << least_
                 << " to " << most_ << " by " << static_cast<int>(by_lod_));
    ChooseCoordinates();
    Program program = Build(Source(), "-cl-std=CL2.0");
    Kernel kernel = MakeKernel(program, "k");
    Sampler sampler = MakeSampler();
    Mem in = Buffer(numbers_), out = Buffer(kReads * sizeof(Float4));
    SetArgs(kernel, static_cast<cl_mem>(im_.image), static_cast<cl_sampler>(sampler),
            static_cast<cl_mem>(in), static_cast<cl_mem>(out));
    Run(kernel, kReads);
    const auto read = Read<Float4>(out, kReads);
    for (size_t i = 0; i < kReads && !HasFailure(); ++i) {
      const Float4* at = &numbers_[3 * i];
      if (IsFinite(at)) CheckRead(at, read[i]);
    }
  });
}

// Nothing but the elements that exist is written, of the levels that exist.
TEST_F(ImageMipModelTest, Writes) {
  EachCase(15, [&] {
    MakeLevels();
    SCOPED_TRACE(im_.described() + " levels " + std::to_string(levels_.size()));
    const bool lines = im_.kind.is_array && im_.kind.dims == 1;
    std::vector<Int4> places;
    for (int n = -1; n <= static_cast<int>(levels_.size()); ++n) {
      const int* size =
          levels_[static_cast<size_t>(std::clamp(n, 0, static_cast<int>(last())))].size;
      for (int z = 0; z <= size[2]; ++z) {
        for (int y = 0; y <= size[1]; ++y) {
          for (int x = -1; x <= size[0]; ++x) {
            const bool once = (im_.kind.dims > 1 || y == 0) && (im_.kind.has_slices() || z == 0);
            if (once && OneIn(2)) places.push_back({{x, lines ? z : y, z, n}});
          }
        }
      }
    }
    std::shuffle(places.begin(), places.end(), random_);
    // Each with a number of its own, as far as the format can tell: colours follow from places.
    std::vector<Float4> colours(places.size());
    const int count = im_.kind.dims + im_.kind.is_array;
    const auto is_there = [&](const Int4& at) {
      if (at.s[3] < 0 || at.s[3] > static_cast<int>(last())) return false;
      const ModelImage& level = levels_[static_cast<size_t>(at.s[3])];
      bool inside = true;
      for (int d = 0; d < count; ++d) {
        const int size = level.size[im_.kind.is_array && d == im_.kind.dims ? 2 : d];
        inside &= at.s[d] >= 0 && at.s[d] < size;
      }
      return inside;
    };
    for (auto& colour : colours) {
      for (auto& component : colour.s) {
        const auto value = static_cast<float>(Any(128)) / 128;
        const auto number = static_cast<uint32_t>(Any(128));
        component = im_.values() == Values::Float ? value : std::bit_cast<float>(number);
      }
    }
    Program program = Build(std::string("kernel void k(write_only ") + im_.kind.name +
                                " im, global const int4* p, global const " + im_.vector() +
                                "* c) {\n  size_t i = get_global_id(0);\n  write_image" +
                                im_.suffix() + "(im, p[i]" + im_.part() + ", p[i].w, c[i]" +
                                (im_.kind.is_depth ? ".x" : "") + ");\n}",
                            "-cl-std=CL2.0");
    Kernel kernel = MakeKernel(program, "k");
    Mem in = Buffer(places), from = Buffer(colours);
    SetArgs(kernel, static_cast<cl_mem>(im_.image), static_cast<cl_mem>(in),
            static_cast<cl_mem>(from));
    Run(kernel, places.size());
    std::vector<std::vector<unsigned char>> now;
    for (size_t n = 0; n < levels_.size(); ++n)
      now.push_back(ReadAll(im_.image, OriginOf(n), levels_[n].whole()));
    for (size_t i = 0; i < places.size(); ++i) {
      const Int4& at = places[i];
      if (!is_there(at)) continue;
      const auto n = static_cast<size_t>(at.s[3]);
      ModelImage& level = levels_[n];
      const size_t number = level.number_of(at.s[0], im_.kind.dims > 1 ? at.s[1] : 0,
                                            count < 3 ? (lines ? at.s[1] : 0) : at.s[2]);
      const unsigned char* element = &now[n][number * im_.element];
      for (size_t c = 0; c < ChannelsOf(im_.order()); ++c) {
        const double value = im_.component(colours[i], ComponentOf(im_.order(), c));
        ASSERT_TRUE(IsWritten(im_.format, element, c, value)) << "level " << n << ", " << number;
      }
      std::memcpy(&level.bytes[number * im_.element], element, im_.element);
    }
    for (size_t n = 0; n < levels_.size(); ++n) EXPECT_TRUE(now[n] == levels_[n].bytes) << n;
  });
}

}  // namespace
