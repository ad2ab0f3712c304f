// SPDX-License-Identifier: Apache-2.0
// Launches and transfers that write more than caches hold go past them: all of it is there for
// whoever reads it next, wherever it begins and whatever else lies there.
#include <algorithm>

#include "api_test.h"

namespace {

class StreamingTest : public ApiTest {
 protected:
  static constexpr size_t kCount = 15'000'003;  // 60 MB

  void SetUp() override {
    ApiTest::SetUp();
    program = Build(
        "kernel void next(global int* out, global const int* in, int from) {\n"
        "  size_t i = get_global_id(0);\n"
        "  out[i] = in[i] + from;\n"
        "}\n"
        "kernel void rows(global int* out, global const int* in, int width) {\n"
        "  size_t i = get_global_id(1) * width + get_global_id(0);\n"
        "  out[i] = in[i] + 1;\n"
        "}\n"
        "kernel void both(global int2* out, global short* narrow, global const int* in) {\n"
        "  size_t i = get_global_id(0);\n"
        "  out[i] = (int2)(in[i], (int)i);\n"
        "  narrow[i] = (short)in[i];\n"
        "}\n");
    numbers.resize(kCount);
    for (size_t i = 0; i < kCount; ++i) numbers[i] = static_cast<int>(i * 7);
    in = Buffer(numbers);
    out = Buffer(std::vector<int>(kCount, -1));
  }

  void TearDown() override {
    in.reset();
    out.reset();
    program.reset();
    ApiTest::TearDown();
  }

  /// `next` on items from `offset`; with numbers that follow those of `input`.
  void Next(cl_mem output, cl_mem input, size_t offset, size_t count) {
    Kernel next = MakeKernel(program, "next");
    SetArg(next, 0, output);
    SetArg(next, 1, input);
    SetArg(next, 2, 5);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, next, 1, &offset, &count, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  }

  /// How many elements in [begin, end) are not those of `numbers` plus 5, or -1 outside.
  size_t Wrong(const std::vector<int>& result, size_t begin, size_t end) const {
    size_t wrong = 0;
    for (size_t i = 0; i < kCount; ++i)
      wrong += result[i] != (i >= begin && i < end ? numbers[i] + 5 : -1);
    return wrong;
  }

  std::vector<int> numbers;
  Program program;
  Mem in, out;
};

TEST_F(StreamingTest, WholeArrays) {
  Next(out, in, 0, kCount);
  EXPECT_EQ(Wrong(Read<int>(out, kCount), 0, kCount), 0u);
}

TEST_F(StreamingTest, FromWithinALine) {
  for (size_t offset : {1, 5, 16}) {
    out = Buffer(std::vector<int>(kCount, -1));
    Next(out, in, offset, kCount - 9 - offset);
    EXPECT_EQ(Wrong(Read<int>(out, kCount), offset, kCount - 9), 0u) << offset;
  }
}

TEST_F(StreamingTest, WhatFollowsReadsIt) {
  Next(out, in, 0, kCount);
  Next(in, out, 0, kCount);
  Next(out, in, 0, kCount);
  for (int& number : numbers) number += 10;
  EXPECT_EQ(Wrong(Read<int>(out, kCount), 0, kCount), 0u);
}

TEST_F(StreamingTest, OneBufferTwice) {
  Next(in, in, 0, kCount);
  EXPECT_EQ(Wrong(Read<int>(in, kCount), 0, kCount), 0u);
}

TEST_F(StreamingTest, MemoryOfTheHostAtAnyAddress) {
  std::vector<int> memory(kCount + 16, -1);
  for (size_t shift : {0, 1, 3}) {
    cl_int error = 1;
    Mem shifted = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, kCount * sizeof(int),
                                 memory.data() + shift, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Next(shifted, in, 0, kCount);
    EXPECT_EQ(Wrong(Read<int>(shifted, kCount), 0, kCount), 0u) << shift;
  }
}

TEST_F(StreamingTest, Rows) {
  constexpr size_t kWidth = 4000, kHeight = kCount / kWidth;
  for (int width : {4000, 3999}) {
    out = Buffer(std::vector<int>(kCount, -1));
    Kernel rows = MakeKernel(program, "rows");
    SetArg(rows, 0, static_cast<cl_mem>(out));
    SetArg(rows, 1, static_cast<cl_mem>(in));
    SetArg(rows, 2, width);
    const size_t size[2] = {static_cast<size_t>(width), kHeight};
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, rows, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    const std::vector<int> result = Read<int>(out, kCount);
    size_t wrong = 0;
    for (size_t i = 0; i < kCount; ++i)
      wrong += result[i] != (i < width * kHeight ? numbers[i] + 1 : -1);
    EXPECT_EQ(wrong, 0u) << width;
  }
}

TEST_F(StreamingTest, SeveralOutputs) {
  constexpr size_t kItems = kCount / 2;
  Mem narrow = Buffer(std::vector<short>(kItems));
  Kernel both = MakeKernel(program, "both");
  SetArg(both, 0, static_cast<cl_mem>(out));
  SetArg(both, 1, static_cast<cl_mem>(narrow));
  SetArg(both, 2, static_cast<cl_mem>(in));
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, both, 1, nullptr, &kItems, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  const std::vector<int> pairs = Read<int>(out, kCount);
  const std::vector<short> shorts = Read<short>(narrow, kItems);
  size_t wrong = 0;
  for (size_t i = 0; i < kItems; ++i)
    wrong += pairs[2 * i] != numbers[i] || pairs[2 * i + 1] != static_cast<int>(i) ||
             shorts[i] != static_cast<short>(numbers[i]);
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(pairs[kCount - 1], -1);
}

class LargeTransferTest : public ApiTest {
 protected:
  static constexpr size_t kSize = (128 << 20) + 12'345;  // bytes
  static constexpr size_t kSpare = 64;                   // before and behind

