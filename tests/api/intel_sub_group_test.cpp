// SPDX-License-Identifier: Apache-2.0
// Shuffles of cl_intel_subgroups, and what its _char and _short add to them: every type and width
// of their texts, against results that are computed here.
#include <algorithm>
#include <limits>

#include "intel_sub_group_fixture.h"

namespace {

TEST_F(IntelSubGroupTest, AreListed) {
  const std::string names = InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS);
  for (const char* name :
       {"cl_intel_subgroups", "cl_intel_subgroups_char", "cl_intel_subgroups_short",
        "cl_intel_subgroups_long", "cl_intel_spirv_subgroups", "cl_intel_subgroup_local_block_io",
        "cl_intel_bfloat16_conversions", "cl_intel_device_attribute_query"}) {
    EXPECT_NE((" " + names + " ").find(" " + std::string(name) + " "), std::string::npos) << name;
    Build("#pragma OPENCL EXTENSION " + std::string(name) + " : enable\n#ifndef " + name +
          "\n#error\n#endif\nkernel void k() {}");
  }
}

// ---- Shuffles

class IntelShuffleTest : public IntelSubGroupTest {
 protected:
  static constexpr size_t kItems = 200, kLocal = 100;  // the last sub-group is not full

  /// Four results of each work-item: by a lane, by a mask, down and up.
  static std::string Source(const std::string& type) {
    return "void k_" + type + "(global " + type + "* out, global " + type + "* a, global " + type +
           "* b, global uint4* by) {\n"
           "  size_t i = get_global_id(0);\n"
           "  out[4 * i] = intel_sub_group_shuffle(a[i], by[i].x);\n"
           "  out[4 * i + 1] = intel_sub_group_shuffle_xor(a[i], by[i].y);\n"
           "  out[4 * i + 2] = intel_sub_group_shuffle_down(a[i], b[i], by[i].z);\n"
           "  out[4 * i + 3] = intel_sub_group_shuffle_up(a[i], b[i], by[i].w);\n"
           "}\n";
  }

  void Check(cl_kernel kernel, size_t bytes, size_t used, size_t most) {
    const Memory a = Random(kItems * bytes, 1), b = Random(kItems * bytes, 2);
    std::mt19937 random(3);
    std::vector<cl_uint> by(4 * kItems);
    for (size_t i = 0; i < kItems; ++i) {
      const size_t size = Size(i, most);
      by[4 * i] = static_cast<cl_uint>(random() % size);
      by[4 * i + 1] = static_cast<cl_uint>(random() % most);
      by[4 * i + 2] = static_cast<cl_uint>(random() % most);
      by[4 * i + 3] = static_cast<cl_uint>(random() % most);
    }
    Mem out = Buffer(Memory(4 * kItems * bytes)), first = Buffer(a), second = Buffer(b),
        places = Buffer(by);
    SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(first),
            static_cast<cl_mem>(second), static_cast<cl_mem>(places));
    Launch(kernel, kItems, kLocal);
    const Memory found = Read<unsigned char>(out, 4 * kItems * bytes);
    for (size_t i = 0; i < kItems; ++i) {
      const size_t size = Size(i, most), lane = i % kLocal % most, begin = i - lane;
      const auto expect = [&](size_t which, const Memory& from, size_t at) {
        if (at >= size) return;  // nobody is there
        ASSERT_EQ(0,
                  std::memcmp(&found[(4 * i + which) * bytes], &from[(begin + at) * bytes], used))
            << "work-item " << i << ", result " << which << ", sub-groups of " << most;
      };
      const size_t down = lane + by[4 * i + 2], up = lane + most - by[4 * i + 3];
      expect(0, a, by[4 * i]);
      expect(1, a, lane ^ by[4 * i + 1]);
      expect(2, down < most ? a : b, down % most);
      expect(3, up < most ? a : b, up % most);
    }
  }

  /// Every type whose elements have `least` to `greatest` bytes, with sub-groups of `size`.
  void CheckTypes(size_t size, size_t least = 1, size_t greatest = 8) {
    std::vector<std::pair<Type, std::vector<size_t>>> all;
    for (const Type& type : {Type{"char", 1}, Type{"uchar", 1}, Type{"short", 2}, Type{"ushort", 2},
                             Type{"int", 4}, Type{"uint", 4}, Type{"float", 4}})
      all.push_back({type, {1, 2, 3, 4, 8, 16}});
    for (const Type& type : {Type{"long", 8}, Type{"ulong", 8}, Type{"double", 8}, Type{"half", 2}})
      all.push_back({type, {1}});
    std::erase_if(
        all, [&](const auto& one) { return one.first.size < least || one.first.size > greatest; });
    std::string text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
    for (const auto& [type, counts] : all)
      for (const size_t count : counts) text += Required(size) + Source(Numbered(type.name, count));
    Program program = Build(text, "-cl-std=CL2.0");
    for (const auto& [type, counts] : all) {
      for (const size_t count : counts) {
        const std::string name = Numbered(type.name, count);
        SCOPED_TRACE(name);
        const size_t stride = type.size * (count == 3 ? 4 : count);
        Check(MakeKernel(program, ("k_" + name).c_str()), stride, type.size * count, size);
      }
    }
  }

 private:
  /// The sub-group that the work-item is in.
  static size_t Size(size_t item, size_t most) {
    const size_t begin = item % kLocal / most * most;
    return std::min(most, kLocal - begin);
  }
};

