// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory (§5.6).
#include <algorithm>
#include <cstring>
#include <numeric>

#include "svm_fixture.h"

namespace {

TEST_F(SVMTest, TheDeviceHasAllOfIt) {
  EXPECT_EQ(Info<cl_device_svm_capabilities>(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES),
            cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER |
                                       CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                       CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS});
}

TEST_F(SVMTest, Allocates) {
  for (const cl_mem_flags access : {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY}) {
    for (const cl_mem_flags sharing : {cl_mem_flags{0}, kFine, kAtomics}) {
      for (const cl_uint alignment : {0u, 1u, 2u, 16u, 128u, 256u, 4096u, 2u << 20}) {
        void* memory = clSVMAlloc(context, access | sharing, 100, alignment);
        ASSERT_NE(memory, nullptr);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % (alignment ? alignment : 128), 0u);
        std::memset(memory, 1, 100);
        clSVMFree(context, memory);
      }
    }
  }
  clSVMFree(context, nullptr);
}

TEST_F(SVMTest, RefusesWhatItCannotAllocate) {
  const cl_ulong max = Info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_USE_HOST_PTR, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, cl_svm_mem_flags{1} << 40, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 0, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, max + 1, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, SIZE_MAX, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 64, 3), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 64, 3 << 12), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 64, 4 << 20), nullptr);
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clSVMAlloc(bad, 0, 64, 0), nullptr);
    Driver().clSVMFree(bad, nullptr);
  }
}

TEST_F(SVMTest, FreesOnlyWhatItAllocated) {
  auto memory = Alloc<int>(16);
  Context other = NewContext();
  char mine = 0;
  clSVMFree(context, &mine);
  clSVMFree(context, memory.get() + 1);
  clSVMFree(other, memory.get());
  memory[15] = 3;
  const void* pointer = memory.get();
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(SVMTest, AContextLivesAsLongAsItsAllocations) {
  cl_context short_lived = NewContext().leak();
  auto* memory = static_cast<char*>(clSVMAlloc(short_lived, 0, 64, 0));
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(clReleaseContext(short_lived), CL_SUCCESS);
  memory[63] = 1;
  Driver().clSVMFree(short_lived, memory);
  EXPECT_EQ(Driver().clRetainContext(short_lived), CL_INVALID_CONTEXT);
}

TEST_F(SVMTest, KernelsFollowPointers) {
  Program program = Build(
      "typedef struct Node { int value; global struct Node* next; } Node;\n"
      "kernel void sum(global Node* list, global int* out) {\n"
      "  int sum = 0;\n"
      "  for (; list; list = list->next) { sum += list->value; list->value = -list->value; }\n"
      "  *out = sum;\n"
      "}\n");
  struct Node {
    int value;
    Node* next;
  };
  Kernel kernel = MakeKernel(program, "sum");
  auto nodes = Alloc<Node>(100);
  std::vector<Node> system(100);  // fine-grained system sharing: any memory of the host's
  auto out = Alloc<int>(2);
  for (int i = 0; i < 100; ++i) {
    nodes[i] = {i, &system[i]};
    system[i] = {1000 * i, i < 99 ? &nodes[i + 1] : nullptr};
  }
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, nodes.get()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, out.get() + 1), CL_SUCCESS);
  Run(kernel, 1);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(out[1], 1001 * 4950);
  EXPECT_EQ(nodes[99].value, -99);
  EXPECT_EQ(system[99].value, -99000);
}

TEST_F(SVMTest, CopiesFillsAndMaps) {
  auto a = Alloc<int>(1000);
  auto b = Alloc<int>(1000, kFine);
  std::vector<int> host(1000);
  std::iota(host.begin(), host.end(), 0);
  const int pattern[2] = {7, 8};
  Event events[6];
  EXPECT_EQ(
      clEnqueueSVMMemcpy(queue, CL_FALSE, a.get(), host.data(), 4000, 0, nullptr, events[0].out()),
      CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueSVMMemcpy(queue, CL_FALSE, b.get(), a.get(), 4000, 0, nullptr, events[1].out()),
      CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMemFill(queue, a.get() + 2, pattern, 8, 400, 0, nullptr, events[2].out()),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, a.get(), 4000, 0, nullptr,
                            events[3].out()),
            CL_SUCCESS);
  EXPECT_EQ(b[999], 999);
  EXPECT_EQ(a[1], 1);
  EXPECT_EQ(a[2], 7);
  EXPECT_EQ(a[101], 8);
  EXPECT_EQ(a[102], 102);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, a.get(), 0, nullptr, events[4].out()), CL_SUCCESS);
  const void* pointers[] = {a.get() + 5, b.get()};
  const size_t sizes[] = {3980, 0};
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 2, pointers, sizes, CL_MIGRATE_MEM_OBJECT_HOST, 0,
                                   nullptr, events[5].out()),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, host.data(), a.get(), 4000, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(host[100], 7);
  const cl_command_type types[] = {CL_COMMAND_SVM_MEMCPY,  CL_COMMAND_SVM_MEMCPY,
                                   CL_COMMAND_SVM_MEMFILL, CL_COMMAND_SVM_MAP,
                                   CL_COMMAND_SVM_UNMAP,   CL_COMMAND_SVM_MIGRATE_MEM};
  for (size_t i = 0; i < std::size(types); ++i) {
    EXPECT_EQ(EventInfo<cl_command_type>(events[i], CL_EVENT_COMMAND_TYPE), types[i]);
    EXPECT_EQ(StatusOf(events[i]), CL_COMPLETE);
  }
}

