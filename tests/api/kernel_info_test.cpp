// SPDX-License-Identifier: Apache-2.0
// Kernel queries (§5.9.4).
#include "api_test.h"

namespace {

class KernelInfoTest : public ApiTest {
 protected:
  template <class T>
  T WorkGroupInfo(cl_kernel kernel, cl_kernel_work_group_info param) {
    T value{};
    size_t size = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, param, sizeof(T), &value, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof(T));
    return value;
  }
};

TEST_F(KernelInfoTest, AnswersAboutTheKernel) {
  Program program = Build(
      "__attribute__((reqd_work_group_size(8, 2, 1))) __attribute__((vec_type_hint(float4)))\n"
      "kernel void k(global int* a, int b) { a[0] = b; }");
  Kernel owned = MakeKernel(program, "k");
  const cl_kernel kernel = owned;
  EXPECT_EQ(InfoString(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME), "k");
  EXPECT_EQ(Info<cl_uint>(clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS), 2u);
  EXPECT_EQ(Info<cl_uint>(clGetKernelInfo, kernel, CL_KERNEL_REFERENCE_COUNT), 1u);
  EXPECT_EQ(Info<cl_context>(clGetKernelInfo, kernel, CL_KERNEL_CONTEXT), context);
  EXPECT_EQ(Info<cl_program>(clGetKernelInfo, kernel, CL_KERNEL_PROGRAM),
            static_cast<cl_program>(program));
  const std::string attributes = InfoString(clGetKernelInfo, kernel, CL_KERNEL_ATTRIBUTES);
  EXPECT_NE(attributes.find("reqd_work_group_size("), std::string::npos) << attributes;
  EXPECT_NE(attributes.find("vec_type_hint("), std::string::npos) << attributes;
  EXPECT_EQ(attributes.find("  "), std::string::npos) << attributes;
  for (cl_uint param : {CL_KERNEL_FUNCTION_NAME, CL_KERNEL_NUM_ARGS, CL_KERNEL_REFERENCE_COUNT,
                        CL_KERNEL_CONTEXT, CL_KERNEL_PROGRAM, CL_KERNEL_ATTRIBUTES}) {
    CheckQueryProtocol(clGetKernelInfo, kernel, param);
  }
  EXPECT_EQ(clGetKernelInfo(kernel, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
  for (cl_kernel bad : BadHandles<cl_kernel>()) {
    EXPECT_EQ(Driver().clGetKernelInfo(bad, CL_KERNEL_NUM_ARGS, 0, nullptr, nullptr),
              CL_INVALID_KERNEL);
    EXPECT_EQ(Driver().clGetKernelArgInfo(bad, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
              CL_INVALID_KERNEL);
    EXPECT_EQ(Driver().clGetKernelWorkGroupInfo(bad, device, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr,
                                                nullptr),
              CL_INVALID_KERNEL);
    EXPECT_EQ(Driver().clGetKernelSubGroupInfo(bad, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0,
                                               nullptr, 0, nullptr, nullptr),
              CL_INVALID_KERNEL);
  }
}

TEST_F(KernelInfoTest, AnswersAboutWorkGroups) {
  Program program = Build(
      "__attribute__((reqd_work_group_size(8, 2, 1))) kernel void required(global int* a) { a[0] = "
      "1; }\n"
      "kernel void plain(global int* a, local int* t, local int* u) { local int own[16]; own[0] = "
      "1; t[0] = own[0];\n"
      "  u[0] = t[0]; a[0] = u[0]; }");
  Kernel required = MakeKernel(program, "required");
  Kernel plain = MakeKernel(program, "plain");
  using Three = std::array<size_t, 3>;
  EXPECT_EQ(WorkGroupInfo<Three>(required, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), (Three{8, 2, 1}));
  EXPECT_EQ(WorkGroupInfo<Three>(plain, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), (Three{0, 0, 0}));
  const size_t most = WorkGroupInfo<size_t>(plain, CL_KERNEL_WORK_GROUP_SIZE);
  EXPECT_GE(most, 1u);
  EXPECT_LE(most, Info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  const size_t multiple =
      WorkGroupInfo<size_t>(plain, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
  EXPECT_GE(multiple, 1u);
  EXPECT_EQ(multiple & (multiple - 1), 0u);
  WorkGroupInfo<cl_ulong>(plain, CL_KERNEL_PRIVATE_MEM_SIZE);
  const cl_ulong before = WorkGroupInfo<cl_ulong>(plain, CL_KERNEL_LOCAL_MEM_SIZE);
  EXPECT_GE(before, 64u);
  EXPECT_EQ(clSetKernelArg(plain, 1, 1024, nullptr), CL_SUCCESS);
  EXPECT_GE(WorkGroupInfo<cl_ulong>(plain, CL_KERNEL_LOCAL_MEM_SIZE), before + 1024);
  // What is left of the local memory can be had.
  const cl_ulong all = Info<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE);
  const size_t rest = all - WorkGroupInfo<cl_ulong>(plain, CL_KERNEL_LOCAL_MEM_SIZE);
  EXPECT_EQ(clSetKernelArg(plain, 2, rest, nullptr), CL_SUCCESS);
  EXPECT_EQ(WorkGroupInfo<cl_ulong>(plain, CL_KERNEL_LOCAL_MEM_SIZE), all);
  Mem out = Buffer(4);
  SetArg(plain, 0, static_cast<cl_mem>(out));
  Run(plain, 1);
  EXPECT_EQ(Read<int>(out, 1)[0], 1);

  size_t three[3];
  EXPECT_EQ(clGetKernelWorkGroupInfo(plain, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof(three),
                                     three, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelWorkGroupInfo(plain, device, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(
      clGetKernelWorkGroupInfo(plain, nullptr, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr),
      CL_SUCCESS);
  for (cl_device_id bad : BadHandles<cl_device_id>()) {
    if (!bad) continue;
    EXPECT_EQ(clGetKernelWorkGroupInfo(plain, bad, CL_KERNEL_WORK_GROUP_SIZE, 0, nullptr, nullptr),
              CL_INVALID_DEVICE);
  }
  const auto info = [&](cl_kernel kernel, cl_uint param, size_t capacity, void* to,
                        size_t* needed) {
    return clGetKernelWorkGroupInfo(kernel, device, param, capacity, to, needed);
  };
  for (cl_uint param :
       {CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, CL_KERNEL_LOCAL_MEM_SIZE,
        CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, CL_KERNEL_PRIVATE_MEM_SIZE}) {
    CheckQueryProtocol(info, static_cast<cl_kernel>(plain), param);
  }
}

TEST_F(KernelInfoTest, AnswersAboutArguments) {
  Program program = Build(
      "kernel void k(global const volatile int* restrict a, constant float4* b, local uchar* c,\n"
      "              unsigned int d, const long e, global int const* const f) {}",
      "-cl-kernel-arg-info");
  Kernel kernel = MakeKernel(program, "k");
  const struct {
    const char* name;
    const char* type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifier;
  } expected[] = {
      {"a", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL,
       CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"b", "float4*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"c", "uchar*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
      {"d", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"e", "long", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"f", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST},
  };
  for (cl_uint i = 0; i < std::size(expected); ++i) {
    const auto info = [&](cl_kernel of, cl_uint param, size_t capacity, void* out, size_t* needed) {
      return clGetKernelArgInfo(of, i, param, capacity, out, needed);
    };
    const cl_kernel of = kernel;
    EXPECT_EQ(InfoString(info, of, CL_KERNEL_ARG_NAME), expected[i].name);
    EXPECT_EQ(InfoString(info, of, CL_KERNEL_ARG_TYPE_NAME), expected[i].type);
    EXPECT_EQ(Info<cl_kernel_arg_address_qualifier>(info, of, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
              expected[i].address);
    EXPECT_EQ(Info<cl_kernel_arg_type_qualifier>(info, of, CL_KERNEL_ARG_TYPE_QUALIFIER),
              expected[i].qualifier)
        << i;
    EXPECT_EQ(Info<cl_kernel_arg_access_qualifier>(info, of, CL_KERNEL_ARG_ACCESS_QUALIFIER),
              cl_uint{CL_KERNEL_ARG_ACCESS_NONE});
    for (cl_uint param = CL_KERNEL_ARG_ADDRESS_QUALIFIER; param <= CL_KERNEL_ARG_NAME; ++param) {
      CheckQueryProtocol(info, of, param);
    }
  }
  EXPECT_EQ(clGetKernelArgInfo(kernel, 6, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, 0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(KernelInfoTest, ArgumentsAreUnknownUnlessAskedFor) {
  Program program = Build("kernel void k(global int* a) {}");
  Kernel kernel = MakeKernel(program, "k");
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
}

}  // namespace
