// SPDX-License-Identifier: Apache-2.0
// Each kind of command that a command-buffer records, against the same command enqueued.
#include <array>

#include "command_buffer_fixture.h"

namespace {

/// Memory objects that commands work on, set to the same contents before each run.
class EveryCommandTest : public CommandBufferFixture {
 protected:
  static constexpr size_t kWidth = 640, kHeight = 400, kBytes = kWidth * kHeight * 4;

  void SetUp() override {
    CommandBufferFixture::SetUp();
    from = Buffer(kBytes);
    to = Buffer(kBytes);
    image = Image(Desc2D(kWidth, kHeight));
    other = Image(Desc2D(kWidth, kHeight));
    svm = static_cast<unsigned char*>(clSVMAlloc(context, CL_MEM_READ_WRITE, 2 * kBytes, 0));
    const cl_sampler_properties list[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                          CL_FALSE,
                                          CL_SAMPLER_ADDRESSING_MODE,
                                          CL_ADDRESS_CLAMP_TO_EDGE,
                                          CL_SAMPLER_FILTER_MODE,
                                          CL_FILTER_NEAREST,
                                          0};
    cl_int error = -1;
    sampler = clCreateSamplerWithProperties(context, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  void TearDown() override {
    clSVMFree(context, svm);
    sampler.reset();
    for (Mem* each : {&from, &to, &image, &other}) each->reset();
    CommandBufferFixture::TearDown();
  }

  void Set() {
    unsigned char first = 1;
    for (cl_mem each : {from.operator cl_mem(), to.operator cl_mem()})
      EXPECT_EQ(clEnqueueWriteBuffer(queue, each, CL_TRUE, 0, kBytes, Bytes(kBytes, ++first).data(),
                                     0, nullptr, nullptr),
                CL_SUCCESS);
    for (cl_mem each : {image.operator cl_mem(), other.operator cl_mem()})
      EXPECT_EQ(Write(each, kZero, kWhole, Bytes(kBytes, ++first).data()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, svm, Bytes(2 * kBytes, ++first).data(), 2 * kBytes,
                                 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  std::array<std::vector<unsigned char>, 5> Get() {
    std::vector<unsigned char> shared(2 * kBytes);
    EXPECT_EQ(
        clEnqueueSVMMemcpy(queue, CL_TRUE, shared.data(), svm, shared.size(), 0, nullptr, nullptr),
        CL_SUCCESS);
    return {Read<unsigned char>(from, kBytes), Read<unsigned char>(to, kBytes),
            ReadAll(image, kZero, kWhole), ReadAll(other, kZero, kWhole), shared};
  }
  /// Replays do what enqueues do, three times in a row, and change something.
  void Compare(const std::function<void(Target&)>& commands) {
    Set();
    const auto before = Get();
    const CommandBuffer buffer = Recorded(queue, commands);
    EXPECT_TRUE(Get() == before) << "recording has no effect";
    std::vector<std::array<std::vector<unsigned char>, 5>> enqueued;
    for (int i = 0; i < 3; ++i) {
      Target target{.queue = queue};
      commands(target);
      enqueued.push_back(Get());
    }
    EXPECT_FALSE(enqueued[0] == before);
    Set();
    for (int i = 0; i < 3; ++i) {
      Replay(buffer);
      EXPECT_TRUE(Get() == enqueued[static_cast<size_t>(i)]) << "replay " << i;
    }
  }

  static constexpr size_t kZero[3] = {0, 0, 0}, kWhole[3] = {kWidth, kHeight, 1};
  Mem from, to, image, other;
  unsigned char* svm = nullptr;
  Sampler sampler;
};

TEST_F(EveryCommandTest, Buffers) {
  for (const size_t bytes : {size_t{12}, kBytes / 2}) {
    SCOPED_TRACE(bytes);
    Compare([&](Target& t) { t.Copy(from, to, 40, 8, bytes); });
    Compare([&](Target& t) { t.Copy(from, from, 0, kBytes / 2, bytes); });
    Compare([&](Target& t) { t.Fill(to, cl_uint{0xabcdef01}, 4, bytes); });
    Compare([&](Target& t) { t.Fill(to, cl_uint4{{1, 2, 3, 4}}, 16, bytes / 16 * 16 + 16); });
  }
  const size_t origin[3] = {5, 2, 1}, target_origin[3] = {1, 3, 0};
  for (const auto& region : {std::array<size_t, 3>{3, 2, 2}, std::array<size_t, 3>{200, 100, 8}}) {
    Compare([&](Target& t) {
      t.Do(Khr().copy_rect, clEnqueueCopyBufferRect, from.operator cl_mem(), to.operator cl_mem(),
           +origin, +target_origin, region.data(), size_t{300}, size_t{36000}, size_t{0},
           size_t{0});
    });
  }
}

TEST_F(EveryCommandTest, Images) {
  const size_t at[3] = {7, 9, 0}, back[3] = {1, 0, 0}, small[3] = {3, 2, 1},
               large[3] = {600, 380, 1};
  const cl_uint color[4] = {1, 200, 3, 44};
  for (const size_t* region : {+small, +large}) {
    SCOPED_TRACE(region[0]);
    Compare([&](Target& t) {
      t.Do(Khr().copy_image, clEnqueueCopyImage, image.operator cl_mem(), other.operator cl_mem(),
           +at, +back, region);
    });
    Compare([&](Target& t) {
      t.Do(Khr().copy_from_image, clEnqueueCopyImageToBuffer, image.operator cl_mem(),
           to.operator cl_mem(), +at, region, size_t{20});
    });
    Compare([&](Target& t) {
      t.Do(Khr().copy_to_image, clEnqueueCopyBufferToImage, from.operator cl_mem(),
           image.operator cl_mem(), size_t{12}, +at, region);
    });
    Compare([&](Target& t) {
      t.Do(Khr().fill_image, clEnqueueFillImage, image.operator cl_mem(),
           static_cast<const void*>(color), +at, region);
    });
  }
}

cl_int EnqueueSVMCopy(cl_command_queue queue, void* to, const void* from, size_t size,
                      cl_uint count, const cl_event* events, cl_event* event) {
  return clEnqueueSVMMemcpy(queue, CL_FALSE, to, from, size, count, events, event);
}

TEST_F(EveryCommandTest, SharedVirtualMemory) {
  const cl_ushort pattern = 0xbeef;
  for (const size_t bytes : {size_t{10}, kBytes}) {
    Compare([&](Target& t) {
      t.Do(Khr().svm_copy, EnqueueSVMCopy, static_cast<void*>(svm),
           static_cast<const void*>(svm + kBytes), bytes);
    });
    Compare([&](Target& t) {
      t.Do(Khr().svm_fill, clEnqueueSVMMemFill, static_cast<void*>(svm + 6),
           static_cast<const void*>(&pattern), sizeof(pattern), bytes);
    });
  }
}

TEST_F(EveryCommandTest, Kernels) {
  Kernel step = KernelWith("step", from.operator cl_mem(), cl_uint{3}, cl_uint{5});
  for (const size_t items : {size_t{1}, size_t{100}, kWidth * kHeight})
    Compare([&](Target& t) { t.Kernel(step, {items}); });
  Compare([&](Target& t) { t.Kernel(step, {100}, {10}, {77}); });
  Compare([&](Target& t) {
    t.Kernel(step, {0});
    t.Kernel(step, {5, 0, 3}, {1, 1, 1});
    t.Kernel(step, {7});
  });
  Kernel shared = MakeKernel(program, "step");
  SetArgs(shared, from.operator cl_mem(), cl_uint{3}, cl_uint{5});
  EXPECT_EQ(clSetKernelArgSVMPointer(shared, 0, svm + 16), CL_SUCCESS);
  Compare([&](Target& t) { t.Kernel(shared, {1000}); });
  Kernel turn = KernelWith("turn", to.operator cl_mem());
  EXPECT_EQ(clSetKernelArg(turn, 1, 256 * 4, nullptr), CL_SUCCESS);
  for (const size_t items : {size_t{32}, size_t{256} * 900})
    Compare([&](Target& t) { t.Kernel(turn, {items}, {32}); });
  Kernel read = KernelWith("read", to.operator cl_mem(), image.operator cl_mem(),
                           sampler.operator cl_sampler());
  Kernel draw = KernelWith("draw", image.operator cl_mem(), from.operator cl_mem());
  for (const auto& size : {std::vector<size_t>{8, 2}, std::vector<size_t>{kWidth, kHeight}})
    Compare([&](Target& t) {
      t.Kernel(read, size);
      t.Kernel(draw, size);
      t.Barrier();
      t.Kernel(read, size);
    });
}

}  // namespace
