// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "command_test.h"

namespace {

class SubBufferTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    align = Info<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  }
  Mem Sub(cl_mem parent, size_t origin, size_t size, cl_mem_flags flags = 0,
          cl_int expected = CL_SUCCESS) {
    const cl_buffer_region region = {origin, size};
    cl_int error = 1;
    Mem sub = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(static_cast<cl_mem>(sub) != nullptr, expected == CL_SUCCESS);
    return sub;
  }
  size_t align = 128;
};

TEST_F(SubBufferTest, SharesTheParentsBytes) {
  std::vector<unsigned char> data(4 * align);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<unsigned char>(i * 7);
  Mem parent = Buffer(data);
  Mem sub = Sub(parent, align, 2 * align);
  EXPECT_TRUE(std::ranges::equal(
      Read<unsigned char>(sub, 2 * align),
      std::vector<unsigned char>(data.begin() + align, data.begin() + 3 * align)));
  Fill(queue, sub, 1, 2 * align);
  std::fill(data.begin() + align, data.begin() + 3 * align, 1);
  EXPECT_EQ(Read<unsigned char>(parent, data.size()), data);
}

TEST_F(SubBufferTest, AnswersQueries) {
  std::vector<unsigned char> store(4 * align);
  cl_int error = -1;
  Mem parent = clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY, store.size(),
                              store.data(), &error);
  Mem sub = Sub(parent, 2 * align, 10, CL_MEM_READ_ONLY);
  EXPECT_EQ(MemInfo<cl_mem_object_type>(sub, CL_MEM_TYPE), cl_uint{CL_MEM_OBJECT_BUFFER});
  EXPECT_EQ(MemInfo<cl_mem_flags>(sub, CL_MEM_FLAGS),
            cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY});
  EXPECT_EQ(MemInfo<size_t>(sub, CL_MEM_SIZE), 10u);
  EXPECT_EQ(MemInfo<void*>(sub, CL_MEM_HOST_PTR), store.data() + 2 * align);
  EXPECT_EQ(MemInfo<cl_mem>(sub, CL_MEM_ASSOCIATED_MEMOBJECT), parent);
  EXPECT_EQ(MemInfo<size_t>(sub, CL_MEM_OFFSET), 2 * align);
  EXPECT_EQ(MemInfo<cl_context>(sub, CL_MEM_CONTEXT), context);
  Mem plain = Buffer(4 * align);
  EXPECT_EQ(MemInfo<void*>(Sub(plain, align, 1), CL_MEM_HOST_PTR), nullptr);
}

