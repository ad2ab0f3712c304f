// SPDX-License-Identifier: Apache-2.0
// Extensions: their versions, functions and macros (extension_pins_test.cpp has the list); and the
// entry points of OpenCL 3.0 that the platform has although its version is 2.2.
#include <algorithm>
#include <climits>
#include <cstring>
#include <sstream>
#include <string>

#include "api_test.h"

namespace {

using ExtensionTest = ApiTest;

TEST_F(ExtensionTest, EachIsListedOnceWithItsVersion) {
  std::istringstream words(InfoString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS));
  std::vector<std::string> names;
  for (std::string word; words >> word;) names.push_back(word);
  const auto versions = InfoArray<cl_name_version_khr>(clGetDeviceInfo, device,
                                                       CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR);
  ASSERT_EQ(versions.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(versions[i].name, names[i]);
    EXPECT_GE(versions[i].version, CL_MAKE_VERSION_KHR(0u, 1u, 0u)) << names[i];
    EXPECT_EQ(std::count(names.begin(), names.end(), names[i]), 1) << names[i];
  }
}

TEST_F(ExtensionTest, TheirFunctions) {
  for (const char* name : {"clCreateCommandQueueWithPropertiesKHR", "clCreateProgramWithILKHR",
                           "clEnqueueMigrateMemObjectEXT", "clGetKernelSubGroupInfoKHR",
                           "clGetKernelSuggestedLocalWorkSizeKHR", "clTerminateContextKHR"}) {
    EXPECT_NE(clGetExtensionFunctionAddressForPlatform(platform, name), nullptr) << name;
  }
  EXPECT_EQ(clGetExtensionFunctionAddressForPlatform(platform, "clNoSuchFunctionKHR"), nullptr);
}

// Every one that is a language extension has its macro, and its pragma is taken (§9.1 of OpenCL C).
TEST_F(ExtensionTest, MacrosAndPragmas) {
  std::string source;
  for (const char* name :
       {"cl_khr_3d_image_writes", "cl_khr_byte_addressable_store", "cl_khr_fp64",
        "cl_khr_depth_images", "cl_khr_extended_async_copies", "cl_khr_extended_bit_ops",
        "cl_khr_global_int32_base_atomics", "cl_khr_int64_base_atomics", "cl_khr_mipmap_image",
        "cl_khr_srgb_image_writes", "cl_khr_subgroups"}) {
    source += "#ifndef " + std::string(name) + "\n#error " + name + "\n#endif\n";
    source += "#pragma OPENCL EXTENSION " + std::string(name) + " : enable\n";
    source += "#pragma OPENCL EXTENSION " + std::string(name) + " : disable\n";
  }
  source += "kernel void k(global int* out) { *out = 1; }\n";
  EXPECT_TRUE(Build(source, "-cl-std=CL2.0 -Werror"));
}

// What the device does not list without being asked is there all the same, and leaves its names to
// programs that have functions of their own.
TEST_F(ExtensionTest, FunctionsThatAreNotListed) {
  const std::string pragmas =
      "#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : enable\n"
      "#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : enable\n";
  const std::string call =
      "kernel void k(global int* out) {\n"
      "  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);\n"
      "  *out = work_group_reduce_mul(6) + work_group_reduce_logical_xor(1);\n}\n";
  const std::string own =
      "void async_work_group_copy_fence(cl_mem_fence_flags flags) {}\n"
      "int work_group_reduce_mul(int value) { return value * 7; }\n"
      "static int work_group_reduce_logical_xor(int predicate) { return -2; }\n";
  const auto result = [&](const std::string& source) {
    Program program = Build(source, "-cl-std=CL2.0 -Werror");
    Kernel kernel = MakeKernel(program, "k");
    Mem out = Buffer(4);
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 1);
    return Read<int>(out, 1)[0];
  };
  EXPECT_EQ(result(call), 7);
  EXPECT_EQ(result(pragmas + call), 7);
  EXPECT_EQ(result(own + call), 40);
  EXPECT_TRUE(Build("kernel void k() { async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE); }"));
}

