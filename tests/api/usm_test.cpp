// SPDX-License-Identifier: Apache-2.0
// Unified shared memory (cl_intel_unified_shared_memory).
#include <cstring>
#include <fstream>
#include <numeric>

#include "command_test.h"
#include "platform/later_extensions.h"

namespace {

using namespace heddle::khr;
using List = std::vector<Properties>;

constexpr size_t kItems = 1000, kBytes = kItems * sizeof(cl_uint);

class UsmTest : public CommandTest {
 protected:
  template <class F>
  void Find(F*& function, const char* name) {
    cl_platform_id platform = nullptr;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr);
    function = reinterpret_cast<F*>(clGetExtensionFunctionAddressForPlatform(platform, name));
    ASSERT_NE(function, nullptr) << name;
  }
  void SetUp() override {
    CommandTest::SetUp();
    Find(host_alloc, "clHostMemAllocINTEL");
    Find(device_alloc, "clDeviceMemAllocINTEL");
    Find(shared_alloc, "clSharedMemAllocINTEL");
    Find(mem_free, "clMemFreeINTEL");
    Find(blocking_free, "clMemBlockingFreeINTEL");
    Find(alloc_info, "clGetMemAllocInfoINTEL");
    Find(set_pointer, "clSetKernelArgMemPointerINTEL");
    Find(fill, "clEnqueueMemFillINTEL");
    Find(set_bytes, "clEnqueueMemsetINTEL");
    Find(copy, "clEnqueueMemcpyINTEL");
    Find(migrate, "clEnqueueMigrateMemINTEL");
    Find(advise, "clEnqueueMemAdviseINTEL");
  }
  cl_uint* Shared(size_t bytes = kBytes) {
    cl_int error = 1;
    void* made = shared_alloc(context, device, nullptr, bytes, 0, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return static_cast<cl_uint*>(made);
  }
  template <class T>
  T Told(const void* pointer, cl_uint id) {
    T value{};
    size_t size = 0;
    EXPECT_EQ(alloc_info(context, pointer, id, sizeof(value), &value, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof(value));
    return value;
  }
  void Run(cl_kernel kernel, size_t items) {
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }

  using Allocate = void*(cl_context, cl_device_id, const Properties*, size_t, cl_uint, cl_int*);
  using Free = cl_int(cl_context, void*);
  void* (*host_alloc)(cl_context, const Properties*, size_t, cl_uint, cl_int*);
  Allocate *device_alloc, *shared_alloc;
  Free *mem_free, *blocking_free;
  cl_int (*alloc_info)(cl_context, const void*, cl_uint, size_t, void*, size_t*);
  cl_int (*set_pointer)(cl_kernel, cl_uint, const void*);
  cl_int (*fill)(cl_command_queue, void*, const void*, size_t, size_t, cl_uint, const cl_event*,
                 cl_event*);
  cl_int (*set_bytes)(cl_command_queue, void*, cl_int, size_t, cl_uint, const cl_event*, cl_event*);
  cl_int (*copy)(cl_command_queue, cl_bool, void*, const void*, size_t, cl_uint, const cl_event*,
                 cl_event*);
  cl_int (*migrate)(cl_command_queue, const void*, size_t, cl_mem_migration_flags, cl_uint,
                    const cl_event*, cl_event*);
  cl_int (*advise)(cl_command_queue, const void*, size_t, cl_uint, cl_uint, const cl_event*,
                   cl_event*);
};

TEST_F(UsmTest, TheDeviceTakesAllKinds) {
  for (const cl_uint id :
       {kDeviceHostMemCapabilities, kDeviceDeviceMemCapabilities,
        kDeviceSingleDeviceSharedMemCapabilities, kDeviceCrossDeviceSharedMemCapabilities,
        kDeviceSharedSystemMemCapabilities})
    EXPECT_EQ(Info<cl_bitfield>(clGetDeviceInfo, device, id), kAllUSMAccess);
}

TEST_F(UsmTest, QueriesTellOfAllocations) {
  const List flags = {kMemAllocFlags, kMemAllocWriteCombined, 0};
  cl_int error = 1;
  const struct {
    void* pointer;
    cl_uint type;
    cl_device_id of;
    cl_bitfield flags;
  } cases[] = {
      {host_alloc(context, flags.data(), kBytes, 64, &error), kMemTypeHost, nullptr,
       kMemAllocWriteCombined},
      {device_alloc(context, device, nullptr, kBytes, 128, &error), kMemTypeDevice, device, 0},
      {shared_alloc(context, device, nullptr, kBytes, 1, &error), kMemTypeShared, device, 0},
      {shared_alloc(context, nullptr, nullptr, kBytes, 0, &error), kMemTypeShared, nullptr, 0},
  };
  for (const auto& each : cases) {
    ASSERT_NE(each.pointer, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(each.pointer) % 128, 0u);
    for (const size_t inside : {size_t{0}, size_t{1}, kBytes - 1}) {
      const char* at = static_cast<char*>(each.pointer) + inside;
      EXPECT_EQ(Told<cl_uint>(at, kMemAllocType), each.type);
      EXPECT_EQ(Told<void*>(at, kMemAllocBasePtr), each.pointer);
      EXPECT_EQ(Told<size_t>(at, kMemAllocSize), kBytes);
      EXPECT_EQ(Told<cl_device_id>(at, kMemAllocDevice), each.of);
      EXPECT_EQ(Told<cl_bitfield>(at, kMemAllocFlags), each.flags);
    }
    EXPECT_EQ(mem_free(context, each.pointer), CL_SUCCESS);
    EXPECT_EQ(mem_free(context, each.pointer), CL_INVALID_VALUE);
  }
  void* svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  for (const void* other : {static_cast<const void*>(nullptr), static_cast<const void*>(&error),
                            static_cast<const void*>(svm)}) {
    EXPECT_EQ(Told<cl_uint>(other, kMemAllocType), kMemTypeUnknown);
    EXPECT_EQ(Told<void*>(other, kMemAllocBasePtr), nullptr);
    EXPECT_EQ(Told<size_t>(other, kMemAllocSize), 0u);
  }
  clSVMFree(context, svm);
  cl_uint small = 0;
  EXPECT_EQ(alloc_info(context, &small, kMemAllocSize, 4, &small, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(alloc_info(context, &small, 0x1234, 4, &small, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(alloc_info(nullptr, &small, kMemAllocType, 4, &small, nullptr), CL_INVALID_CONTEXT);
}

// Programs ask for pages (hipHostMalloc, for one); the texts would have nothing above a long16.
TEST_F(UsmTest, AlignsUpToHugePages) {
  cl_int error = 1;
  for (const cl_uint alignment : {1u, 64u, 256u, 2048u, 4096u, 64u << 10, 2u << 20}) {
    for (const size_t size :
         {size_t{1}, size_t{4096}, size_t{100'000}, size_t{300'000}, size_t{5} << 20}) {
      std::vector<void*> all;
      for (int i = 0; i < 3; ++i) {
        auto* const bytes =
            static_cast<unsigned char*>(host_alloc(context, nullptr, size, alignment, &error));
        ASSERT_EQ(error, CL_SUCCESS) << alignment << " " << size;
        EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes) % alignment, 0u) << size;
        bytes[0] = bytes[size - 1] = 1;
        all.push_back(bytes);
      }
      for (void* each : all) EXPECT_EQ(mem_free(context, each), CL_SUCCESS);
    }
  }
}

// A page each, and nothing between them.
TEST_F(UsmTest, SmallAlignedAllocationsTakeNoMoreThanTheirPages) {
  constexpr size_t kCount = 5000, kPage = 4096;
  const auto resident = [] {
    size_t whole = 0, pages = 0;
    std::ifstream("/proc/self/statm") >> whole >> pages;
    return pages;
  };
  cl_int error = 1;
  std::vector<void*> all;
  all.reserve(kCount);
  const size_t before = resident();
  for (size_t i = 0; i < kCount; ++i) {
    all.push_back(host_alloc(context, nullptr, 100, kPage, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    *static_cast<char*>(all.back()) = 1;
  }
  // The record of each allocation is smaller than a fifth of a page.
  EXPECT_LE(resident() - before, kCount + kCount / 5);
  for (void* each : all) EXPECT_EQ(mem_free(context, each), CL_SUCCESS);
}

TEST_F(UsmTest, ChecksAllocations) {
  const List device_first = {kMemAllocFlags, 2, 0}, both = {kMemAllocFlags, 6, 0},
             unknown = {0x1234, 1, 0}, bits = {kMemAllocFlags, 8, 0},
             twice = {kMemAllocFlags, 1, kMemAllocFlags, 1, 0};
  const struct {
    cl_int error;
    const List* list;
    size_t size;
    cl_uint alignment;
  } cases[] = {
      {CL_INVALID_BUFFER_SIZE, nullptr, 0, 0},
      {CL_INVALID_BUFFER_SIZE, nullptr,
       Info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE) + 1, 0},
      {CL_INVALID_VALUE, nullptr, 64, 3},
      {CL_INVALID_VALUE, nullptr, 64, 3 << 12},
      {CL_INVALID_VALUE, nullptr, 64, 4 << 20},
      {CL_INVALID_PROPERTY, &unknown, 64, 0},
      {CL_INVALID_PROPERTY, &bits, 64, 0},
      {CL_INVALID_PROPERTY, &twice, 64, 0},
      {CL_INVALID_PROPERTY, &both, 64, 0},
  };
  cl_int error = 1;
  for (const auto& each : cases) {
    const Properties* list = each.list ? each.list->data() : nullptr;
    EXPECT_EQ(host_alloc(context, list, each.size, each.alignment, &error), nullptr);
    EXPECT_EQ(error, each.error);
    for (Allocate* allocate : {device_alloc, shared_alloc}) {
      EXPECT_EQ(allocate(context, device, list, each.size, each.alignment, &error), nullptr);
      EXPECT_EQ(error, each.error);
    }
  }
  EXPECT_EQ(host_alloc(context, device_first.data(), 64, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  void* placed = shared_alloc(context, device, device_first.data(), 64, 0, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(Told<cl_bitfield>(placed, kMemAllocFlags), 2u);
  EXPECT_EQ(mem_free(context, placed), CL_SUCCESS);
  EXPECT_EQ(device_alloc(context, nullptr, nullptr, 64, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_EQ(device_alloc(nullptr, device, nullptr, 64, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(UsmTest, ChecksFrees) {
  Context elsewhere = NewContext();
  void* svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  cl_uint* memory = Shared();
  for (Free* release : {mem_free, blocking_free}) {
    EXPECT_EQ(release(nullptr, memory), CL_INVALID_CONTEXT);
    EXPECT_EQ(release(elsewhere, memory), CL_INVALID_VALUE);
    EXPECT_EQ(release(context, memory + 1), CL_INVALID_VALUE);
    EXPECT_EQ(release(context, svm), CL_INVALID_VALUE);
    EXPECT_EQ(release(context, nullptr), CL_SUCCESS);
  }
  clSVMFree(context, memory);  // is not its to free
  EXPECT_EQ(Told<cl_uint>(memory, kMemAllocType), kMemTypeShared);
  EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
  clSVMFree(context, svm);
}

TEST_F(UsmTest, ABlockingFreeWaitsForCommands) {
  cl_uint* memory = Shared();
  Event gate = UserEvent();
  const cl_uint five = 5;
  const cl_event list = gate;
  EXPECT_EQ(fill(OutOfOrder(), memory, &five, sizeof(five), kBytes, 1, &list, nullptr), CL_SUCCESS);
  WaitingCall freeing([&] { EXPECT_EQ(blocking_free(context, memory), CL_SUCCESS); });
  EXPECT_TRUE(freeing.Waits());
  Open(gate);
  freeing.Join();
  EXPECT_EQ(Told<cl_uint>(memory, kMemAllocType), kMemTypeUnknown);
}

TEST_F(UsmTest, CommandsWork) {
  cl_uint *a = Shared(), *b = Shared();
  const cl_uint pattern[] = {1, 2, 3, 4};
  EXPECT_EQ(fill(queue, a, pattern, sizeof(pattern), kBytes, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(advise(queue, a, kBytes, 0, 0, nullptr, nullptr), CL_SUCCESS);
  Event moved, copied;
  EXPECT_EQ(migrate(queue, a, kBytes, 0, 0, nullptr, moved.out()), CL_SUCCESS);
  EXPECT_EQ(copy(queue, CL_TRUE, b, a, kBytes, 0, nullptr, copied.out()), CL_SUCCESS);
  for (size_t i = 0; i < kItems; ++i) ASSERT_EQ(b[i], i % 4 + 1);
  EXPECT_EQ(EventInfo<cl_command_type>(moved, CL_EVENT_COMMAND_TYPE), kCommandMigrateMem);
  EXPECT_EQ(EventInfo<cl_command_type>(copied, CL_EVENT_COMMAND_TYPE), kCommandMemcpy);
  EXPECT_EQ(set_bytes(queue, b, 0x1ff, kBytes, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(b[kItems - 1], 0xffffffffu);

  EXPECT_EQ(copy(queue, CL_TRUE, a + 1, a, kBytes - 4, 0, nullptr, nullptr), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(queue, CL_TRUE, nullptr, a, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(copy(queue, CL_TRUE, a, nullptr, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(copy(nullptr, CL_TRUE, a, b, 4, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(copy(queue, CL_TRUE, a, b, 4, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(fill(queue, nullptr, pattern, 4, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(fill(queue, a, nullptr, 4, 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(fill(queue, a, pattern, 3, 12, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(fill(queue, a, pattern, 8, 12, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(fill(queue, a + 1, pattern, 16, 16, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(queue, a, 4, 8, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(mem_free(context, a), CL_SUCCESS);
  EXPECT_EQ(mem_free(context, b), CL_SUCCESS);
}

TEST_F(UsmTest, ChecksArguments) {
  Program program = Build(
      "kernel void k(global uint* a, constant uint* b, local uint* c, uint d) { *a = *b + d; }");
  Kernel kernel = MakeKernel(program, "k");
  cl_uint* memory = Shared();
  for (const cl_uint index : {0u, 1u}) {
    EXPECT_EQ(set_pointer(kernel, index, memory + 1), CL_SUCCESS);
    EXPECT_EQ(set_pointer(kernel, index, nullptr), CL_SUCCESS);
  }
  for (const cl_uint index : {2u, 3u})
    EXPECT_EQ(set_pointer(kernel, index, memory), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set_pointer(kernel, 4, memory), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(set_pointer(nullptr, 0, memory), CL_INVALID_KERNEL);
  EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
}

// Each is a command among others: of its type, after what it waits for, with errors like them.
TEST_F(UsmTest, EachCommandHasItsEvent) {
  cl_uint *a = Shared(), *b = Shared();
  const cl_uint pattern = 3;
  using Enqueue = std::function<cl_int(cl_command_queue, cl_uint, const cl_event*, cl_event*)>;
  const struct {
    cl_command_type type;
    Enqueue enqueue;
  } cases[] = {
      {kCommandMemFill,
       [&](auto in, auto n, auto list, auto event) {
         return fill(in, a, &pattern, sizeof(pattern), kBytes, n, list, event);
       }},
      {kCommandMemFill, [&](auto in, auto n, auto list,
                            auto event) { return set_bytes(in, a, 7, kBytes, n, list, event); }},
      {kCommandMemcpy,
       [&](auto in, auto n, auto list, auto event) {
         return copy(in, CL_FALSE, b, a, kBytes, n, list, event);
       }},
      {kCommandMigrateMem,
       [&](auto in, auto n, auto list, auto event) {
         return migrate(in, a, kBytes, CL_MIGRATE_MEM_OBJECT_HOST, n, list, event);
       }},
      {kCommandMemAdvise, [&](auto in, auto n, auto list,
                              auto event) { return advise(in, a, kBytes, 0, n, list, event); }},
  };
  for (const auto& each : cases) {
    SCOPED_TRACE(testing::Message() << std::hex << each.type);
    CheckWaitLists(context, device, [&](cl_uint n, const cl_event* list, cl_event* event) {
      return each.enqueue(queue, n, list, event);
    });
    for (const cl_command_queue bad : BadHandles<cl_command_queue>())
      EXPECT_EQ(each.enqueue(bad, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    Event gate = UserEvent(), done;
    const cl_event waits = gate;
    EXPECT_EQ(each.enqueue(OutOfOrder(), 1, &waits, done.out()), CL_SUCCESS);
    const cl_event waited = done;
    EXPECT_EQ(EventInfo<cl_command_type>(done, CL_EVENT_COMMAND_TYPE), each.type);
    LetOthersRun();
    EXPECT_GT(StatusOf(done), CL_COMPLETE);
    Open(gate);
    EXPECT_EQ(clWaitForEvents(1, &waited), CL_SUCCESS);
  }
  EXPECT_EQ(mem_free(context, a), CL_SUCCESS);
  EXPECT_EQ(mem_free(context, b), CL_SUCCESS);
}

/// Arguments that are parts of one allocation, overlapping ones too, and pointers in structures:
/// what a loop writes it reads again.
TEST_F(UsmTest, ArgumentsMayOverlap) {
  Program program = Build(
      "kernel void each(global uint* to, global const uint* from, uint n) {\n"
      "  for (uint i = 0; i < n; ++i) to[i] = from[i] * 3 + 1;\n"
      "}\n"
      "typedef struct { global uint* to; global const uint* from; uint n; } Where;\n"
      "kernel void indirect(global const Where* at) {\n"
      "  for (uint i = 0; i < at->n; ++i) at->to[i] = at->from[i] * 3 + 1;\n"
      "}\n");
  struct Where {
    cl_uint *to, *from;
    cl_uint n;
  };
  Kernel each = MakeKernel(program, "each"), indirect = MakeKernel(program, "indirect");
  const cl_bool yes = CL_TRUE;
  for (const cl_uint flag :
       {kExecInfoIndirectHostAccess, kExecInfoIndirectDeviceAccess, kExecInfoIndirectSharedAccess})
    EXPECT_EQ(clSetKernelExecInfo(indirect, flag, sizeof(yes), &yes), CL_SUCCESS);
  cl_uint* memory = Shared();
  auto* where = reinterpret_cast<Where*>(Shared(sizeof(Where)));
  const void* pointers[] = {memory};
  EXPECT_EQ(clSetKernelExecInfo(indirect, kExecInfoUSMPtrs, sizeof(pointers), pointers),
            CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(indirect, kExecInfoIndirectHostAccess, 1, &yes), CL_INVALID_VALUE);
  constexpr cl_uint kPart = 200;
  for (const int distance : {0, 1, 2, 5, 16, 17, 64, 199, 200, 300, -1, -3, -16, -130}) {
    const size_t from = 520, to = static_cast<size_t>(520 + distance);
    std::vector<cl_uint> expected(kItems);
    std::iota(expected.begin(), expected.end(), 7u);
    const std::vector<cl_uint> begin = expected;
    for (cl_uint i = 0; i < std::min<size_t>(kPart, kItems - to); ++i)
      expected[to + i] = expected[from + i] * 3 + 1;
    const auto n = static_cast<cl_uint>(std::min<size_t>(kPart, kItems - to));
    for (const bool direct : {true, false}) {
      std::memcpy(memory, begin.data(), kBytes);
      *where = {memory + to, memory + from, n};
      EXPECT_EQ(set_pointer(each, 0, memory + to), CL_SUCCESS);
      EXPECT_EQ(set_pointer(each, 1, memory + from), CL_SUCCESS);
      EXPECT_EQ(clSetKernelArg(each, 2, sizeof(n), &n), CL_SUCCESS);
      EXPECT_EQ(set_pointer(indirect, 0, where), CL_SUCCESS);
      Run(direct ? each : indirect, 1);
      EXPECT_EQ(std::vector<cl_uint>(memory, memory + kItems), expected)
          << "distance " << distance << (direct ? "" : ", through a structure");
    }
  }
  EXPECT_EQ(set_pointer(each, 2, memory), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set_pointer(each, 3, memory), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(set_pointer(nullptr, 0, memory), CL_INVALID_KERNEL);
  EXPECT_EQ(mem_free(context, memory), CL_SUCCESS);
  EXPECT_EQ(mem_free(context, where), CL_SUCCESS);
}

}  // namespace
