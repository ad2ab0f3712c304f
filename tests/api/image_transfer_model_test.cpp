// SPDX-License-Identifier: Apache-2.0
// Commands on images at random (§5.3.3 to 5.3.6): reads, writes, copies, fills and maps of any
// region with any pitches, none of which waits for another, against a model on the host.
#include <deque>

#include "image_model.h"

namespace {

/// A region of an image, in the words of commands.
struct Region {
  Origin from, size;
};

class ImageTransferModelTest : public ImageModelFixture {
 protected:
  Region AnyRegion(const ModelImage& of) {
    const Origin whole = of.whole();
    Region region{};
    for (size_t d = 0; d < 3; ++d) {
      const int most = static_cast<int>(whole.at[d]);
      const int first = Any(most);
      region.from.at[d] = static_cast<size_t>(first);
      region.size.at[d] = static_cast<size_t>(1 + Any(most - first));
    }
    return region;
  }
  /// One that is as large as `size` allows in both images.
  void Fit(const ModelImage& of, Region& region) {
    const Origin whole = of.whole();
    for (size_t d = 0; d < 3; ++d)
      region.size.at[d] = std::min(region.size.at[d], whole.at[d] - region.from.at[d]);
  }

  /// Calls `each(bytes of a row in the model, number of the row, number of the slice)`.
  template <class Each>
  static void Rows(ModelImage& of, const Region& region, const Each& each) {
    const Origin whole = of.whole();
    for (size_t z = 0; z < region.size.at[2]; ++z) {
      for (size_t y = 0; y < region.size.at[1]; ++y) {
        const size_t row = (region.from.at[2] + z) * whole.at[1] + region.from.at[1] + y;
        each(&of.bytes[(row * whole.at[0] + region.from.at[0]) * of.element], y, z);
      }
    }
  }

  /// Where the rows of a region are in host memory.
  struct Pitches {
    size_t row_argument, slice_argument;  // 0: packed
    size_t width, row, slice, end;
  };
  Pitches AnyPitches(const ModelImage& of, const Region& region) {
    Pitches p{};
    p.width = region.size.at[0] * of.element;
    size_t pitch = p.width;
    if (OneIn(2)) pitch = p.row_argument = p.width + static_cast<size_t>(Any(20));
    // The images of a 1D array are slices to the host.
    const bool lines = of.kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    size_t slice = pitch * (lines ? 1 : region.size.at[1]);
    if (of.kind.has_slices() && OneIn(2))
      slice = p.slice_argument = slice + static_cast<size_t>(Any(30));
    p.row = lines ? slice : pitch;
    p.slice = slice;
    p.end = (region.size.at[2] - 1) * p.slice + (region.size.at[1] - 1) * p.row + p.width;
    return p;
  }

  /// Host memory that ends where the region does.
  GuardedBytes& HostMemory(size_t size) {
    host_.emplace_back(size, true);
    for (size_t i = 0; i < size; ++i) host_.back().data()[i] = static_cast<unsigned char>(Any(256));
    return host_.back();
  }

  void ReadOrWrite(ModelImage& of) {
    const Region region = AnyRegion(of);
    const Pitches p = AnyPitches(of, region);
    unsigned char* host = HostMemory(p.end).data();
    if (OneIn(2)) {
      EXPECT_EQ(clEnqueueWriteImage(queue, of.image, CL_FALSE, region.from, region.size,
                                    p.row_argument, p.slice_argument, host, 0, nullptr, nullptr),
                CL_SUCCESS);
      Rows(of, region, [&](unsigned char* row, size_t y, size_t z) {
        std::memcpy(row, host + z * p.slice + y * p.row, p.width);
      });
      return;
    }
    std::vector<unsigned char> expected(host, host + p.end);
    EXPECT_EQ(clEnqueueReadImage(queue, of.image, CL_FALSE, region.from, region.size,
                                 p.row_argument, p.slice_argument, host, 0, nullptr, nullptr),
              CL_SUCCESS);
    Rows(of, region, [&](const unsigned char* row, size_t y, size_t z) {
      std::memcpy(&expected[z * p.slice + y * p.row], row, p.width);
    });
    at_end_.push_back([host, expected = std::move(expected)] {
      EXPECT_EQ(std::memcmp(host, expected.data(), expected.size()), 0) << "a read";
    });
  }

  void CopyImage(ModelImage& source, ModelImage& target) {
    Region from = AnyRegion(source), to = AnyRegion(target);
    to.size = from.size;
    Fit(target, to);
    from.size = to.size;
    std::vector<unsigned char> rows;
    Rows(source, from, [&](const unsigned char* row, size_t, size_t) {
      rows.insert(rows.end(), row, row + from.size.at[0] * source.element);
    });
    const cl_int error = clEnqueueCopyImage(queue, source.image, target.image, from.from, to.from,
                                            from.size, 0, nullptr, nullptr);
    bool overlaps = &source == &target;
    for (size_t d = 0; d < 3; ++d) {
      const size_t a = from.from.at[d], b = to.from.at[d];
      overlaps &= std::max(a, b) - std::min(a, b) < from.size.at[d];
    }
    EXPECT_EQ(error, overlaps ? CL_MEM_COPY_OVERLAP : CL_SUCCESS);
    if (overlaps) return;
    const unsigned char* next = rows.data();
    Rows(target, to, [&](unsigned char* row, size_t, size_t) {
      std::memcpy(row, next, to.size.at[0] * target.element);
      next += to.size.at[0] * target.element;
    });
  }

