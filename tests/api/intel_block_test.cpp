// SPDX-License-Identifier: Apache-2.0
// Blocks of buffers, local memory and images: cl_intel_subgroups, its _char, _short and _long,
// cl_intel_subgroup_local_block_io. Every type and width of their texts, against results that are
// computed here.
#include <algorithm>

#include "intel_sub_group_fixture.h"

namespace {

struct Block {
  std::string suffix, type;
  size_t size, count;
};

std::vector<Block> AllBlocks() {
  std::vector<Block> all;
  for (const auto& [suffix, type] :
       std::initializer_list<std::pair<std::string, Type>>{{"", {"uint", 4}},
                                                           {"_ui", {"uint", 4}},
                                                           {"_uc", {"uchar", 1}},
                                                           {"_us", {"ushort", 2}},
                                                           {"_ul", {"ulong", 8}}})
    for (const size_t count : {1, 2, 4, 8, 16})
      if (count < 16 || type.size < 4) all.push_back({suffix, type.name, type.size, count});
  return all;
}

class IntelBlockTest : public IntelSubGroupTest {
 protected:
  static std::string Suffix(const Block& block) { return Numbered(block.suffix, block.count); }

  /// Stores the numbers of each work-item side by side, which no block function does.
  static std::string Store(const Block& block, const std::string& to) {
    return block.count == 1 ? to + "[i] = data;"
                            : "vstore" + std::to_string(block.count) + "(data, i, " + to + ");";
  }
  static std::string Load(const Block& block, const std::string& from) {
    return block.count == 1 ? from + "[i]"
                            : "vload" + std::to_string(block.count) + "(i, " + from + ")";
  }
};

class IntelBufferBlockTest : public IntelBlockTest {
 protected:
  static constexpr size_t kItems = 256, kLocal = 128;

  /// Reads, and writes other numbers; the same of local memory.
  static std::string Source(const Block& block) {
    const std::string n = Suffix(block), type = block.type, vector = Numbered(type, block.count);
    const std::string rows = std::to_string(block.count);
    return "void k" + n + "(global " + type + "* seen, global " + type + "* written, global " +
           type + "* seen_local, global " + type + "* in, global " + type +
           "* other, uint at, local " + type +
           "* there) {\n"
           "  size_t i = get_global_id(0), group = get_group_id(0) * get_local_size(0);\n"
           "  uint first = get_sub_group_id() * get_max_sub_group_size() * " +
           rows + ";\n  " + vector + " data = intel_sub_group_block_read" + n +
           "(in + at + group * " + rows + " + first);\n  " + Store(block, "seen") +
           "\n  data = " + Load(block, "other") + ";\n  intel_sub_group_block_write" + n +
           "(written + group * " + rows + " + first, data);\n  intel_sub_group_block_write" + n +
           "(there + first, data);\n"
           "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  data = intel_sub_group_block_read" +
           n +
           "(there + first);\n"
           "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
           "  for (uint j = get_local_id(0); j < get_local_size(0) * " +
           rows + "; j += get_local_size(0))\n    written[get_global_size(0) * " + rows +
           " + group * " + rows + " + j] = there[j];\n  " + Store(block, "seen_local") + "\n}\n";
  }