TEST_F(IntelShuffleTest, AllTypes) {
  for (const size_t size : {8, 16}) CheckTypes(size);
}

TEST_F(IntelShuffleTest, AllTypesOf32) {
  CheckTypes(32);
}

TEST_F(IntelShuffleTest, SmallTypesOf64) {
  CheckTypes(64, 1, 2);
}

TEST_F(IntelShuffleTest, LargeTypesOf64) {
  CheckTypes(64, 4, 8);
}

// Work-items that have left do not take part.
TEST_F(IntelShuffleTest, InBranches) {
  Kernel kernel = MakeKernel(
      Build(Required(16) +
                "void k(global uint* out) {\n"
                "  uint i = get_global_id(0), lane = get_sub_group_local_id();\n"
                "  out[i] = 7;\n"
                "  if (lane % 3 == 1) out[i] = intel_sub_group_shuffle(i * 5, lane < 8 ? 13 : 4);\n"
                "}",
            "-cl-std=CL1.2"),
      "k");
  Mem out = Buffer(std::vector<cl_uint>(64));
  SetArgs(kernel, static_cast<cl_mem>(out));
  Launch(kernel, 64, 64);
  const auto found = Read<cl_uint>(out, 64);
  for (cl_uint i = 0; i < 64; ++i) {
    const cl_uint lane = i % 16, from = i - lane + (lane < 8 ? 13 : 4);
    EXPECT_EQ(found[i], lane % 3 == 1 ? from * 5 : 7) << i;
  }
}

// ---- Small integers

template <class T>
T Combine(const std::string& operation, T a, T b) {
  if (operation == "add") return static_cast<T>(a + b);
  return operation == "min" ? std::min(a, b) : std::max(a, b);
}

class IntelSmallTest : public IntelSubGroupTest {
 protected:
  template <class T>
  void Check(const std::string& type, size_t most) {
    constexpr size_t kItems = 150, kLocal = 75;
    std::string body;
    for (const char* operation : {"add", "min", "max"})
      for (const char* kind : {"reduce", "scan_inclusive", "scan_exclusive"})
        body += std::string("  *to++ = intel_sub_group_") + kind + "_" + operation + "(x);\n";
    Kernel kernel =
        MakeKernel(Build(Required(most) + "void k(global " + type + "* out, global " + type +
                             "* in) {\n  size_t i = get_global_id(0);\n  " + type +
                             " x = in[i];\n  global " + type + "* to = out + 10 * i;\n" + body +
                             "  *to = intel_sub_group_broadcast(x, get_sub_group_size() - 1);\n}",
                         "-cl-std=CL2.0"),
                   "k");
    std::mt19937 random(static_cast<unsigned>(most));
    std::vector<T> in(kItems);
    for (T& value : in) value = static_cast<T>(random());
    Mem out = Buffer(std::vector<T>(10 * kItems)), from = Buffer(in);
    SetArgs(kernel, static_cast<cl_mem>(out), static_cast<cl_mem>(from));
    Launch(kernel, kItems, kLocal);
    const auto found = Read<T>(out, 10 * kItems);
    for (size_t i = 0; i < kItems; ++i) {
      const size_t begin = i / kLocal * kLocal + i % kLocal / most * most;
      const size_t end = std::min(begin + most, i / kLocal * kLocal + kLocal);
      size_t at = 10 * i;
      for (const std::string operation : {"add", "min", "max"}) {
        const T lowest = std::numeric_limits<T>::min(), highest = std::numeric_limits<T>::max();
        const T none = operation == "add" ? T{0} : operation == "min" ? highest : lowest;
        T sum = none, before = none;
        for (size_t j = begin; j < end; ++j) {
          if (j == i) before = sum;
          sum = Combine(operation, sum, in[j]);
        }
        EXPECT_EQ(found[at++], sum) << i << operation;
        EXPECT_EQ(found[at++], Combine(operation, before, in[i])) << i << operation;
        EXPECT_EQ(found[at++], before) << i << operation;
      }
      EXPECT_EQ(found[at], in[end - 1]) << i;
    }
  }
};

TEST_F(IntelSmallTest, Operations) {
  for (const size_t size : kSizes) {
    Check<cl_char>("char", size);
    Check<cl_uchar>("uchar", size);
    Check<cl_short>("short", size);
    Check<cl_ushort>("ushort", size);
  }
}

}  // namespace
