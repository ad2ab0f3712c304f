// SPDX-License-Identifier: Apache-2.0
// Writes to any kind of image and format at random, element by element (OpenCL C 2.0 §6.13.14.4,
// §8.3), and reads of what a kernel has written (§6.13.14.2.4).
#include <algorithm>

#include "image_model.h"

namespace {

struct Int4 {
  int s[4];
};

class ImageWriteModelTest : public ImageModelFixture {
 protected:
  /// The bits of a number that is written: in range, just outside, and far away.
  uint32_t AnyComponent() {
    const cl_channel_type type = im_.type();
    if (im_.values() != Values::Float)
      return OneIn(3) ? random_() : static_cast<uint32_t>(Any(600) - 300);
    float value = static_cast<float>(Any(2000) - 400) / 1024;
    if (OneIn(3)) value = static_cast<float>(Any(256)) / 255;
    if (type == CL_HALF_FLOAT || type == CL_FLOAT)
      value = std::ldexp(static_cast<float>(Any(20000) - 10000), Any(32) - 30);
    uint32_t bits;
    std::memcpy(&bits, &value, 4);
    return bits;
  }
  void ChooseColours() {
    colours_.resize(places_.size());
    for (auto& colour : colours_) {
      for (auto& component : colour.s) {
        const uint32_t bits = AnyComponent();
        std::memcpy(&component, &bits, 4);
      }
    }
  }

  /// Some elements in any order, each once.
  void ChoosePlaces(size_t most) {
    places_.clear();
    for (int z = 0; z < im_.size[2]; ++z) {
      for (int y = 0; y < im_.size[1]; ++y) {
        for (int x = 0; x < im_.size[0]; ++x)
          places_.push_back({{x, im_.kind.is_array && im_.kind.dims == 1 ? z : y, z, 0}});
      }
    }
    std::shuffle(places_.begin(), places_.end(), random_);
    if (places_.size() > most) places_.resize(most);
  }
  size_t NumberOf(const Int4& at) const {
    const bool lines = im_.kind.is_array && im_.kind.dims == 1;
    return im_.number_of(at.s[0], im_.kind.dims > 1 ? at.s[1] : 0, lines ? at.s[1] : at.s[2]);
  }

  /// A place that is not there, in one dimension.
  Int4 Outside() {
    Int4 at = places_[static_cast<size_t>(Any(static_cast<int>(places_.size())))];
    const int d = Any(im_.kind.dims + im_.kind.is_array);
    const int size = im_.size[im_.kind.is_array && d == im_.kind.dims ? 2 : d];
    at.s[d] = OneOf({-1, -2, size, size + 1, INT32_MIN, INT32_MAX, 1 << 16, -(1 << 16)});
    return at;
  }

  /// The element at `number` must be what a write of `colour` leaves; the model takes it.
  bool IsWrittenAt(const std::vector<unsigned char>& now, size_t number, const Float4& colour) {
    const unsigned char* element = &now[number * im_.element];
    for (size_t n = 0; n < ChannelsOf(im_.order()); ++n) {
      const double value = im_.component(colour, ComponentOf(im_.order(), n));
      if (!IsWritten(im_.format, element, n, value)) {
        ADD_FAILURE() << "element " << number << " channel " << n << ": "
                      << ChannelOf(im_.type(), element, n).number << " for " << value;
        return false;
      }
    }
    std::memcpy(&im_.bytes[number * im_.element], element, im_.element);
    return true;
  }

  std::string Call(const std::string& colour) const {
    return "write_image" + im_.suffix() + "(im, p[i]" + im_.part() + ", " + colour +
           (im_.kind.is_depth ? ".x);\n" : ");\n");
  }

  std::vector<unsigned char> Now() { return ReadAll(im_.image, Origin{}, im_.whole()); }