  void Check(cl_kernel kernel, const Block& block, size_t most, size_t at) {
    const size_t n = block.count, size = block.size, bytes = kItems * n * size;
    const Memory in = Random(bytes + 64, 4), other = Random(bytes, 5);
    Mem seen = Buffer(Memory(bytes)), written = Buffer(Memory(2 * bytes)),
        seen_local = Buffer(Memory(bytes)), from = Buffer(in), more = Buffer(other);
    SetArgs(kernel, static_cast<cl_mem>(seen), static_cast<cl_mem>(written),
            static_cast<cl_mem>(seen_local), static_cast<cl_mem>(from), static_cast<cl_mem>(more),
            static_cast<cl_uint>(at));
    ASSERT_EQ(clSetKernelArg(kernel, 6, kLocal * n * size, nullptr), CL_SUCCESS);
    Launch(kernel, kItems, kLocal);
    const Memory got = Read<unsigned char>(seen, bytes),
                 put = Read<unsigned char>(written, 2 * bytes),
                 back = Read<unsigned char>(seen_local, bytes);
    EXPECT_EQ(back, other);
    for (size_t i = 0; i < kItems; ++i) {
      for (size_t row = 0; row < n; ++row) {
        const size_t lane = i % most, first = (i - lane) * n, place = first + row * most + lane;
        const auto same = [&](const Memory& a, size_t x, const Memory& b, size_t y) {
          return std::memcmp(&a[x * size], &b[y * size], size) == 0;
        };
        ASSERT_TRUE(same(got, i * n + row, in, at + place)) << i << ", row " << row;
        ASSERT_TRUE(same(put, place, other, i * n + row)) << i << ", row " << row;
        ASSERT_TRUE(same(put, kItems * n + place, other, i * n + row)) << i << ", row " << row;
      }
    }
  }

  void CheckTypes(size_t size, const char* options) {
    std::string text;
    for (const Block& block : AllBlocks()) text += Required(size) + Source(block);
    Program program = Build(text, options);
    for (const Block& block : AllBlocks()) {
      SCOPED_TRACE(Suffix(block) + ", sub-groups of " + std::to_string(size));
      Kernel kernel = MakeKernel(program, ("k" + Suffix(block)).c_str());
      for (const size_t at : {0, 4}) Check(kernel, block, size, at);
    }
  }
};

TEST_F(IntelBufferBlockTest, AllTypes) {
  for (const size_t size : {8, 32}) CheckTypes(size, "-cl-std=CL2.0");
}

TEST_F(IntelBufferBlockTest, AllTypesOf16And64) {
  for (const size_t size : {16, 64}) CheckTypes(size, "-cl-std=CL2.0");
}

TEST_F(IntelBufferBlockTest, WithoutOptimization) {
  CheckTypes(16, "-cl-std=CL2.0 -cl-opt-disable");
}

class IntelImageBlockTest : public IntelBlockTest {
 protected:
  static constexpr size_t kHeight = 21;

  static std::string Source(const Block& block, const std::string& access) {
    const std::string n = Suffix(block), vector = Numbered(block.type, block.count);
    return "void read" + n + access + "(global " + block.type + "* seen, " + access +
           " image2d_t im, int2 at) {\n  size_t i = get_global_id(0);\n  " + vector +
           " data = intel_sub_group_block_read" + n + "(im, at);\n  " + Store(block, "seen") +
           "\n}\n";
  }
  static std::string WriteSource(const Block& block, const std::string& access) {
    const std::string n = Suffix(block);
    return "void write" + n + access + "(global " + block.type + "* in, " + access +
           " image2d_t im, int2 at) {\n  size_t i = get_global_id(0);\n"
           "  intel_sub_group_block_write" +
           n + "(im, at, " + Load(block, "in") + ");\n}\n";
  }

  /// `element`: bytes of one.
  void CheckRead(cl_kernel kernel, const Block& block, size_t most, const cl_image_format& format,
                 size_t width, size_t element, cl_int x, cl_int y) {
    const Origin origin{{0, 0, 0}}, region{{width, kHeight, 1}};
    const Memory all = Random(width * kHeight * element, 6);
    Mem image = Image(Desc2D(width, kHeight), format);
    ASSERT_EQ(Write(image, origin, region, all.data()), CL_SUCCESS);
    const size_t n = block.count, size = block.size;
    Mem seen = Buffer(Memory(most * n * size));
    SetArgs(kernel, static_cast<cl_mem>(seen), static_cast<cl_mem>(image), cl_int2{{x, y}});
    Launch(kernel, most, most);
    const Memory got = Read<unsigned char>(seen, most * n * size);
    const auto nearest = [](long at, size_t count) {
      return static_cast<size_t>(std::clamp(at, 0L, static_cast<long>(count) - 1));
    };
    for (size_t lane = 0; lane < most; ++lane) {
      for (size_t row = 0; row < n; ++row) {
        for (size_t byte = 0; byte < size; ++byte) {
          const long place = x + static_cast<long>(lane * size + byte),
                     e = static_cast<long>(element);
          const long number = place >= 0 ? place / e : -((e - 1 - place) / e);
          const size_t at =
              (nearest(y + static_cast<long>(row), kHeight) * width + nearest(number, width)) *
                  element +
              static_cast<size_t>(place - number * e);
          ASSERT_EQ(got[(lane * n + row) * size + byte], all[at])
              << "lane " << lane << ", row " << row << ", byte " << byte;
        }
      }
    }
  }

