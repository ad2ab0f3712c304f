// SPDX-License-Identifier: Apache-2.0
// Memory of other processes (cl_khr_external_memory, cl_khr_external_memory_opaque_fd): buffers and
// images in files in memory. That of another API is in external_memory_vulkan_test.cpp.
#include <sys/eventfd.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "external_memory_fixture.h"
#include "own_process.h"

namespace {

using namespace heddle::khr;

constexpr const char* kDouble =
    "kernel void twice(global uint* x) { x[get_global_id(0)] *= 2; }"
    "kernel void invert(read_only image2d_t from, write_only image2d_t to) {"
    "  int2 at = (int2)(get_global_id(0), get_global_id(1));"
    "  write_imageui(to, at, 255 - read_imageui(from, at)); }";

TEST_F(ExternalMemoryTest, QueriesSayWhatTheMachineHas) {
  const auto types =
      InfoArray<cl_uint>(clGetDeviceInfo, device, kDeviceExternalMemoryImportHandleTypes);
  EXPECT_EQ(
      InfoArray<cl_uint>(clGetPlatformInfo, platform, kPlatformExternalMemoryImportHandleTypes),
      types);
  EXPECT_EQ(InfoArray<cl_uint>(clGetDeviceInfo, device, kDeviceExternalMemoryAssumeLinearImages),
            types);
  const std::string names = " " + InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS) + " ";
  const auto listed = [&](const std::string& name) {
    return names.find(" cl_khr_external_memory" + name + " ") != std::string::npos;
  };
  const auto has = [&](cl_uint type) { return std::ranges::find(types, type) != types.end(); };
  EXPECT_TRUE(listed(""));
  EXPECT_TRUE(listed("_opaque_fd"));
  EXPECT_TRUE(has(kMemoryHandleOpaqueFd));
  EXPECT_EQ(listed("_dma_buf"), has(kMemoryHandleDmaBuf));
  EXPECT_EQ(has(kMemoryHandleDmaBuf), ::access("/dev/udmabuf", F_OK) == 0 ||
                                          ::access("/dev/dma_heap", F_OK) == 0 ||
                                          ::access("/dev/dri", F_OK) == 0);
}

