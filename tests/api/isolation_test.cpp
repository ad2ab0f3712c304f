// SPDX-License-Identifier: Apache-2.0
// Memory that one context leaves, and another one gets.
#include <algorithm>

#include "api_test.h"

namespace {

constexpr cl_uint kSecret = 0x5ec12e75;
constexpr size_t kLocal = 16 << 10;  // bytes of local memory

class IsolationTest : public ApiTest {
 protected:
  /// Replaces the context and its queue by new ones.
  void Renew() {
    TearDown();
    SetUp();
  }
  static size_t Secrets(const std::vector<cl_uint>& words) {
    return static_cast<size_t>(std::count(words.begin(), words.end(), kSecret));
  }
  /// A new buffer of each kind of allocation, as it is.
  std::vector<cl_uint> New(size_t bytes, bool is_svm) {
    if (!is_svm) return Read<cl_uint>(Buffer(bytes), bytes / sizeof(cl_uint));
    auto* const words = static_cast<cl_uint*>(clSVMAlloc(context, CL_MEM_READ_WRITE, bytes, 0));
    std::vector<cl_uint> found(words, words + bytes / sizeof(cl_uint));
    clSVMFree(context, words);
    return found;
  }
};

TEST_F(IsolationTest, OfBuffers) {
  for (const size_t bytes : {size_t{100} << 10, size_t{1} << 20, size_t{9} << 20}) {
    for (const bool is_svm : {false, true}) {
      SCOPED_TRACE(testing::Message() << bytes << " bytes, " << (is_svm ? "SVM" : "a buffer"));
      { const Mem filled = Buffer(std::vector<cl_uint>(bytes / sizeof(cl_uint), kSecret)); }
      Renew();
      EXPECT_EQ(Secrets(New(bytes, is_svm)), 0u);
    }
  }
}

TEST_F(IsolationTest, OfLocalMemory) {
  const char* source =
      "kernel void leave(local uint* words, uint secret) {"
      "  for (uint i = get_local_id(0); i < 4096; i += get_local_size(0)) words[i] = secret;"
      "}"
      "kernel void look(local uint* words, global uint* found) {"
      "  for (uint i = get_local_id(0); i < 4096; i += get_local_size(0))"
      "    found[get_group_id(0) * 4096 + i] = words[i];"
      "}";
  constexpr size_t kGroups = 64;
  const auto run = [&](const char* name, auto argument) {
    Program program = Build(source);
    Kernel kernel = MakeKernel(program, name);
    EXPECT_EQ(clSetKernelArg(kernel, 0, kLocal, nullptr), CL_SUCCESS);
    SetArg(kernel, 1, argument);
    Run(kernel, kGroups * 64, 64);
  };
  const auto look = [&] {
    Mem found = Buffer(kGroups * kLocal);
    run("look", static_cast<cl_mem>(found));
    return Secrets(Read<cl_uint>(found, kGroups * kLocal / sizeof(cl_uint)));
  };
  for (int i = 0; i < 20; ++i) {
    run("leave", kSecret);
    Renew();
    EXPECT_EQ(look(), 0u);
  }
}

}  // namespace
