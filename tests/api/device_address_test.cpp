// SPDX-License-Identifier: Apache-2.0
// cl_ext_buffer_device_address: buffers with an address, which kernels take as an argument or find
// in memory.
#include "api_test.h"
#include "platform/later_extensions.h"

namespace {

using namespace heddle::khr;

using SetDevicePointer = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, DeviceAddress);

class DeviceAddressTest : public ApiTest {
 protected:
  void SetUp() override {
    ApiTest::SetUp();
    set_pointer = reinterpret_cast<SetDevicePointer>(
        clGetExtensionFunctionAddressForPlatform(platform, "clSetKernelArgDevicePointerEXT"));
    ASSERT_NE(set_pointer, nullptr);
  }

  /// With an address.
  Mem Addressed(size_t bytes, cl_mem_flags flags = 0, void* host = nullptr) {
    const cl_mem_properties properties[] = {kMemDevicePrivateAddress, CL_TRUE, 0};
    cl_int error = -1;
    Mem made =
        Driver().clCreateBufferWithProperties(context, properties, flags, bytes, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  DeviceAddress Address(cl_mem buffer) {
    return Info<DeviceAddress>(clGetMemObjectInfo, buffer, kMemDeviceAddress);
  }
  static cl_int AddressError(cl_mem buffer) {
    DeviceAddress address = 0;
    return clGetMemObjectInfo(buffer, kMemDeviceAddress, sizeof(address), &address, nullptr);
  }

  SetDevicePointer set_pointer = nullptr;
};

TEST_F(DeviceAddressTest, IsThatOfTheBuffer) {
  Mem buffer = Addressed(1024);
  const DeviceAddress address = Address(buffer);
  EXPECT_NE(address, 0u);
  CheckQueryProtocol(clGetMemObjectInfo, static_cast<cl_mem>(buffer), kMemDeviceAddress);
  cl_int error = -1;
  void* mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 1024, 0, nullptr,
                                    nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(Address(buffer), address);
  // That of shared virtual memory is the host's.
  auto* shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 1024, 0);
  {
    Mem around = Addressed(1024, CL_MEM_USE_HOST_PTR, shared);
    EXPECT_EQ(Address(around), reinterpret_cast<uintptr_t>(shared));
  }
  clSVMFree(context, shared);
}

TEST_F(DeviceAddressTest, KernelsFollowIt) {
  Program program = Build(
      "kernel void fill(global int* out, int first) { out[get_global_id(0)] = first + "
      "get_global_id(0); }\n"
      "kernel void follow(global ulong* list, global int* out) {\n"
      "  size_t i = get_global_id(0);\n"
      "  out[i] = *(global int*)list[i];\n"
      "}\n");
  Mem buffer = Addressed(64 * sizeof(int));
  const DeviceAddress address = Address(buffer);
  Kernel fill = MakeKernel(program, "fill");
  SetArg(fill, 1, 100);
  EXPECT_EQ(set_pointer(fill, 0, address), CL_SUCCESS);
  Run(fill, 64);
  EXPECT_EQ(set_pointer(fill, 0, address + 32 * sizeof(int)), CL_SUCCESS);
  Run(fill, 16);
  const auto all = Read<int>(buffer, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(all[i], 100 + (i >= 32 && i < 48 ? i - 32 : i)) << i;
  // Addresses in memory.
  Kernel follow = MakeKernel(program, "follow");
  std::vector<DeviceAddress> list;
  for (size_t i = 0; i < 8; ++i) list.push_back(address + (7 - i) * sizeof(int));
  Mem addresses = Buffer(list), out = Buffer(std::vector<int>(8));
  SetArgs(follow, static_cast<cl_mem>(addresses), static_cast<cl_mem>(out));
  EXPECT_EQ(clSetKernelExecInfo(follow, kExecInfoDevicePtrs, sizeof(address), &address),
            CL_SUCCESS);
  Run(follow, 8);
  EXPECT_EQ(Read<int>(out, 8), (std::vector<int>{107, 106, 105, 104, 103, 102, 101, 100}));
  // An address that nobody follows need not be one.
  EXPECT_EQ(set_pointer(fill, 0, 0x15465), CL_SUCCESS);
}

// A buffer by its handle and by its address is one and the same.
TEST_F(DeviceAddressTest, MayOverlapOtherArguments) {
  Program program = Build(
      "kernel void chain(global int* out, global const int* in, int n) {\n"
      "  for (int k = 1; k < n; ++k) out[k] = in[k - 1] + 1;\n"
      "}\n");
  Kernel chain = MakeKernel(program, "chain");
  SetArg(chain, 2, 300);
  for (const bool both : {false, true}) {
    Mem buffer = Addressed(300 * sizeof(int));
    const int zero = 0;
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &zero, sizeof(zero), 0, 300 * sizeof(int), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(set_pointer(chain, 0, Address(buffer)), CL_SUCCESS);
    if (both) {
      EXPECT_EQ(set_pointer(chain, 1, Address(buffer)), CL_SUCCESS);
    } else {
      SetArg<cl_mem>(chain, 1, buffer);
    }
    Run(chain, 1);
    const auto all = Read<int>(buffer, 300);
    for (int k = 0; k < 300; ++k) ASSERT_EQ(all[k], k);
  }
}

TEST_F(DeviceAddressTest, Errors) {
  Mem plain = Buffer(64), buffer = Addressed(4096);
  EXPECT_EQ(AddressError(plain), CL_INVALID_OPERATION);
  const cl_buffer_region region = {0, 128};
  cl_int error = -1;
  Mem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  EXPECT_EQ(AddressError(part), CL_INVALID_OPERATION);
  const cl_mem_properties without[] = {kMemDevicePrivateAddress, CL_FALSE, 0};
  Mem none = Driver().clCreateBufferWithProperties(context, without, 0, 64, nullptr, &error);
  EXPECT_EQ(AddressError(none), CL_INVALID_OPERATION);
  const cl_mem_properties odd[] = {kMemDevicePrivateAddress, 2, 0},
                          twice[] = {kMemDevicePrivateAddress, CL_TRUE, kMemDevicePrivateAddress,
                                     CL_TRUE, 0};
  for (const cl_mem_properties* properties : {odd, twice}) {
    EXPECT_EQ(Driver().clCreateBufferWithProperties(context, properties, 0, 64, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_PROPERTY);
  }
  Program program =
      Build("kernel void k(global int* a, local int* b, int c, constant int* d) { *a = c + *d; }");
  Kernel kernel = MakeKernel(program, "k");
  const DeviceAddress address = Address(buffer);
  EXPECT_EQ(set_pointer(kernel, 0, address), CL_SUCCESS);
  for (const cl_uint index : {1u, 2u, 3u, 4u})
    EXPECT_EQ(set_pointer(kernel, index, address), CL_INVALID_ARG_INDEX) << index;
  EXPECT_EQ(set_pointer(nullptr, 0, address), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelExecInfo(kernel, kExecInfoDevicePtrs, 3, &address), CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(kernel, kExecInfoDevicePtrs, sizeof(address), nullptr),
            CL_INVALID_VALUE);
}

}  // namespace
