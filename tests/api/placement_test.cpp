// SPDX-License-Identifier: Apache-2.0
// cl_heddle_memory_placement: the memory of a sub-buffer goes to the NUMA node of the sub-device
// that works on it. Where there are two nodes (also api/two_nodes/placement, whose machine hwloc
// makes up) there is a sub-device for each; on a machine of one nothing is ever placed.
#include <CL/cl_heddle.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "api_test.h"

namespace {

using Words = std::vector<cl_uint>;

class PlacementTest : public ApiTest {
 protected:
  static constexpr size_t kBytes = size_t{1} << 20, kWords = kBytes / 4;
  /// Of the two sub-buffers: neither begins nor ends at a page.
  static constexpr std::array<cl_buffer_region, 2> kRegions{{{1024, 400000}, {512 << 10, 300004}}};

  void SetUp() override {
    ApiTest::SetUp();
    const auto domains = Info<cl_device_affinity_domain>(clGetDeviceInfo, device,
                                                         CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
    has_nodes = domains & CL_DEVICE_AFFINITY_DOMAIN_NUMA;
    const cl_device_partition_property by_node[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
                                                    CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0};
    cl_device_id ids[2] = {device, device};  // retaining and releasing a root changes nothing
    if (has_nodes) ASSERT_EQ(clCreateSubDevices(device, by_node, 2, ids, nullptr), CL_SUCCESS);
    cl_int error = -1;
    clReleaseCommandQueue(std::exchange(queue, nullptr));
    clReleaseContext(context);
    const cl_device_id all[] = {device, ids[0], ids[1]};
    context = clCreateContext(nullptr, has_nodes ? 3 : 1, all, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    for (size_t i = 0; i < 2; ++i) {
      sub_devices[i] = ids[i];
      queues[i] = clCreateCommandQueueWithProperties(context, ids[i], nullptr, &error);
      ASSERT_EQ(error, CL_SUCCESS);
    }
    Words numbers(kWords);
    std::iota(numbers.begin(), numbers.end(), 0u);
    parent = Buffer(numbers);
    for (size_t i = 0; i < 2; ++i) {
      parts[i] = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &kRegions[i], &error);
      ASSERT_EQ(error, CL_SUCCESS);
    }
    program = Source(
        "kernel void add(global uint* a, uint n) { a[get_global_id(0)] += n; }\n"
        "kernel void where(global void* a, global void* b, global ulong* out) {\n"
        "  out[0] = (ulong)a; out[1] = (ulong)b; }");
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    add = MakeKernel(program, "add");
  }

  /// Runs a kernel over all of a sub-buffer on a sub-device.
  void Work(size_t part, size_t on, cl_uint n) {
    SetArgs(add, static_cast<cl_mem>(parts[part]), n);
    const size_t items = kRegions[part].size / 4;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queues[on], add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[on]), CL_SUCCESS);
  }