TEST_F(SVMTest, CopiesLargeRegionsAndNothingAtAll) {
  constexpr size_t kCount = 3 << 20;
  auto a = Alloc<int>(kCount), b = Alloc<int>(kCount);
  const int one = 1;
  EXPECT_EQ(clEnqueueSVMMemFill(queue, a.get(), &one, 4, kCount * 4, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMemFill(queue, a.get(), &one, 4, 0, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_FALSE, b.get(), a.get(), 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, b.get(), a.get(), kCount * 4, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(std::all_of(b.get(), b.get() + kCount, [](int x) { return x == 1; }));
}

TEST_F(SVMTest, RejectsArguments) {
  auto a = Alloc<char>(256);
  char* p = a.get();
  const auto copy = [&](void* to, const void* from, size_t size) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(copy(nullptr, p, 8), CL_INVALID_VALUE);
  EXPECT_EQ(copy(p, nullptr, 8), CL_INVALID_VALUE);
  EXPECT_EQ(copy(p, p + 7, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(p + 7, p, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(p, p, 8), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(p, p + 8, 8), CL_SUCCESS);
  EXPECT_EQ(copy(p, p + 8, SIZE_MAX), CL_INVALID_VALUE);
  const auto fill = [&](void* to, const void* pattern, size_t pattern_size, size_t size) {
    return clEnqueueSVMMemFill(queue, to, pattern, pattern_size, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(nullptr, p, 1, 8), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, nullptr, 1, 8), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, p, 0, 8), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, p, 3, 9), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, p, 256, 256), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p + 2, p, 4, 8), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, p, 4, 9), CL_INVALID_VALUE);
  const auto map = [&](cl_map_flags flags, void* pointer, size_t size) {
    return clEnqueueSVMMap(queue, CL_TRUE, flags, pointer, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(map(CL_MAP_READ, nullptr, 8), CL_INVALID_VALUE);
  EXPECT_EQ(map(CL_MAP_READ, p, 0), CL_INVALID_VALUE);
  EXPECT_EQ(map(CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, p, 8), CL_INVALID_VALUE);
  EXPECT_EQ(map(cl_map_flags{1} << 30, p, 8), CL_INVALID_VALUE);
  EXPECT_EQ(map(CL_MAP_WRITE_INVALIDATE_REGION, p, 8), CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(SVMTest, MigratesOnlyItsOwn) {
  auto a = Alloc<char>(256);
  Context other = NewContext();
  void* foreign = clSVMAlloc(other, 0, 64, 0);
  const auto migrate = [&](const void* pointer, const size_t* size, cl_mem_migration_flags flags) {
    return clEnqueueSVMMigrateMem(queue, 1, &pointer, size, flags, 0, nullptr, nullptr);
  };
  const size_t whole = 256, some = 16, none = 0;
  EXPECT_EQ(migrate(a.get(), nullptr, 0), CL_SUCCESS);
  EXPECT_EQ(migrate(a.get() + 255, nullptr, 0), CL_SUCCESS);
  EXPECT_EQ(migrate(a.get() + 10, &none, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED), CL_SUCCESS);
  EXPECT_EQ(migrate(a.get(), &whole, 0), CL_SUCCESS);
  EXPECT_EQ(migrate(a.get() + 240, &some, 0), CL_SUCCESS);
  EXPECT_EQ(migrate(a.get() + 241, &some, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(a.get() + 256, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(&other, &some, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(nullptr, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(foreign, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(a.get(), nullptr, 1 << 20), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 0, nullptr, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  clSVMFree(other, foreign);
}

TEST_F(SVMTest, CommandsCheckWaitListsAndQueues) {
  auto a = Alloc<char>(64);
  char* p = a.get();
  const void* pointer = p;
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return clEnqueueSVMFree(queue, 0, nullptr, nullptr, nullptr, n, list, event);
  });
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return clEnqueueSVMMemcpy(queue, CL_FALSE, p, p + 32, 8, n, list, event);
  });
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return clEnqueueSVMMemFill(queue, p, "x", 1, 8, n, list, event);
  });
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ, p, 8, n, list, event);
  });
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return clEnqueueSVMUnmap(queue, p, n, list, event);
  });
  CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
    return clEnqueueSVMMigrateMem(queue, 1, &pointer, nullptr, 0, n, list, event);
  });
  for (cl_command_queue bad : BadHandles<cl_command_queue>()) {
    EXPECT_EQ(Driver().clEnqueueSVMUnmap(bad, p, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(Driver().clEnqueueSVMFree(bad, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
  }
}

TEST_F(SVMTest, BlockingCommandsTellOfFailedEvents) {
  auto a = Alloc<char>(64);
  Event failed = UserEvent();
  EXPECT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  const cl_event list = failed;
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, a.get(), a.get() + 8, 8, 1, &list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, a.get(), 8, 1, &list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(SVMTest, FreesWhenItsTurnHasCome) {
  void* memory[2] = {clSVMAlloc(context, 0, 64, 0), clSVMAlloc(context, kAtomics, 64, 0)};
  const void* first = memory[0];
  Event gate = UserEvent(), freed;
  const cl_event list = gate;
  EXPECT_EQ(clEnqueueSVMFree(queue, 2, memory, nullptr, nullptr, 1, &list, freed.out()),
            CL_SUCCESS);
  memory[0] = memory[1] = nullptr;  // the list was copied
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  LetOthersRun();
  EXPECT_EQ(clEnqueueSVMMigrateMem(Second(), 1, &first, nullptr, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  Open(gate);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(EventInfo<cl_command_type>(freed, CL_EVENT_COMMAND_TYPE),
            cl_command_type{CL_COMMAND_SVM_FREE});
  EXPECT_EQ(StatusOf(freed), CL_COMPLETE);
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, &first, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMFree(queue, 0, memory, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMFree(queue, 2, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

struct Freed {
  cl_command_queue queue = nullptr;
  std::vector<void*> pointers;
};

void CL_CALLBACK TakeFreed(cl_command_queue queue, cl_uint count, void* pointers[], void* data) {
  auto& freed = *static_cast<Freed*>(data);
  freed.queue = queue;
  freed.pointers.assign(pointers, pointers + count);
}

TEST_F(SVMTest, LeavesFreeingToTheApplication) {
  auto mine = Alloc<int>(4);
  int system[4] = {};
  void* pointers[] = {mine.get(), system};
  Freed freed;
  Event event;
  EXPECT_EQ(clEnqueueSVMFree(queue, 2, pointers, TakeFreed, &freed, 0, nullptr, event.out()),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(freed.queue, queue);
  EXPECT_EQ(freed.pointers, (std::vector<void*>{mine.get(), system}));
  mine[3] = 1;  // only the application frees it
}

TEST_F(SVMTest, ProfilesAllButFree) {
  Queue profiled = NewQueue(CL_QUEUE_PROFILING_ENABLE);
  auto a = Alloc<char>(64);
  Event copy, map, free;
  EXPECT_EQ(clEnqueueSVMMemcpy(profiled, CL_FALSE, a.get(), a.get() + 8, 8, 0, nullptr, copy.out()),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMap(profiled, CL_FALSE, CL_MAP_READ, a.get(), 8, 0, nullptr, map.out()),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMFree(profiled, 0, nullptr, nullptr, nullptr, 0, nullptr, free.out()),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  cl_ulong time = 0;
  for (cl_event each : {cl_event{copy}, cl_event{map}}) {
    EXPECT_EQ(clGetEventProfilingInfo(each, CL_PROFILING_COMMAND_END, 8, &time, nullptr),
              CL_SUCCESS);
    EXPECT_NE(time, 0u);
  }
  EXPECT_EQ(clGetEventProfilingInfo(free, CL_PROFILING_COMMAND_END, 8, &time, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(SVMTest, BuffersOnSVM) {
  auto a = Alloc<int>(64);
  constexpr cl_mem_flags use = CL_MEM_USE_HOST_PTR;
  cl_int error = -1;
  const auto uses_svm = [](cl_mem mem) { return MemInfo<cl_bool>(mem, CL_MEM_USES_SVM_POINTER); };
  Mem all = clCreateBuffer(context, use, 256, a.get(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(uses_svm(all), cl_bool{CL_TRUE});
  Mem rest = clCreateBuffer(context, use, 128, a.get() + 32, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(uses_svm(rest), cl_bool{CL_TRUE});
  EXPECT_EQ(clCreateBuffer(context, use, 257, a.get(), &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(clCreateBuffer(context, use, 129, a.get() + 32, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  const cl_buffer_region region{128, 64};
  Mem part = clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(uses_svm(part), cl_bool{CL_TRUE});
  Mem copy = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 64, a.get(), &error);
  EXPECT_EQ(uses_svm(copy), cl_bool{CL_FALSE});
  const int seven = 7;
  EXPECT_EQ(clEnqueueFillBuffer(queue, part, &seven, 4, 0, 64, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(a[32], 7);
  EXPECT_EQ(a[47], 7);
}

}  // namespace