  static std::vector<unsigned char> Noise() {
    std::vector<unsigned char> bytes(kSpare + kSize + kSpare);
    uint32_t state = 1;
    for (unsigned char& byte : bytes) {
      state = state * 1664525 + 1013904223;
      byte = static_cast<unsigned char>(state >> 24);
    }
    return bytes;
  }
};

TEST_F(LargeTransferTest, WrittenCopiedAndReadFromAnyByte) {
  const std::vector<unsigned char> bytes = Noise();
  for (size_t at : {0, 1, 16, 63}) {
    Mem first = Buffer(std::vector<unsigned char>(bytes.size())),
        second = Buffer(std::vector<unsigned char>(bytes.size()));
    EXPECT_EQ(clEnqueueWriteBuffer(queue, first, CL_FALSE, at, kSize, bytes.data() + at, 0, nullptr,
                                   nullptr),
              CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueCopyBuffer(queue, first, second, at, kSpare - at, kSize, 0, nullptr, nullptr),
        CL_SUCCESS);
    std::vector<unsigned char> result(bytes.size()), expected(bytes.size());
    EXPECT_EQ(clEnqueueReadBuffer(queue, second, CL_TRUE, 0, result.size() - at, result.data() + at,
                                  0, nullptr, nullptr),
              CL_SUCCESS);
    std::copy_n(bytes.begin() + at, kSize, expected.begin() + kSpare);
    EXPECT_TRUE(result == expected) << at;
  }
}

TEST_F(LargeTransferTest, Fills) {
  const std::vector<unsigned char> noise = Noise();
  for (size_t pattern : {1, 4, 128}) {
    for (size_t at : {size_t{0}, pattern % kSpare}) {
      Mem buffer = Buffer(std::vector<unsigned char>(noise.size()));
      const size_t size = kSize / pattern * pattern;
      EXPECT_EQ(
          clEnqueueFillBuffer(queue, buffer, noise.data(), pattern, at, size, 0, nullptr, nullptr),
          CL_SUCCESS);
      std::vector<unsigned char> expected(noise.size());
      for (size_t i = 0; i < size; ++i) expected[at + i] = noise[i % pattern];
      const std::vector<unsigned char> result = Read<unsigned char>(buffer, noise.size());
      EXPECT_TRUE(result == expected) << pattern << " from " << at;
    }
  }
}

}  // namespace