  /// The bytes of the pages that lie in a range as a whole.
  static cl_ulong WholePages(const void* at, size_t size) {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto begin = reinterpret_cast<uintptr_t>(at);
    return (begin + size) / page * page - (begin + page - 1) / page * page;
  }
  /// The same for a buffer.
  cl_ulong WholePages(cl_mem buffer) {
    const auto size = Info<size_t>(clGetMemObjectInfo, buffer, CL_MEM_SIZE);
    cl_int error = -1;
    void* at = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, size, 0, nullptr, nullptr,
                                  &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, at, 0, nullptr, nullptr), CL_SUCCESS);
    return WholePages(at, size);
  }

  struct Placement {
    cl_int node;
    cl_uint times;
    cl_ulong bytes;
    bool operator==(const Placement&) const = default;
  };
  static Placement Of(cl_mem buffer) {
    return {Info<cl_int>(clGetMemObjectInfo, buffer, CL_MEM_NUMA_NODE_HEDDLE),
            Info<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_PLACEMENTS_HEDDLE),
            Info<cl_ulong>(clGetMemObjectInfo, buffer, CL_MEM_PLACED_BYTES_HEDDLE)};
  }
  /// Of an allocation of SVM or USM.
  Placement Of(const void* pointer) const {
    using Query = cl_int(CL_API_CALL*)(cl_context, const void*, cl_uint, size_t, void*, size_t*);
    static const auto query = reinterpret_cast<Query>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetMemAllocInfoINTEL"));
    Placement all{};
    const auto ask = [&](cl_uint what, auto& value) {
      EXPECT_EQ(query(context, pointer, what, sizeof(value), &value, nullptr), CL_SUCCESS);
    };
    ask(CL_MEM_NUMA_NODE_HEDDLE, all.node);
    ask(CL_MEM_PLACEMENTS_HEDDLE, all.times);
    ask(CL_MEM_PLACED_BYTES_HEDDLE, all.bytes);
    return all;
  }
  static constexpr Placement kNever{-1, 0, 0};
  /// What is to be there after placements where there are nodes.
  Placement Placed(cl_int node, cl_uint times, cl_ulong bytes) const {
    return has_nodes ? Placement{node, times, bytes} : kNever;
  }

  void Migrate(cl_command_queue through, cl_mem buffer, cl_mem_migration_flags flags = 0) {
    EXPECT_EQ(clEnqueueMigrateMemObjects(through, 1, &buffer, flags, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(through), CL_SUCCESS);
  }

  bool has_nodes = false;
  Device sub_devices[2];
  Queue queues[2];
  Mem parent, parts[2];
  Program program;
  Kernel add;
};

TEST_F(PlacementTest, DevicesSayWhichNodeTheyAreOn) {
  EXPECT_EQ(Info<cl_int>(clGetDeviceInfo, device, CL_DEVICE_NUMA_NODE_HEDDLE), -1);
  for (cl_int i = 0; i < 2; ++i) {
    EXPECT_EQ(Info<cl_int>(clGetDeviceInfo, static_cast<cl_device_id>(sub_devices[i]),
                           CL_DEVICE_NUMA_NODE_HEDDLE),
              has_nodes ? i : -1);
  }
}

TEST_F(PlacementTest, FirstUsePlacesASubBuffer) {
  for (size_t i = 0; i < 2; ++i) {
    const cl_ulong bytes = WholePages(parts[i]);
    EXPECT_GT(bytes, kRegions[i].size - 2 * static_cast<size_t>(sysconf(_SC_PAGESIZE)));
    EXPECT_EQ(Of(parts[i]), kNever);
    Work(i, i, 5);
    EXPECT_EQ(Of(parts[i]), Placed(static_cast<cl_int>(i), 1, bytes));
    Work(i, 1 - i, 7);  // it stays
    EXPECT_EQ(Of(parts[i]), Placed(static_cast<cl_int>(i), 1, bytes));
  }
  EXPECT_EQ(Of(parent), kNever);
  const Words all = Read<cl_uint>(parent, kWords);
  for (size_t i = 0; i < kWords; ++i) {
    const auto in = [&](const cl_buffer_region& r) {
      return 4 * i >= r.origin && 4 * i < r.origin + r.size / 4 * 4;
    };
    ASSERT_EQ(all[i], i + (std::ranges::any_of(kRegions, in) ? 12 : 0)) << i;
  }
}