  void CopyBuffer(ModelImage& of) {
    const Region region = AnyRegion(of);
    const size_t width = region.size.at[0] * of.element;
    const size_t size = width * region.size.at[1] * region.size.at[2];
    if (size > buffer_bytes_.size()) return;
    const auto offset = static_cast<size_t>(Any(static_cast<int>(buffer_bytes_.size() - size) + 1));
    unsigned char* packed = &buffer_bytes_[offset];
    if (OneIn(2)) {
      EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, of.image, buffer_, region.from, region.size,
                                           offset, 0, nullptr, nullptr),
                CL_SUCCESS);
      Rows(of, region, [&](const unsigned char* row, size_t, size_t) {
        std::memcpy(packed, row, width);
        packed += width;
      });
    } else {
      EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer_, of.image, offset, region.from,
                                           region.size, 0, nullptr, nullptr),
                CL_SUCCESS);
      Rows(of, region, [&](unsigned char* row, size_t, size_t) {
        std::memcpy(row, packed, width);
        packed += width;
      });
    }
  }

  /// What a fill makes of a colour is seen first in one element, which must be near the colour.
  void FillImage(ModelImage& of) {
    const Region region = AnyRegion(of);
    Float4 colour;
    for (auto& component : colour.s) {
      component = static_cast<float>(Any(1300) - 200) / 1000;
      const auto number = static_cast<uint32_t>(Any(600) - 200);
      if (of.values() != Values::Float) std::memcpy(&component, &number, 4);
    }
    EXPECT_EQ(clEnqueueFillImage(queue, of.image, colour.s, region.from, region.size, 0, nullptr,
                                 nullptr),
              CL_SUCCESS);
    const auto element = ReadAll(of.image, region.from, Origin{1, 1, 1});
    for (size_t n = 0; n < ChannelsOf(of.order()); ++n) {
      const double value = of.component(colour, ComponentOf(of.order(), n));
      EXPECT_TRUE(IsWritten(of.format, element.data(), n, value)) << "channel " << n;
    }
    Rows(of, region, [&](unsigned char* row, size_t, size_t) {
      for (size_t x = 0; x < region.size.at[0]; ++x)
        std::memcpy(row + x * of.element, element.data(), of.element);
    });
  }

  void MapImage(ModelImage& of) {
    const Region region = AnyRegion(of);
    const cl_map_flags flags = OneOf({cl_map_flags{CL_MAP_READ}, cl_map_flags{CL_MAP_WRITE},
                                      cl_map_flags{CL_MAP_READ | CL_MAP_WRITE},
                                      cl_map_flags{CL_MAP_WRITE_INVALIDATE_REGION}});
    size_t pitch = 0, slice = 0;
    cl_int error = -1;
    auto* mapped = static_cast<unsigned char*>(
        clEnqueueMapImage(queue, of.image, CL_TRUE, flags, region.from, region.size, &pitch, &slice,
                          0, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    if (of.kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY) pitch = slice;
    const size_t width = region.size.at[0] * of.element;
    Rows(of, region, [&](unsigned char* row, size_t y, size_t z) {
      unsigned char* at = mapped + z * slice + y * pitch;
      if (!(flags & CL_MAP_WRITE_INVALIDATE_REGION)) {
        EXPECT_EQ(std::memcmp(at, row, width), 0) << "mapped";
      }
      if (flags == CL_MAP_READ) return;
      for (size_t x = 0; x < width; ++x) at[x] = static_cast<unsigned char>(Any(256));
      std::memcpy(row, at, width);
    });
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, of.image, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  }

  void Command(ModelImage& of, ModelImage& other) {
    switch (Any(6)) {
      case 0:
      case 1:
        return ReadOrWrite(of);
      case 2:
        return CopyImage(of, OneIn(3) ? of : other);
      case 3:
        return CopyBuffer(of);
      case 4:
        return FillImage(of);
      default:
        return MapImage(of);
    }
  }

  Mem buffer_;
  std::vector<unsigned char> buffer_bytes_;
  std::deque<GuardedBytes> host_;
  std::vector<std::function<void()>> at_end_;
};

TEST_F(ImageTransferModelTest, AnyCommands) {
  EachCase(300, [&] {
    const Kind first = OneOf(kKinds);
    const cl_image_format format = AnyFormat(first);
    Kind second;
    do {
      second = OneOf(kKinds);
    } while (second.is_depth != first.is_depth);
    ModelImage images[] = {AnyImage(first, format), AnyImage(second, format)};
    SCOPED_TRACE(images[0].described() + " and " + images[1].described());
    buffer_bytes_.resize(static_cast<size_t>(1 + Any(20000)));
    for (auto& byte : buffer_bytes_) byte = static_cast<unsigned char>(Any(256));
    buffer_ = Buffer(buffer_bytes_);
    for (int n = 0; n < 40 && !HasFailure(); ++n) {
      const bool swap = OneIn(2);
      Command(images[swap], images[!swap]);
    }
    CheckBytes(images[0]);
    CheckBytes(images[1]);
    EXPECT_TRUE(Read<unsigned char>(buffer_, buffer_bytes_.size()) == buffer_bytes_);
    for (const auto& check : at_end_) check();
    at_end_.clear();
    host_.clear();
    buffer_.reset();
  });
}

}  // namespace