/// Nothing is copied: each side sees what the other one wrote.
TEST_F(ExternalMemoryTest, ABufferIsTheFilesMemory) {
  constexpr size_t kCount = 5000;
  SharedMemory memory(kCount * sizeof(cl_uint));
  const int fd = memory.NewHandle();
  Mem buffer = Import(OpaqueFd(fd), kCount * sizeof(cl_uint));
  EXPECT_FALSE(IsOpen(fd)) << "the descriptor is the driver's";
  EXPECT_EQ(MemInfo<size_t>(buffer, CL_MEM_SIZE), kCount * sizeof(cl_uint));
  EXPECT_EQ(MemInfo<cl_mem_flags>(buffer, CL_MEM_FLAGS), cl_mem_flags{CL_MEM_READ_WRITE});
  EXPECT_EQ(MemInfo<void*>(buffer, CL_MEM_HOST_PTR), nullptr);
  auto* const numbers = memory.as<cl_uint>();
  std::iota(numbers, numbers + kCount, 1);
  Program program = Build(kDouble);
  Kernel kernel = MakeKernel(program, "twice");
  SetArgs(kernel, static_cast<cl_mem>(buffer));
  HandOver(acquire, buffer);
  Run(kernel, kCount);
  HandOver(release, buffer);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  for (cl_uint i = 0; i < kCount; ++i) ASSERT_EQ(numbers[i], 2 * (i + 1));
  EXPECT_EQ(Read<cl_uint>(buffer, 2), (std::vector<cl_uint>{2, 4}));
  cl_int error = 1;
  auto* const mapped = static_cast<cl_uint*>(
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 8, 4, 0, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  *mapped = 77;
  EXPECT_EQ(numbers[2], 77u);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

/// Each import is an object of its own, of the same bytes; sub-buffers are views of them.
TEST_F(ExternalMemoryTest, MayBeImportedMoreThanOnce) {
  SharedMemory memory(4096);
  Mem one = Import(OpaqueFd(memory.NewHandle()), 4096);
  Mem other = Import(OpaqueFd(memory.NewHandle()), 100);
  EXPECT_NE(static_cast<cl_mem>(one), static_cast<cl_mem>(other));
  const cl_buffer_region region{0, 4};
  cl_int error = 1;
  Mem part = clCreateSubBuffer(one, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_uint number = 0x12345678;
  EXPECT_EQ(clEnqueueFillBuffer(queue, part, &number, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(Read<cl_uint>(other, 1)[0], number);
  cl_mem list[] = {part};
  EXPECT_EQ(acquire(queue, 1, list, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT)
      << "it was not made from a handle";
  one.reset();
  EXPECT_EQ(Read<cl_uint>(part, 1)[0], number);
}

/// What cannot be imported is still the application's.
TEST_F(ExternalMemoryTest, RefusesOtherDescriptors) {
  SharedMemory memory(4096);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const int sealed = ::memfd_create("sealed", MFD_ALLOW_SEALING);
  ASSERT_EQ(::ftruncate(sealed, 4096), 0);
  ASSERT_EQ(::fcntl(sealed, F_ADD_SEALS, F_SEAL_WRITE), 0);
  const std::string link = "/proc/self/fd/" + std::to_string(memory.fd());
  const int handles[] = {ends[0],
                         ends[1],
                         sealed,
                         ::open(link.c_str(), O_RDONLY),
                         ::open("/", O_RDONLY | O_DIRECTORY),
                         ::open("/dev/null", O_RDWR),
                         ::open("/dev/zero", O_RDWR),
                         ::open("/proc/self/exe", O_RDONLY),
                         ::eventfd(0, 0)};
  for (const int fd : handles) {
    SCOPED_TRACE(fd);
    ASSERT_TRUE(IsOpen(fd));
    Import(OpaqueFd(fd), 4096, CL_INVALID_VALUE);
    EXPECT_TRUE(IsOpen(fd));
    ::close(fd);
    Import(OpaqueFd(fd), 4096, CL_INVALID_VALUE);
  }
  Import(OpaqueFd(memory.fd()), 4097, CL_INVALID_VALUE);
  EXPECT_TRUE(IsOpen(memory.fd()));
  for (const cl_mem_properties value :
       {cl_mem_properties(-1), cl_mem_properties{1} << 32, cl_mem_properties{1} << 20})
    Import({kMemoryHandleOpaqueFd, value, 0}, 4096, CL_INVALID_VALUE);
}

TEST_F(ExternalMemoryTest, ChecksPropertiesAndFlags) {
  SharedMemory memory(4096);
  const auto fd = static_cast<cl_mem_properties>(memory.fd());
  const auto handle = reinterpret_cast<cl_mem_properties>(device);
  const auto wild = reinterpret_cast<cl_mem_properties>(&fd);
  const struct {
    List list;
    cl_int error;
  } cases[] = {
      {{0x1234, 1, 0}, CL_INVALID_PROPERTY},
      {{kMemoryHandleOpaqueFd, fd, 0x1234, 1, 0}, CL_INVALID_PROPERTY},
      {{kMemoryHandleOpaqueFd, fd, kMemoryHandleOpaqueFd, fd, 0}, CL_INVALID_PROPERTY},
      {{kMemDeviceHandleList, handle, 0, 0}, CL_INVALID_PROPERTY},
      {{kMemoryHandleOpaqueFd, fd, kMemDeviceHandleList, handle, 0, kMemDeviceHandleList, handle, 0,
        0},
       CL_INVALID_PROPERTY},
      {{kMemoryHandleOpaqueFd, fd, kMemDeviceHandleList, wild, 0, 0}, CL_INVALID_DEVICE},
      {{kMemoryHandleOpaqueFd, fd, kMemDeviceHandleList, 0, 0}, CL_INVALID_DEVICE},
  };
  for (const auto& each : cases) Import(each.list, 4096, each.error);
  const auto types =
      InfoArray<cl_uint>(clGetDeviceInfo, device, kDeviceExternalMemoryImportHandleTypes);
  if (std::ranges::find(types, kMemoryHandleDmaBuf) == types.end())
    Import({kMemoryHandleDmaBuf, fd, 0}, 4096, CL_INVALID_PROPERTY);

  char bytes[4096];
  for (const cl_mem_flags flag : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR})
    Import(OpaqueFd(memory.fd()), 4096, CL_INVALID_VALUE, flag, bytes);
  Import(OpaqueFd(memory.fd()), 4096, CL_INVALID_VALUE, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY);
  Import(OpaqueFd(memory.fd()), 4096, CL_INVALID_HOST_PTR, 0, bytes);
  Import(OpaqueFd(memory.fd()), 0, CL_INVALID_BUFFER_SIZE);
  Import(OpaqueFd(memory.fd()), SIZE_MAX, CL_INVALID_BUFFER_SIZE);
  EXPECT_TRUE(IsOpen(memory.fd()));
  // Without properties it is clCreateBuffer; the order of properties does not matter.
  Mem plain = Import({0}, 4096);
  cl_mem list[] = {plain};
  EXPECT_EQ(acquire(queue, 1, list, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  Mem imported = Import({kMemDeviceHandleList, handle, 0, kMemoryHandleOpaqueFd,
                         static_cast<cl_mem_properties>(memory.NewHandle()), 0},
                        4096, CL_SUCCESS, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(MemInfo<cl_mem_flags>(imported, CL_MEM_FLAGS),
            cl_mem_flags{CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS});
  HandOver(acquire, imported);
}

TEST_F(ExternalMemoryTest, ChecksCommands) {
  SharedMemory memory(4096);
  Mem buffer = Import(OpaqueFd(memory.NewHandle()), 4096), plain = Buffer(16);
  Event failed = UserEvent();
  ASSERT_EQ(clSetUserEventStatus(failed, -7), CL_SUCCESS);
  cl_event failures[] = {failed};
  cl_mem list[] = {buffer}, wrong[] = {buffer, plain}, none[] = {nullptr};
  Context elsewhere = NewContext();
  Queue stranger = NewQueue(0, elsewhere);
  const std::pair<Enqueue*, cl_command_type> calls[] = {{acquire, kCommandAcquireExternalMemory},
                                                        {release, kCommandReleaseExternalMemory}};
  for (const auto& [call, type] : calls) {
    EXPECT_EQ(call(nullptr, 1, list, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(queue, 0, list, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 1, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 2, wrong, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(call(queue, 1, none, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(call(stranger, 1, list, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(queue, 1, list, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(call(queue, 1, list, 0, failures, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(call(queue, 1, list, 1, failures, nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    // With objects or without, they wait and complete.
    for (const cl_uint count : {0u, 1u}) {
      Event gate = UserEvent(), done;
      cl_event gates[] = {gate};
      EXPECT_EQ(call(queue, count, count ? list : nullptr, 1, gates, done.out()), CL_SUCCESS);
      EXPECT_EQ(EventInfo<cl_command_type>(done, CL_EVENT_COMMAND_TYPE), type);
      EXPECT_EQ(clFlush(queue), CL_SUCCESS);
      EXPECT_GT(StatusOf(done), CL_COMPLETE);
      Open(gate);
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
      EXPECT_EQ(StatusOf(done), CL_COMPLETE);
    }
  }
}

/// An object that is made for some devices of the context cannot be handed over to others.
TEST_F(ExternalMemoryTest, IsForTheDevicesOfItsList) {
  const cl_device_partition_property partition[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[64];
  cl_uint count = 0;
  if (clCreateSubDevices(device, partition, 64, parts, &count) != CL_SUCCESS)
    GTEST_SKIP() << "one compute unit cannot be partitioned";
  cl_int error = 1;
  Context both = clCreateContext(nullptr, 2, parts, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Queue first = NewQueue(0, both, parts[0]), second = NewQueue(0, both, parts[1]);
  SharedMemory memory(4096);
  for (const bool with_list : {false, true}) {
    List list = OpaqueFd(memory.NewHandle());
    if (with_list)
      list.insert(list.end() - 1,
                  {kMemDeviceHandleList, reinterpret_cast<cl_mem_properties>(parts[0]), 0});
    Mem buffer = Driver().clCreateBufferWithProperties(both, list.data(), 0, 4096, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    cl_mem objects[] = {buffer};
    EXPECT_EQ(acquire(first, 1, objects, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(acquire(second, 1, objects, 0, nullptr, nullptr),
              with_list ? CL_INVALID_COMMAND_QUEUE : CL_SUCCESS);
    EXPECT_EQ(clFinish(first) | clFinish(second), CL_SUCCESS);
  }
  List list = OpaqueFd(memory.fd());
  list.insert(list.end() - 1,
              {kMemDeviceHandleList, reinterpret_cast<cl_mem_properties>(device), 0});
  EXPECT_EQ(Driver().clCreateBufferWithProperties(both, list.data(), 0, 4096, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE) << "it is not of the context";
  for (cl_uint i = 0; i < count; ++i) EXPECT_EQ(clReleaseDevice(parts[i]), CL_SUCCESS);
}

class ExternalImageTest : public ExternalMemoryTest {
 protected:
  Mem Image(int fd, const cl_image_desc& desc, cl_int expected = CL_SUCCESS, cl_mem_flags flags = 0,
            void* host_ptr = nullptr) {
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_int error = 1;
    Mem made = Driver().clCreateImageWithProperties(context, OpaqueFd(fd).data(), flags, &format,
                                                    &desc, host_ptr, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(made != nullptr, error == CL_SUCCESS);
    return made;
  }
  static cl_image_desc Desc(cl_mem_object_type type, size_t row_pitch = 0, size_t slice_pitch = 0) {
    cl_image_desc desc{};
    desc.image_type = type;
    desc.image_width = 5;
    desc.image_height = 3;
    desc.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? 2 : 1;
    desc.image_array_size = 2;
    desc.image_row_pitch = row_pitch;
    desc.image_slice_pitch = slice_pitch;
    return desc;
  }
  using Texel = std::array<cl_uchar, 4>;
};

/// The rows are where the descriptor says, or packed.
TEST_F(ExternalImageTest, IsLinear) {
  for (const size_t pitch : {size_t{0}, size_t{20}, size_t{32}, size_t{256}}) {
    const size_t row = pitch ? pitch : 20, size = 2 * row + 20;  // nothing after the last element
    SharedMemory from(size), to(size);
    for (size_t i = 0; i < size; ++i) from.as<cl_uchar>()[i] = static_cast<cl_uchar>(i * 7);
    std::memset(to.as<cl_uchar>(), 0xee, size);
    const int fd = from.NewHandle();
    Mem source = Image(fd, Desc(CL_MEM_OBJECT_IMAGE2D, pitch));
    EXPECT_FALSE(IsOpen(fd));
    Mem target = Image(to.NewHandle(), Desc(CL_MEM_OBJECT_IMAGE2D, pitch));
    EXPECT_EQ(Info<size_t>(clGetImageInfo, static_cast<cl_mem>(source), CL_IMAGE_ROW_PITCH), row);
    Program program = Build(kDouble);
    Kernel kernel = MakeKernel(program, "invert");
    SetArgs(kernel, static_cast<cl_mem>(source), static_cast<cl_mem>(target));
    HandOver(acquire, source);
    HandOver(acquire, target);
    const size_t global[] = {5, 3};
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    HandOver(release, target);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    for (size_t i = 0; i < size; ++i)
      EXPECT_EQ(to.as<cl_uchar>()[i], i % row < 20 ? 255 - from.as<cl_uchar>()[i] : 0xee) << i;
    Image(from.fd(), Desc(CL_MEM_OBJECT_IMAGE2D, row + 4), CL_INVALID_VALUE);  // too small
    EXPECT_TRUE(IsOpen(from.fd()));
  }
}

TEST_F(ExternalImageTest, HasSlicesWhereTheDescriptorSays) {
  for (const cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE2D_ARRAY}) {
    SharedMemory memory(160 + 2 * 32 + 20);
    Mem image = Image(memory.NewHandle(), Desc(type, 32, 160));
    const size_t origin[] = {4, 2, 1}, region[] = {1, 1, 1};
    const Texel texel{1, 2, 3, 4};
    EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, texel.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(*(memory.as<Texel>() + (160 + 2 * 32 + 16) / sizeof(Texel)), texel);
    EXPECT_EQ(Info<size_t>(clGetImageInfo, static_cast<cl_mem>(image), CL_IMAGE_SLICE_PITCH), 160u);
  }
}

TEST_F(ExternalImageTest, ChecksTheDescriptor) {
  SharedMemory memory(8192);
  Mem buffer = Buffer(4096);
  cl_image_desc mips = Desc(CL_MEM_OBJECT_IMAGE2D), of_buffer = Desc(CL_MEM_OBJECT_IMAGE2D);
  mips.num_mip_levels = 2;
  of_buffer.mem_object = buffer;
  for (const cl_image_desc& desc :
       {Desc(CL_MEM_OBJECT_IMAGE2D, 16), Desc(CL_MEM_OBJECT_IMAGE2D, 22),
        Desc(CL_MEM_OBJECT_IMAGE3D, 20, 40), Desc(CL_MEM_OBJECT_IMAGE3D, 20, 70), mips, of_buffer,
        Desc(CL_MEM_OBJECT_IMAGE1D_BUFFER), Desc(CL_MEM_OBJECT_BUFFER)})
    Image(memory.fd(), desc, CL_INVALID_IMAGE_DESCRIPTOR);
  const cl_image_desc good = Desc(CL_MEM_OBJECT_IMAGE2D);
  char bytes[64];
  Image(memory.fd(), good, CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR, bytes);
  Image(memory.fd(), good, CL_INVALID_HOST_PTR, 0, bytes);
  Image(-1, good, CL_INVALID_VALUE);
  cl_int error = 1;
  EXPECT_EQ(Driver().clCreateImageWithProperties(context, OpaqueFd(memory.fd()).data(), 0, nullptr,
                                                 &good, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_TRUE(IsOpen(memory.fd()));
}

/// Whoever shares the file can shorten it. The acquire says so, before anything goes past its end.
TEST_F(ExternalMemoryTest, AnAcquireOfAShortenedFileFails) {
  constexpr size_t kSize = size_t{3} << 20;
  SharedMemory memory(kSize);
  Mem buffer = Import(OpaqueFd(memory.NewHandle()), kSize);
  cl_mem object = buffer;
  const auto outcome = [&] {
    Event acquired;
    EXPECT_EQ(acquire(queue, 1, &object, 0, nullptr, acquired.out()), CL_SUCCESS);
    clFinish(queue);
    return StatusOf(acquired);
  };
  EXPECT_EQ(outcome(), CL_COMPLETE);
  // From the last page to all of it.
  for (const size_t left : {kSize - 4096, kSize / 2, size_t{0}}) {
    ASSERT_EQ(::ftruncate(memory.fd(), static_cast<off_t>(left)), 0);
    EXPECT_EQ(outcome(), CL_OUT_OF_RESOURCES) << left;
  }
  ASSERT_EQ(::ftruncate(memory.fd(), kSize), 0);
  EXPECT_EQ(outcome(), CL_COMPLETE);
}

constexpr const char* kHandleVariable = "HEDDLE_TEST_HANDLE";
constexpr cl_uint kShared = 1000;

/// In a process of its own: what the parent put there comes back twice as large.
TEST_F(ExternalMemoryTest, DISABLED_Child) {
  const int fd = std::atoi(std::getenv(kHandleVariable));
  Mem buffer = Import(OpaqueFd(fd), kShared * sizeof(cl_uint));
  Program program = Build(kDouble);
  Kernel kernel = MakeKernel(program, "twice");
  SetArgs(kernel, static_cast<cl_mem>(buffer));
  HandOver(acquire, buffer);
  Run(kernel, kShared);
  HandOver(release, buffer);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(ExternalMemoryTest, IsSharedByTwoProcesses) {
  SharedMemory memory(kShared * sizeof(cl_uint));
  Mem buffer = Import(OpaqueFd(memory.NewHandle()), kShared * sizeof(cl_uint));
  std::vector<cl_uint> numbers(kShared);
  std::iota(numbers.begin(), numbers.end(), 5);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, kShared * sizeof(cl_uint),
                                 numbers.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  HandOver(release, buffer);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(
      RunInOwnProcess("ExternalMemoryTest.DISABLED_Child",
                      [&] { ::setenv(kHandleVariable, std::to_string(memory.fd()).c_str(), 1); }),
      0);
  HandOver(acquire, buffer);
  for (cl_uint& each : numbers) each *= 2;
  EXPECT_EQ(Read<cl_uint>(buffer, kShared), numbers);
}

}  // namespace