TEST_F(PlacementTest, AWholeBufferIsNotPlacedByItsUse) {
  SetArgs(add, static_cast<cl_mem>(parent), cl_uint{1});
  const size_t items = kWords;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(queues[0], add, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
  EXPECT_EQ(Of(parent), kNever);
}

TEST_F(PlacementTest, MigrationsPlace) {
  const cl_ulong bytes = WholePages(parts[0]);
  Migrate(queues[1], parts[0]);
  EXPECT_EQ(Of(parts[0]), Placed(1, 1, bytes));
  Work(0, 0, 1);  // not its first place
  EXPECT_EQ(Of(parts[0]), Placed(1, 1, bytes));
  cl_mem list[] = {parts[0], parts[1]};
  EXPECT_EQ(clEnqueueMigrateMemObjects(queues[0], 2, list, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED,
                                       0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
  EXPECT_EQ(Of(parts[0]), Placed(0, 2, 2 * bytes));
  EXPECT_EQ(Of(parts[1]), Placed(0, 1, WholePages(parts[1])));
  Migrate(queues[1], parts[0], CL_MIGRATE_MEM_OBJECT_HOST);
  EXPECT_EQ(Of(parts[0]), Placed(-1, 3, 2 * bytes));
  Migrate(queue, parts[1]);  // to all nodes
  EXPECT_EQ(Of(parts[1]), Placed(-1, 2, WholePages(parts[1])));
  EXPECT_EQ(Of(parent), kNever);
  Migrate(queues[0], parent);
  EXPECT_EQ(Of(parent), Placed(0, 1, WholePages(parent)));
  EXPECT_EQ(Read<cl_uint>(parent, kWords)[kWords - 1], kWords - 1);
}

TEST_F(PlacementTest, MigrationsPlaceSharedVirtualMemory) {
  auto* const first = static_cast<cl_uint*>(clSVMAlloc(context, CL_MEM_READ_WRITE, kBytes, 0));
  auto* const second = static_cast<cl_uint*>(clSVMAlloc(context, CL_MEM_READ_WRITE, kBytes, 0));
  ASSERT_TRUE(first && second);
  std::iota(first, first + kWords, 0u);
  EXPECT_EQ(Of(first), kNever);
  const auto migrate = [&](size_t on, const void* pointer, const size_t* size,
                           cl_mem_migration_flags flags = 0) {
    EXPECT_EQ(clEnqueueSVMMigrateMem(queues[on], 1, &pointer, size, flags, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[on]), CL_SUCCESS);
  };
  // A range of it, which neither begins nor ends at a page, then all.
  const size_t part = 400000, none = 0;
  migrate(1, first + 256, &part);
  cl_ulong bytes = WholePages(first + 256, part);
  EXPECT_EQ(Of(first), Placed(1, 1, bytes));
  bytes += WholePages(first, kBytes);
  migrate(0, first + 1, nullptr);
  EXPECT_EQ(Of(first), Placed(0, 2, bytes));
  bytes += WholePages(first, kBytes);
  migrate(1, first + 1, &none);
  EXPECT_EQ(Of(first), Placed(1, 3, bytes));
  migrate(1, first, nullptr, CL_MIGRATE_MEM_OBJECT_HOST);
  EXPECT_EQ(Of(first), Placed(-1, 4, bytes));
  EXPECT_EQ(Of(second), kNever);

  const void* list[] = {first, second};
  EXPECT_EQ(clEnqueueSVMMigrateMem(queues[0], 2, list, nullptr, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
  EXPECT_EQ(Of(second), Placed(0, 1, WholePages(second, kBytes)));
  for (cl_uint i = 0; i < kWords; ++i) ASSERT_EQ(first[i], i);
  clSVMFree(context, first);
  clSVMFree(context, second);
  // What lies there next has never been placed.
  void* const next = clSVMAlloc(context, CL_MEM_READ_WRITE, kBytes, 0);
  EXPECT_EQ(Of(next), kNever);
  clSVMFree(context, next);
}

TEST_F(PlacementTest, MigrationsPlaceUnifiedSharedMemory) {
  const auto address = [&](const char* name) {
    return clGetExtensionFunctionAddressForPlatform(platform, name);
  };
  const auto allocate =
      reinterpret_cast<void*(CL_API_CALL*)(cl_context, cl_device_id, const cl_ulong*, size_t,
                                           cl_uint, cl_int*)>(address("clSharedMemAllocINTEL"));
  const auto migrate = reinterpret_cast<cl_int(CL_API_CALL*)(
      cl_command_queue, const void*, size_t, cl_mem_migration_flags, cl_uint, const cl_event*,
      cl_event*)>(address("clEnqueueMigrateMemINTEL"));
  const auto free =
      reinterpret_cast<cl_int(CL_API_CALL*)(cl_context, void*)>(address("clMemFreeINTEL"));
  cl_int error = -1;
  auto* const memory = static_cast<char*>(allocate(context, nullptr, nullptr, kBytes, 0, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(migrate(queues[1], memory + 1024, 300004, 0, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[1]), CL_SUCCESS);
  const cl_ulong bytes = WholePages(memory + 1024, 300004);
  EXPECT_EQ(Of(memory + 5), Placed(1, 1, bytes));
  EXPECT_EQ(migrate(queues[0], memory, kBytes, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
  EXPECT_EQ(Of(memory), Placed(-1, 2, bytes));
  // Memory of the system's is none of ours to place.
  std::vector<char> other(kBytes);
  EXPECT_EQ(migrate(queues[1], other.data(), kBytes, 0, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[1]), CL_SUCCESS);
  EXPECT_EQ(Of(other.data()), kNever);
  EXPECT_EQ(free(context, memory), CL_SUCCESS);
}

TEST_F(PlacementTest, TheExtensionOf2010Places) {
  const auto migrate = reinterpret_cast<decltype(&clEnqueueMigrateMemObjectEXT)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueMigrateMemObjectEXT"));
  ASSERT_NE(migrate, nullptr);
  cl_int error = -1;
  Event gate = clCreateUserEvent(context, &error), done;
  const cl_event waits[] = {gate};
  const cl_mem list[] = {parts[1]};
  ASSERT_EQ(migrate(queues[1], 1, list, 0, 1, waits, done.out()), CL_SUCCESS);
  EXPECT_EQ(clFlush(queues[1]), CL_SUCCESS);
  EXPECT_EQ(Of(parts[1]), kNever);  // its turn has not come
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  const cl_event list_of_one[] = {done};
  EXPECT_EQ(clWaitForEvents(1, list_of_one), CL_SUCCESS);
  EXPECT_EQ(Of(parts[1]), Placed(1, 1, WholePages(parts[1])));
  EXPECT_EQ(migrate(queues[0], 1, list, 2, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(queues[0], 1, list, CL_MIGRATE_MEM_OBJECT_HOST_EXT, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
  EXPECT_EQ(Of(parts[1]), Placed(-1, 2, WholePages(parts[1])));
}

// No byte is copied, wherever it is placed: a sub-buffer is where its parent is, in the
// application's own memory.
TEST_F(PlacementTest, AddressesAreThoseOfTheParent) {
  std::vector<unsigned char> host(kBytes);
  cl_int error = -1;
  Mem whole = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, kBytes, host.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (size_t i = 0; i < 2; ++i) {
    SCOPED_TRACE(i);
    const cl_buffer_region region = kRegions[i];
    Mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    Migrate(queues[i], part);
    Kernel where = MakeKernel(program, "where");
    Mem out = Buffer(16);
    SetArgs(where, static_cast<cl_mem>(whole), static_cast<cl_mem>(part), static_cast<cl_mem>(out));
    const size_t one = 1;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queues[i], where, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[i]), CL_SUCCESS);
    const auto addresses = Read<cl_ulong>(out, 2);
    EXPECT_EQ(addresses[0], reinterpret_cast<uintptr_t>(host.data()));
    EXPECT_EQ(addresses[1], addresses[0] + region.origin);
    EXPECT_EQ(Info<void*>(clGetMemObjectInfo, static_cast<cl_mem>(part), CL_MEM_HOST_PTR),
              host.data() + region.origin);
  }
}

}  // namespace