  ModelImage im_;
  std::vector<Int4> places_;
  std::vector<Float4> colours_;
};

TEST_F(ImageWriteModelTest, AnyImageAnyPlace) {
  EachCase(50, [&] {
    im_ = AnyImage(OneOf(kKinds));
    const bool reads_too = OneIn(2);
    SCOPED_TRACE(im_.described() + (reads_too ? " read_write" : ""));
    ChoosePlaces(300);
    // What lies outside is not written; some work-items write nothing.
    const size_t inside = places_.size();
    const int outside = OneIn(2) ? Any(40) : 0;
    for (int n = 0; n < outside; ++n) places_.push_back(Outside());
    const bool some_do_not = OneIn(3);
    for (auto& place : places_) place.s[3] = some_do_not && OneIn(3);
    ChooseColours();

    Program program =
        Build(std::string("kernel void k(") + (reads_too ? "read_write " : "write_only ") +
                  im_.kind.name + " im, global const int4* p, global const " + im_.vector() +
                  "* c) {\n  size_t i = get_global_id(0);\n"
                  "  if (p[i].w) return;\n  " +
                  Call("c[i]") + "}",
              "-cl-std=CL2.0");
    Kernel kernel = MakeKernel(program, "k");
    Mem places = Buffer(places_), colours = Buffer(colours_);
    SetArgs(kernel, static_cast<cl_mem>(im_.image), static_cast<cl_mem>(places),
            static_cast<cl_mem>(colours));
    Run(kernel, places_.size());
    const auto now = Now();
    int wrong = 0;
    for (size_t i = 0; i < inside && wrong < 3; ++i)
      if (!places_[i].s[3]) wrong += !IsWrittenAt(now, NumberOf(places_[i]), colours_[i]);
    if (!wrong) CheckBytes(im_);
  });
}

// A work-item sees what it has written behind a fence, a group what its members have behind a
// barrier.
TEST_F(ImageWriteModelTest, FencesAndBarriers) {
  EachCase(30, [&] {
    im_ = AnyImage(OneOf(kKinds));
    ChoosePlaces(600);
    const size_t local = std::min<size_t>(static_cast<size_t>(1 + Any(40)), places_.size());
    const size_t items = places_.size() / local * local;
    SCOPED_TRACE(im_.described() + " local size " + std::to_string(local));
    ChooseColours();

    const std::string type = im_.vector();
    Program program =
        Build(std::string("kernel void k(read_write ") + im_.kind.name +
                  " im, global const int4* p, global const " + type + "* c, global " + type +
                  "* out) {\n  size_t i = get_global_id(0);\n  out[3 * i] = " +
                  im_.read("p[i]" + im_.part()) + ";\n  " + Call("c[i]") +
                  "  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,\n"
                  "                         memory_scope_work_item);\n"
                  "  out[3 * i + 1] = " +
                  im_.read("p[i]" + im_.part()) +
                  ";\n  work_group_barrier(CLK_IMAGE_MEM_FENCE);\n"
                  "  size_t j = get_group_id(0) * get_local_size(0) + get_local_size(0) - 1 - "
                  "get_local_id(0);\n  out[3 * i + 2] = " +
                  im_.read("p[j]" + im_.part()) + ";\n}",
              "-cl-std=CL2.0");
    Kernel kernel = MakeKernel(program, "k");
    Mem places = Buffer(places_), colours = Buffer(colours_);
    Mem out = Buffer(3 * items * sizeof(Float4));
    SetArgs(kernel, static_cast<cl_mem>(im_.image), static_cast<cl_mem>(places),
            static_cast<cl_mem>(colours), static_cast<cl_mem>(out));
    const std::vector<unsigned char> before = im_.bytes;
    Run(kernel, items, local);
    const auto now = Now();
    const auto read = Read<Float4>(out, 3 * items);
    int wrong = 0;
    const auto expect = [&](const Float4& is, const unsigned char* element, const char* what) {
      const Colour want = ColourOf(im_.order(), ChannelsAt(im_.format, element));
      if (im_.is_colour(is, want, 1e-6)) return;
      ++wrong;
      ADD_FAILURE() << what << ": " << im_.compared(is, want);
    };
    for (size_t i = 0; i < items && wrong < 3; ++i) {
      const size_t number = NumberOf(places_[i]);
      wrong += !IsWrittenAt(now, number, colours_[i]);
      const size_t mirrored = i / local * local + local - 1 - i % local;
      expect(read[3 * i], &before[number * im_.element], "before");
      expect(read[3 * i + 1], &now[number * im_.element], "behind a fence");
      expect(read[3 * i + 2], &now[NumberOf(places_[mirrored]) * im_.element], "a neighbour's");
    }
    if (!wrong) CheckBytes(im_);
  });
}

}  // namespace