  void CheckWrite(cl_kernel kernel, const Block& block, size_t most, const cl_image_format& format,
                  size_t width, size_t element, cl_int x, cl_int y) {
    const Origin origin{{0, 0, 0}}, region{{width, kHeight, 1}};
    const size_t n = block.count, size = block.size;
    Memory all = Random(width * kHeight * element, 7);
    const Memory in = Random(most * n * size, 8);
    Mem image = Image(Desc2D(width, kHeight), format), from = Buffer(in);
    ASSERT_EQ(Write(image, origin, region, all.data()), CL_SUCCESS);
    SetArgs(kernel, static_cast<cl_mem>(from), static_cast<cl_mem>(image), cl_int2{{x, y}});
    Launch(kernel, most, most);
    const long bytes = static_cast<long>(width * element);
    for (size_t lane = 0; lane < most; ++lane) {
      for (size_t row = 0; row < n; ++row) {
        const long line = y + static_cast<long>(row);
        for (size_t byte = 0; byte < size; ++byte) {
          const long place = x + static_cast<long>(lane * size + byte);
          if (line >= 0 && line < static_cast<long>(kHeight) && place >= 0 && place < bytes)
            all[static_cast<size_t>(line * bytes + place)] = in[(lane * n + row) * size + byte];
        }
      }
    }
    EXPECT_EQ(ReadAll(image, origin, region), all);
  }

  void CheckTypes(size_t size) {
    struct Format {
      cl_image_format format;
      size_t element;
    };
    const Format formats[] = {{{CL_RGBA, CL_UNORM_INT8}, 4},
                              {{CL_R, CL_UNSIGNED_INT8}, 1},
                              {{CL_R, CL_HALF_FLOAT}, 2},
                              {{CL_R, CL_FLOAT}, 4}};
    std::string text;
    for (const Block& block : AllBlocks()) {
      text += Required(size) + Source(block, "read_only") + Required(size) +
              Source(block, "read_write") + Required(size) + WriteSource(block, "write_only") +
              Required(size) + WriteSource(block, "read_write");
    }
    Program program = Build(text, "-cl-std=CL2.0");
    size_t turn = 0;
    for (const Block& block : AllBlocks()) {
      SCOPED_TRACE(Suffix(block) + ", sub-groups of " + std::to_string(size));
      const std::string n = Suffix(block), access = ++turn % 2 ? "read_only" : "read_write";
      const auto& [format, element] = formats[turn % std::size(formats)];
      Kernel reads = MakeKernel(program, ("read" + n + access).c_str());
      Kernel writes =
          MakeKernel(program, ("write" + n + (turn % 2 ? "write_only" : "read_write")).c_str());
      const size_t width = 160 * 4 / element;
      for (const auto [x, y] : {std::pair<cl_int, cl_int>{0, 0},
                                {36, 3},
                                {12, 17},
                                {-8, -2},
                                {600, 19},
                                {2000, 40},
                                {-2000, -30}}) {
        SCOPED_TRACE(testing::Message() << x << ", " << y << ", elements of " << element);
        CheckRead(reads, block, size, format, width, element, x, y);
        CheckRead(reads, block, size, format, width, element, x + 1, y);  // from any byte on
        CheckWrite(writes, block, size, format, width, element, x, y);
      }
    }
  }
};

TEST_F(IntelImageBlockTest, AllTypes) {
  CheckTypes(16);
}

TEST_F(IntelImageBlockTest, AllTypesOf32) {
  CheckTypes(32);
}

}  // namespace