// cl_ext_float_atomics: half, float and double are loaded and stored (bit 0), added (1), and
// compared (2), in global memory, and in local memory (16 to 18). OpenCL C before 2.0 has none of
// it.
TEST_F(ExtensionTest, FloatAtomics) {
  for (const cl_device_info name : {0x4231u, 0x4232u, 0x4233u})
    EXPECT_EQ(Info<cl_bitfield>(clGetDeviceInfo, device, name), 0x70007u) << std::hex << name;
  const std::string source =
      "#ifndef __opencl_c_ext_fp32_global_atomic_add\n#error not there\n#endif\n"
      "#ifdef __opencl_c_ext_fp32_global_atomic_load_store\n#error of OpenCL C 2.0\n#endif\n";
  EXPECT_TRUE(Build(source + "kernel void k(global int* out) {}", "-cl-std=CL3.0"));
  EXPECT_TRUE(
      Build("#ifdef __opencl_c_ext_fp32_global_atomic_add\n#error not yet\n#endif\n"
            "kernel void k() {}",
            "-cl-std=CL1.2"));
}

// Readings are in order also where work-items go their own ways, and time goes by between them.
TEST_F(ExtensionTest, KernelClocks) {
  EXPECT_EQ(Info<cl_bitfield>(clGetDeviceInfo, device, 0x1076), 7u);  // ..._KERNEL_CLOCK_...
  const std::string source =
      "#pragma OPENCL EXTENSION cl_khr_kernel_clock : enable\n"
      "kernel void k(global ulong* out, global volatile uint* work) {\n"
      "  size_t i = get_global_id(0);\n"
      "  ulong a = clock_read_device();\n"
      "  for (size_t n = 0; n < i % 7; ++n) work[i] += n;\n"
      "  ulong b = clock_read_work_group();\n"
      "  uint2 halves = i % 3 ? clock_read_hilo_device() : clock_read_hilo_sub_group();\n"
      "  ulong c = upsample(halves.hi, halves.lo);\n"
      "  for (int n = 0; n < 1000; ++n) work[i] += n;\n"
      "  out[i] = a && a <= b && b <= c && c < clock_read_sub_group();\n}\n";
  for (const char* options : {"", "-cl-std=CL2.0 -cl-opt-disable"}) {
    Program program = Build(source, options);
    Kernel kernel = MakeKernel(program, "k");
    constexpr size_t kItems = 100;
    Mem out = Buffer(kItems * sizeof(cl_ulong)), work = Buffer(kItems * sizeof(cl_uint));
    SetArgs(kernel, cl_mem{out}, cl_mem{work});
    Run(kernel, kItems);
    EXPECT_EQ(Read<cl_ulong>(out, kItems), std::vector<cl_ulong>(kItems, 1)) << options;
  }
}

