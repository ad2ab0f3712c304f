// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "command_test.h"

namespace {

using BufferTest = CommandTest;

TEST_F(BufferTest, AnswersQueries) {
  std::vector<unsigned char> store(256);
  cl_int error = -1;
  Mem used = clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY,
                            store.size(), store.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(MemInfo<cl_mem_object_type>(used, CL_MEM_TYPE), cl_uint{CL_MEM_OBJECT_BUFFER});
  EXPECT_EQ(MemInfo<cl_mem_flags>(used, CL_MEM_FLAGS),
            cl_mem_flags{CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY});
  EXPECT_EQ(MemInfo<size_t>(used, CL_MEM_SIZE), 256u);
  EXPECT_EQ(MemInfo<void*>(used, CL_MEM_HOST_PTR), store.data());
  EXPECT_EQ(MemInfo<cl_uint>(used, CL_MEM_MAP_COUNT), 0u);
  EXPECT_EQ(MemInfo<cl_uint>(used, CL_MEM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(MemInfo<cl_context>(used, CL_MEM_CONTEXT), context);
  EXPECT_EQ(MemInfo<cl_mem>(used, CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
  EXPECT_EQ(MemInfo<size_t>(used, CL_MEM_OFFSET), 0u);
  EXPECT_EQ(MemInfo<cl_bool>(used, CL_MEM_USES_SVM_POINTER), cl_bool{CL_FALSE});
  for (cl_uint param = CL_MEM_TYPE; param <= CL_MEM_USES_SVM_POINTER; ++param) {
    CheckQueryProtocol(clGetMemObjectInfo, static_cast<cl_mem>(used), param);
  }
  EXPECT_EQ(clGetMemObjectInfo(used, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clRetainMemObject(used), CL_SUCCESS);
  EXPECT_EQ(MemInfo<cl_uint>(used, CL_MEM_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseMemObject(used), CL_SUCCESS);

  Mem copied = Buffer(store);
  EXPECT_EQ(MemInfo<void*>(copied, CL_MEM_HOST_PTR), nullptr);
  Mem plain = Buffer(16, 0);
  EXPECT_EQ(MemInfo<cl_mem_flags>(plain, CL_MEM_FLAGS), cl_mem_flags{CL_MEM_READ_WRITE});
}

TEST_F(BufferTest, TakesEveryLegalFlag) {
  std::vector<unsigned char> store(128, 3);
  for (cl_mem_flags access : {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY}) {
    for (cl_mem_flags host :
         {0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS}) {
      for (cl_mem_flags pointer :
           {0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR,
            CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR}) {
        const bool needs = pointer & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
        cl_int error = -1;
        Mem made = clCreateBuffer(context, access | host | pointer, 128,
                                  needs ? store.data() : nullptr, &error);
        EXPECT_EQ(error, CL_SUCCESS);
        EXPECT_NE(static_cast<cl_mem>(made), nullptr);
      }
    }
  }
}

TEST_F(BufferTest, RejectsArguments) {
  std::vector<unsigned char> store(128);
  constexpr cl_mem_flags use = CL_MEM_USE_HOST_PTR;
  const cl_ulong max = Info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const struct {
    cl_mem_flags flags;
    size_t size;
    void* host;
    cl_int expected;
  } cases[] = {
      {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 128, nullptr, CL_INVALID_VALUE},
      {CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 128, nullptr, CL_INVALID_VALUE},
      {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 128, nullptr, CL_INVALID_VALUE},
      {use | CL_MEM_ALLOC_HOST_PTR, 128, store.data(), CL_INVALID_VALUE},
      {use | CL_MEM_COPY_HOST_PTR, 128, store.data(), CL_INVALID_VALUE},
      {CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 128, nullptr, CL_INVALID_VALUE},
      {CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 128, nullptr, CL_INVALID_VALUE},
      {CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, 128, nullptr, CL_INVALID_VALUE},
      {cl_mem_flags{1} << 40, 128, nullptr, CL_INVALID_VALUE},
      {CL_MEM_SVM_FINE_GRAIN_BUFFER, 128, nullptr, CL_INVALID_VALUE},
      {0, 0, nullptr, CL_INVALID_BUFFER_SIZE},
      {0, SIZE_MAX, nullptr, CL_INVALID_BUFFER_SIZE},
      {0, static_cast<size_t>(max) + 1, nullptr, CL_INVALID_BUFFER_SIZE},
      {use, 128, nullptr, CL_INVALID_HOST_PTR},
      {CL_MEM_COPY_HOST_PTR, 128, nullptr, CL_INVALID_HOST_PTR},
      {0, 128, store.data(), CL_INVALID_HOST_PTR},
      {CL_MEM_ALLOC_HOST_PTR, 128, store.data(), CL_INVALID_HOST_PTR},
  };
  for (const auto& c : cases) {
    cl_int error = 1;
    EXPECT_EQ(clCreateBuffer(context, c.flags, c.size, c.host, &error), nullptr);
    EXPECT_EQ(error, c.expected) << &c - cases;
    EXPECT_EQ(clCreateBuffer(context, c.flags, c.size, c.host, nullptr), nullptr);
  }
  for (cl_context bad : BadHandles<cl_context>()) {
    cl_int error = 1;
    EXPECT_EQ(Driver().clCreateBuffer(bad, 0, 128, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(BufferTest, RejectsBadHandles) {
  std::vector<cl_mem> bad = BadHandles<cl_mem>();
  Mem stale = Buffer(64);
  bad.push_back(stale);
  stale.reset();
  bad.push_back(reinterpret_cast<cl_mem>(queue));
  const cl_buffer_region region = {0, 1};
  for (cl_mem m : bad) {
    EXPECT_EQ(Driver().clRetainMemObject(m), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(Driver().clReleaseMemObject(m), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(Driver().clGetMemObjectInfo(m, CL_MEM_SIZE, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(Driver().clSetMemObjectDestructorCallback(
                  m, [](cl_mem, void*) {}, nullptr),
              CL_INVALID_MEM_OBJECT);
    cl_int error = 1;
    EXPECT_EQ(Driver().clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(Driver().clEnqueueUnmapMemObject(queue, m, &error, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(Driver().clEnqueueMigrateMemObjects(queue, 1, &m, 0, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
  }
}

TEST_F(BufferTest, CopiesAtOnce) {
  std::vector<int> data(100000);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<int>(i);
  const std::vector<int> expected = data;
  Mem buffer = Buffer(data, CL_MEM_READ_WRITE);
  std::memset(data.data(), 0, data.size() * sizeof(int));
  EXPECT_EQ(Read<int>(buffer, expected.size()), expected);
}

TEST_F(BufferTest, UseHostPtrIsZeroCopy) {
  // Whatever the alignment.
  std::vector<unsigned char> store(1000);
  for (size_t shift : {0, 1, 7}) {
    cl_int error = -1;
    Mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 512, store.data() + shift, &error);
    const unsigned char value = static_cast<unsigned char>(shift + 1);
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &value, 1, 0, 512, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(store[shift], value);
    EXPECT_EQ(store[shift + 511], value);
  }
}

TEST_F(BufferTest, IsAlignedForTheLargestType) {
  for (size_t size : {1, 100, 5000, 1 << 20, 9 << 20}) {
    Mem buffer = Buffer(size);
    cl_int error = -1;
    void* pointer = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, size, 0, nullptr,
                                       nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % 128, 0u);
    std::memset(pointer, 1, size);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

struct Order {
  std::vector<int> calls;
  struct Entry {
    Order* order;
    int id;
  };
  static void CL_CALLBACK Note(cl_mem, void* entry) {
    auto* e = static_cast<Entry*>(entry);
    e->order->calls.push_back(e->id);
  }
};

TEST_F(BufferTest, DestructorCallbacksInReverseOrder) {
  Order order;
  Order::Entry entries[] = {{&order, 0}, {&order, 1}, {&order, 2}};
  Mem buffer = Buffer(64);
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, nullptr, nullptr), CL_INVALID_VALUE);
  for (auto& e : entries) {
    EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, Order::Note, &e), CL_SUCCESS);
  }
  EXPECT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_TRUE(order.calls.empty());
  buffer.reset();
  EXPECT_EQ(order.calls, (std::vector<int>{2, 1, 0}));
}

TEST_F(BufferTest, LivesUntilItsCommandsAreDone) {
  Order order;
  Order::Entry entry{&order, 0};
  Event gate = UserEvent();
  std::vector<unsigned char> store(64);
  cl_int error = -1;
  Mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 64, store.data(), &error);
  EXPECT_EQ(clSetMemObjectDestructorCallback(buffer, Order::Note, &entry), CL_SUCCESS);
  Event event = Fill(queue, buffer, 8, 64, {gate});
  buffer.reset();
  EXPECT_TRUE(order.calls.empty());
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(order.calls.size(), 1u) << "done means let go";
  EXPECT_EQ(store[63], 8);
}

TEST_F(BufferTest, ThousandsOfThem) {
  std::vector<Mem> all;
  for (int i = 0; i < 5000; ++i) all.push_back(Buffer(64));
  for (int i = 0; i < 5000; i += 2) all[static_cast<size_t>(i)].reset();
  Mem one = Buffer(std::vector<unsigned char>(64, 1));
  EXPECT_EQ(Read<unsigned char>(one, 64), std::vector<unsigned char>(64, 1));
}

TEST_F(BufferTest, Migrates) {
  Mem buffer = Buffer(std::vector<unsigned char>(64, 5));
  Mem other = Buffer(64);
  const cl_mem list[] = {buffer, other};
  for (cl_mem_migration_flags flags :
       {0, CL_MIGRATE_MEM_OBJECT_HOST, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED,
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED}) {
    Event event;
    EXPECT_EQ(clEnqueueMigrateMemObjects(
                  queue, flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED ? 1 : 2,
                  flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED ? &list[1] : list, flags, 0,
                  nullptr, event.out()),
              CL_SUCCESS);
    EXPECT_EQ(EventInfo<cl_command_type>(event, CL_EVENT_COMMAND_TYPE),
              cl_uint{CL_COMMAND_MIGRATE_MEM_OBJECTS});
  }
  EXPECT_EQ(Read<unsigned char>(buffer, 64), std::vector<unsigned char>(64, 5));
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 0, list, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 2, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 2, list, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  Context elsewhere = NewContext();
  cl_int error = -1;
  Mem foreign = clCreateBuffer(elsewhere, 0, 64, nullptr, &error);
  const cl_mem mixed[] = {buffer, foreign};
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 2, mixed, 0, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* waits, cl_event* event) {
    return Driver().clEnqueueMigrateMemObjects(queue, 2, list, 0, n, waits, event);
  });
}

}  // namespace
