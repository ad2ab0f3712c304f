// SPDX-License-Identifier: Apache-2.0
// An image and what it holds, as the tests that compare with a model know it.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "image_elements.h"
#include "image_fixture.h"

struct Kind {
  cl_mem_object_type type;
  const char* name;
  int dims;
  bool is_array, is_depth;

  bool has_slices() const { return dims == 3 || is_array; }
};
inline constexpr Kind kKinds[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", 1, false, false},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t", 1, false, false},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", 1, true, false},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_t", 2, false, false},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_depth_t", 2, false, true},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", 2, true, false},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_depth_t", 2, true, true},
    {CL_MEM_OBJECT_IMAGE3D, "image3d_t", 3, false, false},
};

/// Memory that begins or ends at a page that is not there.
class GuardedBytes {
 public:
  GuardedBytes() = default;
  GuardedBytes(size_t size, bool at_end) {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t inside = (size + page - 1) / page * page;
    length_ = inside + 2 * page;
    void* all = mmap(nullptr, length_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) std::abort();
    base_ = static_cast<unsigned char*>(all);
    if (mprotect(base_ + page, inside, PROT_READ | PROT_WRITE)) std::abort();
    data_ = base_ + page + (at_end ? inside - size : 0);
  }
  GuardedBytes(GuardedBytes&& other) noexcept { *this = std::move(other); }
  GuardedBytes& operator=(GuardedBytes&& other) noexcept {
    std::swap(base_, other.base_);
    std::swap(length_, other.length_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~GuardedBytes() {
    if (base_) munmap(base_, length_);
  }
  unsigned char* data() const { return data_; }

 private:
  unsigned char* base_ = nullptr;
  size_t length_ = 0;
  unsigned char* data_ = nullptr;
};

/// How an image came to its memory.
enum class From { Nothing, CopiedHostPtr, UsedHostPtr, Buffer };

struct ModelImage {
  Kind kind = kKinds[0];
  cl_image_format format{};
  size_t element = 0;
  int size[3] = {};  ///< width, height and layers or slices; 1 where there are none
  From from = From::Nothing;
  size_t row = 0, slice = 0;  ///< pitches of the host's memory or the buffer
  GuardedBytes host;          ///< lives longer than what uses it
  Mem buffer, image;
  std::vector<unsigned char> bytes;   ///< of the elements, without gaps
  std::vector<unsigned char> padded;  ///< of the host's memory or the buffer

  size_t count() const { return static_cast<size_t>(size[0] * size[1] * size[2]); }
  size_t number_of(int x, int y, int z) const {
    return static_cast<size_t>((z * size[1] + y) * size[0] + x);
  }
  bool is_inside(int x, int y, int z) const {
    return x >= 0 && y >= 0 && z >= 0 && x < size[0] && y < size[1] && z < size[2];
  }
  const unsigned char* at(size_t number) const { return &bytes[number * element]; }
  cl_channel_type type() const { return format.image_channel_data_type; }
  cl_channel_order order() const { return format.image_channel_order; }
  Values values() const { return ValuesOf(type()); }

  /// The whole image in the words of commands, to which the layers of a 1D array are rows.
  Origin whole() const {
    const auto w = static_cast<size_t>(size[0]), h = static_cast<size_t>(size[1]),
               d = static_cast<size_t>(size[2]);
    return kind.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? Origin{w, d, 1} : Origin{w, h, d};
  }
  cl_image_desc desc() const {
    return Desc(kind.type, static_cast<size_t>(size[0]),
                kind.dims > 1 ? static_cast<size_t>(size[1]) : 0,
                kind.has_slices() ? static_cast<size_t>(size[2]) : 0);
  }
  /// Puts the elements into `padded`.
  void pad() {
    const size_t width = static_cast<size_t>(size[0]) * element;
    const auto height = static_cast<size_t>(size[1]);
    for (size_t n = 0; n < height * static_cast<size_t>(size[2]); ++n)
      std::memcpy(&padded[n / height * slice + n % height * row], &bytes[n * width], width);
  }

  // ---- What kernels call it.
  std::string suffix() const {
    return values() == Values::Float ? "f" : values() == Values::Int ? "i" : "ui";
  }
  std::string vector() const {
    return values() == Values::Float ? "float4" : values() == Values::Int ? "int4" : "uint4";
  }
  /// The part of four coordinates that it takes.
  std::string part() const {
    const int count = kind.dims + kind.is_array;
    return count == 1 ? ".x" : count == 2 ? ".xy" : "";
  }
  /// A read as a vector of four.
  std::string read(const std::string& arguments) const {
    const std::string call = "read_image" + suffix() + "(im, " + arguments + ")";
    return kind.is_depth ? "(float4)(" + call + ", 0, 0, 1)" : call;
  }
  /// A component of what a kernel has read.
  double component(const Float4& read, size_t c) const {
    if (values() == Values::Float) return static_cast<double>(read.s[c]);
    uint32_t bits;
    std::memcpy(&bits, &read.s[c], 4);
    return values() == Values::Int ? static_cast<int32_t>(bits) : static_cast<double>(bits);
  }
  /// Is `read` this colour but for an error of `bound`, absolute or relative?
  bool is_colour(const Float4& read, const Colour& want, double bound) const {
    if (values() != Values::Float) bound = 0;
    for (size_t c = 0; c < 4; ++c) {
      const double limit = bound * std::max(1.0, std::fabs(want[c]));
      if (!(std::fabs(component(read, c) - want[c]) <= limit)) return false;
    }
    return true;
  }
  /// What a kernel reads of an element.
  Colour colour_at(size_t number) const {
    return ColourOf(order(), ChannelsAt(format, at(number)));
  }
  std::string compared(const Float4& read, const Colour& want) const {
    std::ostringstream text;
    for (size_t c = 0; c < 4; ++c) text << component(read, c) << " for " << want[c] << "  ";
    return text.str();
  }

  std::string described() const {
    std::ostringstream text;
    text << kind.name << " " << size[0] << "x" << size[1] << "x" << size[2] << std::hex << " order "
         << order() << " type " << type() << std::dec << " from " << static_cast<int>(from)
         << " pitches " << row << ", " << slice;
    return text.str();
  }
};
