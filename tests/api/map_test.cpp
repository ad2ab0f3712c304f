// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "command_test.h"

namespace {

class MapTest : public CommandTest {
 protected:
  void* Map(cl_mem buffer, cl_map_flags flags, size_t offset, size_t size,
            cl_int expected = CL_SUCCESS) {
    cl_int error = 1;
    void* pointer = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, nullptr,
                                       nullptr, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(pointer != nullptr, expected == CL_SUCCESS);
    return pointer;
  }
  cl_int Unmap(cl_mem buffer, void* pointer) {
    return clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr);
  }
};

TEST_F(MapTest, ShowsAndTakesTheLatestBits) {
  Mem buffer = Buffer(std::vector<unsigned char>(256, 4));
  auto* bytes = static_cast<unsigned char*>(Map(buffer, CL_MAP_READ | CL_MAP_WRITE, 16, 64));
  ASSERT_NE(bytes, nullptr);
  EXPECT_EQ(bytes[0], 4);
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 1u);
  std::memset(bytes, 9, 64);
  EXPECT_EQ(Unmap(buffer, bytes), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 0u);
  const auto all = Read<unsigned char>(buffer, 256);
  EXPECT_EQ(all[15], 4);
  EXPECT_EQ(all[16], 9);
  EXPECT_EQ(all[79], 9);
  EXPECT_EQ(all[80], 4);
}

TEST_F(MapTest, UseHostPtrMapsToIt) {
  std::vector<unsigned char> store(256);
  cl_int error = -1;
  Mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 256, store.data(), &error);
  Fill(queue, buffer, 3, 256);
  void* pointer = Map(buffer, CL_MAP_READ, 10, 20);
  EXPECT_EQ(pointer, store.data() + 10);
  EXPECT_EQ(store[10], 3);
  EXPECT_EQ(Unmap(buffer, pointer), CL_SUCCESS);
}

TEST_F(MapTest, NonBlockingReturnsThePointerAtOnce) {
  Mem buffer = Buffer(256);
  Event gate = UserEvent(), event;
  const cl_event wait = gate;
  cl_int error = -1;
  void* pointer = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, 256, 1, &wait,
                                     event.out(), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_NE(pointer, nullptr);
  EXPECT_GT(StatusOf(event), CL_COMPLETE);
  EXPECT_EQ(EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE),
            cl_uint{CL_COMMAND_MAP_BUFFER});
  Open(gate);
  const cl_event done = event;
  EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
  Event unmapped;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, unmapped.out()),
            CL_SUCCESS);
  EXPECT_EQ(EventInfo<cl_command_type>(unmapped, CL_EVENT_COMMAND_TYPE),
            cl_uint{CL_COMMAND_UNMAP_MEM_OBJECT});
}

TEST_F(MapTest, OverlappingWritesAreRejected) {
  Mem buffer = Buffer(4096);
  void* low = Map(buffer, CL_MAP_WRITE, 0, 1024);
  for (cl_map_flags flags :
       {CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION, CL_MAP_READ | CL_MAP_WRITE}) {
    Map(buffer, flags, 0, 1024, CL_INVALID_OPERATION);
    Map(buffer, flags, 1023, 1, CL_INVALID_OPERATION);
    Map(buffer, flags, 0, 4096, CL_INVALID_OPERATION);
    Map(buffer, flags, 100, 10, CL_INVALID_OPERATION);
  }
  void* high = Map(buffer, CL_MAP_WRITE, 1024, 1024);
  void* read = Map(buffer, CL_MAP_READ, 2048, 2048);
  void* again = Map(buffer, CL_MAP_READ, 2048, 2048);
  EXPECT_EQ(read, again);
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 4u);
  Map(buffer, CL_MAP_WRITE, 512, 1024, CL_INVALID_OPERATION);
  EXPECT_EQ(Unmap(buffer, low), CL_SUCCESS);
  EXPECT_EQ(Unmap(buffer, low), CL_INVALID_VALUE) << "once only";
  low = Map(buffer, CL_MAP_WRITE, 0, 1024);
  for (void* p : {low, high, read, again}) EXPECT_EQ(Unmap(buffer, p), CL_SUCCESS);
  EXPECT_EQ(Unmap(buffer, again), CL_INVALID_VALUE);
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 0u);
}

TEST_F(MapTest, OverlapsThroughSubBuffers) {
  Mem buffer = Buffer(4096);
  cl_int error = -1;
  const cl_buffer_region regions[] = {{0, 2048}, {1024, 2048}};
  Mem a = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[0], &error);
  Mem b = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &regions[1], &error);
  ASSERT_EQ(error, CL_SUCCESS);
  void* in_a = Map(a, CL_MAP_WRITE, 1024, 512);
  Map(b, CL_MAP_WRITE, 0, 1, CL_INVALID_OPERATION);
  Map(b, CL_MAP_WRITE, 511, 10, CL_INVALID_OPERATION);
  Map(buffer, CL_MAP_WRITE, 1500, 1, CL_INVALID_OPERATION);
  void* in_b = Map(b, CL_MAP_WRITE, 512, 512);
  EXPECT_EQ(Unmap(b, in_a), CL_INVALID_VALUE) << "mapped through another object";
  EXPECT_EQ(Unmap(buffer, in_a), CL_INVALID_VALUE);
  EXPECT_EQ(MemInfo<cl_uint>(a, CL_MEM_MAP_COUNT), 1u);
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(Unmap(a, in_a), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  b.reset();  // with a mapping: it ends with the object
  (void)in_b;
  EXPECT_EQ(Unmap(buffer, Map(buffer, CL_MAP_WRITE, 0, 4096)), CL_SUCCESS);
}