TEST_F(SubBufferTest, FlagsAreInheritedOrNarrowed) {
  const cl_mem_flags access[] = {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
  for (cl_mem_flags parent_access : access) {
    Mem parent = Buffer(align, parent_access);
    EXPECT_EQ(MemInfo<cl_mem_flags>(Sub(parent, 0, 8), CL_MEM_FLAGS), parent_access);
    for (cl_mem_flags asked : access) {
      const bool allowed = parent_access == CL_MEM_READ_WRITE || asked == parent_access;
      Sub(parent, 0, 8, asked, allowed ? CL_SUCCESS : CL_INVALID_VALUE);
    }
  }
  const cl_mem_flags host[] = {0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY,
                               CL_MEM_HOST_NO_ACCESS};
  for (cl_mem_flags parent_host : host) {
    Mem parent = Buffer(align, CL_MEM_READ_WRITE | parent_host);
    EXPECT_EQ(MemInfo<cl_mem_flags>(Sub(parent, 0, 8), CL_MEM_FLAGS),
              CL_MEM_READ_WRITE | parent_host);
    for (cl_mem_flags asked : host) {
      if (!asked) continue;
      const bool allowed = !parent_host || asked == parent_host || asked == CL_MEM_HOST_NO_ACCESS;
      Sub(parent, 0, 8, asked, allowed ? CL_SUCCESS : CL_INVALID_VALUE);
    }
  }
  Mem parent = Buffer(align);
  for (cl_mem_flags never : {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    Sub(parent, 0, 8, never, CL_INVALID_VALUE);
  }
  Sub(parent, 0, 8, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_INVALID_VALUE);
  Sub(parent, 0, 8, cl_mem_flags{1} << 40, CL_INVALID_VALUE);
}

TEST_F(SubBufferTest, RejectsArguments) {
  Mem parent = Buffer(4 * align);
  Sub(parent, 0, 0, 0, CL_INVALID_BUFFER_SIZE);
  Sub(parent, 0, 4 * align + 1, 0, CL_INVALID_VALUE);
  Sub(parent, 4 * align, 1, 0, CL_INVALID_VALUE);
  Sub(parent, SIZE_MAX, 1, 0, CL_INVALID_VALUE);
  Sub(parent, SIZE_MAX - align + 1, align, 0, CL_INVALID_VALUE);
  Sub(parent, align, SIZE_MAX, 0, CL_INVALID_VALUE);
  Sub(parent, 1, 8, 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
  Sub(parent, align - 1, 8, 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
  Mem sub = Sub(parent, align, align);
  Sub(sub, 0, 8, 0, CL_INVALID_MEM_OBJECT);
  cl_int error = 1;
  const cl_buffer_region region = {0, 8};
  EXPECT_EQ(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubBuffer(parent, 0, 0xdead, &region, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(SubBufferTest, KeepsItsParent) {
  std::atomic<bool> parent_gone{false};
  Mem parent = Buffer(std::vector<unsigned char>(2 * align, 6));
  clSetMemObjectDestructorCallback(
      parent, [](cl_mem, void* p) { static_cast<std::atomic<bool>*>(p)->store(true); },
      &parent_gone);
  Mem sub = Sub(parent, align, align);
  parent.reset();
  EXPECT_FALSE(parent_gone);
  EXPECT_EQ(Read<unsigned char>(sub, align), std::vector<unsigned char>(align, 6));
  sub.reset();
  EXPECT_TRUE(parent_gone);
}

TEST_F(SubBufferTest, CopiesBetweenThem) {
  std::vector<unsigned char> data(4 * align);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<unsigned char>(i);
  Mem parent = Buffer(data);
  Mem low = Sub(parent, 0, 2 * align), high = Sub(parent, 2 * align, 2 * align),
      across = Sub(parent, align, 2 * align);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, low, high, 0, 0, 2 * align, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::copy_n(data.begin(), 2 * align, data.begin() + 2 * align);
  EXPECT_EQ(Read<unsigned char>(parent, data.size()), data);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, low, across, 0, 0, align + 1, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, low, across, 0, 0, align, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, parent, high, 3 * align, 0, align, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, parent, high, 2 * align + 1, 0, align, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  // Rectangles: rows of 8 bytes interleaved by sub-buffers that begin `align` apart.
  const size_t zero[3] = {}, shifted[3] = {8, 0, 0}, region[3] = {8, 2, 1};
  EXPECT_EQ(clEnqueueCopyBufferRect(queue, low, across, zero, zero, region, align, 0, align, 0, 0,
                                    nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBufferRect(queue, low, across, zero, shifted, region, align, 0, align, 0,
                                    0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(SubBufferTest, DisjointOnesInParallel) {
  // Several queues, one sub-buffer each: every result lands in its own region.
  constexpr size_t parts = 8;
  const size_t each = 1 << 20;
  Mem parent = Buffer(std::vector<unsigned char>(parts * each));
  std::vector<Queue> queues;
  for (size_t i = 0; i < parts; ++i) {
    queues.push_back(NewQueue());
    Mem sub = Sub(parent, i * each, each);
    Fill(queues.back(), sub, static_cast<unsigned char>(i + 1), each);
    clFlush(queues.back());
  }
  for (auto& q : queues) EXPECT_EQ(clFinish(q), CL_SUCCESS);
  const auto all = Read<unsigned char>(parent, parts * each);
  for (size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], i / each + 1) << i;
}

}  // namespace