// Each capability that is told of builds (il_environment_test.cpp), and the others do not.
TEST_F(ExtensionTest, SpirvQueries) {
  const auto names = [&](cl_device_info id) {
    const auto pointers = InfoArray<const char*>(clGetDeviceInfo, device, id);
    return std::vector<std::string>(pointers.begin(), pointers.end());
  };
  const auto has = [](const auto& all, const auto& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  const auto sets = names(0x12B9), extensions = names(0x12BA);
  const auto capabilities = InfoArray<cl_uint>(clGetDeviceInfo, device, 0x12BB);
  EXPECT_EQ(sets, (std::vector<std::string>{"OpenCL.std", "OpenCL.DebugInfo.100"}));
  for (const char* name :
       {"SPV_KHR_expect_assume", "SPV_KHR_bit_instructions", "SPV_KHR_integer_dot_product",
        "SPV_KHR_shader_clock", "SPV_EXT_optnone"})
    EXPECT_TRUE(has(extensions, std::string(name))) << name;
  for (const cl_uint number : {4u, 6u, 9u, 10u, 11u, 18u, 60u, 5055u, 6019u, 6094u})
    EXPECT_TRUE(has(capabilities, number)) << number;
  for (const cl_uint number : {0u, 1u, 16u, 57u, 68u, 4464u, 5345u})  // Matrix, Shader, ...
    EXPECT_FALSE(has(capabilities, number)) << number;
}

TEST_F(ExtensionTest, MigrationToADevice) {
  const auto migrate = reinterpret_cast<decltype(&clEnqueueMigrateMemObjectEXT)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueMigrateMemObjectEXT"));
  ASSERT_NE(migrate, nullptr);
  Mem buffer = Buffer(std::vector<int>{1, 2, 3});
  const cl_mem list[] = {buffer};
  Event event;
  ASSERT_EQ(migrate(queue, 1, list, 0, 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(
      Info<cl_command_type>(clGetEventInfo, static_cast<cl_event>(event), CL_EVENT_COMMAND_TYPE),
      cl_command_type{CL_COMMAND_MIGRATE_MEM_OBJECT_EXT});
  EXPECT_EQ(migrate(queue, 1, list, CL_MIGRATE_MEM_OBJECT_HOST_EXT, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(Read<int>(buffer, 3), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(migrate(queue, 1, list, 2, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(queue, 0, list, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(queue, 1, nullptr, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(nullptr, 1, list, 0, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
}

// cl_khr_integer_dot_product, version 2: both forms are there, and what is said to be fast is one
// thing for both.
TEST_F(ExtensionTest, IntegerDotProducts) {
  EXPECT_EQ(Info<cl_device_integer_dot_product_capabilities_khr>(
                clGetDeviceInfo, device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR),
            cl_bitfield{CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR});
  using Properties = cl_device_integer_dot_product_acceleration_properties_khr;
  const auto vectors = Info<Properties>(
      clGetDeviceInfo, device, CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR);
  const auto packed =
      Info<Properties>(clGetDeviceInfo, device,
                       CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR);
  EXPECT_EQ(std::memcmp(&vectors, &packed, sizeof vectors), 0);
  EXPECT_LE(vectors.signed_accelerated, cl_bool{CL_TRUE});
  EXPECT_EQ(vectors.mixed_signedness_accelerated,
            vectors.accumulating_saturating_mixed_signedness_accelerated);
  for (const char* standard : {"-cl-std=CL1.2", "-cl-std=CL2.0"}) {
    Program program = Build(R"(
#ifndef cl_khr_integer_dot_product
#error
#endif
kernel void dots(global int* out) {
  out[0] = dot((char4)(-128, 1, 2, 3), (uchar4)(255, 4, 5, 6));
  out[1] = dot_acc_sat_4x8packed_ss_int(0x01010101u, 0x7f7f7f7fu, 0x7fffffff);
})",
                            standard);
    Kernel kernel = MakeKernel(program, "dots");
    Mem out = Buffer(std::vector<int>(2));
    SetArgs(kernel, out);
    Run(kernel, 1);
    EXPECT_EQ(Read<int>(out, 2), (std::vector<int>{-128 * 255 + 4 + 10 + 18, INT_MAX}));
  }
}

TEST_F(ExtensionTest, ObjectsWithProperties) {
  const cl_mem_properties none[] = {0}, unknown[] = {0x7777, 1, 0};
  cl_int error = -1;
  for (const cl_mem_properties* properties :
       {static_cast<const cl_mem_properties*>(nullptr), none}) {
    Mem buffer = Driver().clCreateBufferWithProperties(context, properties, CL_MEM_READ_ONLY, 64,
                                                       nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(Info<size_t>(clGetMemObjectInfo, static_cast<cl_mem>(buffer), CL_MEM_SIZE), 64u);
    const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = desc.image_height = 8;
    Mem image = Driver().clCreateImageWithProperties(context, properties, CL_MEM_READ_ONLY, &format,
                                                     &desc, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(Info<size_t>(clGetImageInfo, static_cast<cl_mem>(image), CL_IMAGE_WIDTH), 8u);
  }
  EXPECT_EQ(Driver().clCreateBufferWithProperties(context, unknown, 0, 64, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_EQ(
      Driver().clCreateImageWithProperties(context, unknown, 0, nullptr, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_EQ(Driver().clCreateBufferWithProperties(context, none, 0, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
}

TEST_F(ExtensionTest, ContextDestructorCallbacks) {
  cl_int error = -1;
  cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::string order;
  const auto first = [](cl_context, void* to) { *static_cast<std::string*>(to) += "1"; };
  const auto second = [](cl_context, void* to) { *static_cast<std::string*>(to) += "2"; };
  EXPECT_EQ(Driver().clSetContextDestructorCallback(other, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(Driver().clSetContextDestructorCallback(nullptr, first, &order), CL_INVALID_CONTEXT);
  EXPECT_EQ(Driver().clSetContextDestructorCallback(other, first, &order), CL_SUCCESS);
  EXPECT_EQ(Driver().clSetContextDestructorCallback(other, second, &order), CL_SUCCESS);
  cl_mem held = clCreateBuffer(other, 0, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clReleaseContext(other), CL_SUCCESS);
  EXPECT_EQ(order, "");  // a buffer holds it
  EXPECT_EQ(clReleaseMemObject(held), CL_SUCCESS);
  EXPECT_EQ(order, "21");
}

}  // namespace