TEST_F(MapTest, RejectsArguments) {
  Mem buffer = Buffer(256);
  Map(buffer, CL_MAP_READ, 0, 0, CL_INVALID_VALUE);
  Map(buffer, CL_MAP_READ, 0, 257, CL_INVALID_VALUE);
  Map(buffer, CL_MAP_READ, 256, 1, CL_INVALID_VALUE);
  Map(buffer, CL_MAP_READ, SIZE_MAX, 1, CL_INVALID_VALUE);
  Map(buffer, CL_MAP_READ, SIZE_MAX, 2, CL_INVALID_VALUE);
  Map(buffer, CL_MAP_READ, 1, SIZE_MAX, CL_INVALID_VALUE);
  Map(buffer, 8, 0, 1, CL_INVALID_VALUE);
  Map(buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 1, CL_INVALID_VALUE);
  Map(buffer, CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, 0, 1, CL_INVALID_VALUE);
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 0u);
  int stranger = 0;
  EXPECT_EQ(Unmap(buffer, &stranger), CL_INVALID_VALUE);
  EXPECT_EQ(Unmap(buffer, nullptr), CL_INVALID_VALUE);
  const struct {
    cl_mem_flags host;
    bool read, write;
  } cases[] = {{CL_MEM_HOST_READ_ONLY, true, false},
               {CL_MEM_HOST_WRITE_ONLY, false, true},
               {CL_MEM_HOST_NO_ACCESS, false, false}};
  for (const auto& c : cases) {
    Mem limited = Buffer(64, CL_MEM_READ_WRITE | c.host);
    for (cl_map_flags flags : {CL_MAP_READ, CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION}) {
      const bool allowed = flags == CL_MAP_READ ? c.read : c.write;
      void* p = Map(limited, flags, 0, 64, allowed ? CL_SUCCESS : CL_INVALID_OPERATION);
      if (p) EXPECT_EQ(Unmap(limited, p), CL_SUCCESS);
    }
  }
}

TEST_F(MapTest, RejectsHandlesAndContexts) {
  Mem buffer = Buffer(64);
  cl_int error = 1;
  for (cl_mem bad : BadHandles<cl_mem>()) {
    EXPECT_EQ(Driver().clEnqueueMapBuffer(queue, bad, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr,
                                          nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  }
  for (cl_command_queue bad : BadHandles<cl_command_queue>()) {
    EXPECT_EQ(Driver().clEnqueueMapBuffer(bad, buffer, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr,
                                          nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clEnqueueUnmapMemObject(bad, buffer, &error, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
  }
  Context other = NewContext();
  Mem foreign = clCreateBuffer(other, 0, 64, nullptr, &error);
  EXPECT_EQ(
      clEnqueueMapBuffer(queue, foreign, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, foreign, &error, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(Driver().clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, 1, n, list,
                                          event, &code),
              nullptr);
    return code;
  });
  void* pointer = Map(buffer, CL_MAP_READ, 0, 1);
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return Driver().clEnqueueUnmapMemObject(queue, buffer, pointer, n, list, event);
  });
  EXPECT_EQ(MemInfo<cl_uint>(buffer, CL_MEM_MAP_COUNT), 1u);
  EXPECT_EQ(Unmap(buffer, pointer), CL_SUCCESS);
}

TEST_F(MapTest, AMappedPointerServesTransfers) {
  Mem from = Buffer(std::vector<unsigned char>(64, 2)), to = Buffer(std::vector<unsigned char>(64));
  void* pointer = Map(to, CL_MAP_WRITE, 0, 64);
  EXPECT_EQ(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, 64, pointer, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(Unmap(to, pointer), CL_SUCCESS);
  EXPECT_EQ(Read<unsigned char>(to, 64), std::vector<unsigned char>(64, 2));
}

TEST_F(MapTest, ThousandsOfRegions) {
  Mem buffer = Buffer(1 << 20);
  std::vector<void*> pointers;
  for (size_t i = 0; i < 8192; ++i) pointers.push_back(Map(buffer, CL_MAP_WRITE, i * 128, 128));
  Map(buffer, CL_MAP_WRITE, 4000, 1, CL_INVALID_OPERATION);
  for (void* p : pointers) ASSERT_EQ(Unmap(buffer, p), CL_SUCCESS);
}

}  // namespace
