// SPDX-License-Identifier: Apache-2.0
// What the environment of OpenCL lets a SPIR-V module contain, beyond kernels that compute:
// capabilities one by one, and what the API knows of kernels that came from one.
#include <CL/cl_heddle.h>

#include <sstream>

#include "il_fixture.h"

namespace {

/// With a capability and an execution mode more; the kernel writes ids plus two.
std::string WithMode(const std::string& capability, const std::string& mode) {
  const std::string text =
      Inserted(PlainKernel(), "OpCapability", "OpCapability " + capability + "\n");
  return Inserted(text, "OpName", mode + "\n");
}

// What the environment has every device take, and what our extensions add. A module may declare
// what it does not use.
TEST_F(IlTest, Capabilities) {
  std::istringstream taken(
      "Vector16 Float16Buffer Float16 Int64Atomics ImageBasic ImageReadWrite ImageMipmap Pipes "
      "Groups DeviceEnqueue LiteralSampler GenericPointer Sampled1D Image1D SampledBuffer "
      "ImageBuffer PipeStorage SubgroupDispatch GroupNonUniform GroupNonUniformVote "
      "GroupNonUniformArithmetic GroupNonUniformBallot GroupNonUniformShuffle "
      "GroupNonUniformShuffleRelative GroupNonUniformClustered NamedBarrier");
  for (std::string one; taken >> one;) {
    SCOPED_TRACE(one);
    const bool newer = one.starts_with("GroupNonUniform");
    Program program =
        WithIL(Assemble(WithMode(one, ""), newer ? SPV_ENV_UNIVERSAL_1_3 : SPV_ENV_UNIVERSAL_1_2));
    ASSERT_TRUE(Built(program));
    EXPECT_EQ(Result(program), Counted(2));
  }
  for (const char* one : {"Shader", "Matrix", "Geometry"})
    WithIL(Assemble(WithMode(one, "")), CL_INVALID_VALUE);
}

// SPV_EXT_optnone, for one kernel of a module: it is no vector, as with -cl-opt-disable.
TEST_F(IlTest, KernelsThatAreNotOptimised) {
  const auto width = [&](const Program& program) {
    Kernel kernel = MakeKernel(program, "count");
    cl_uint lanes = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_VECTOR_WIDTH_HEDDLE, sizeof(lanes),
                                       &lanes, nullptr),
              CL_SUCCESS);
    return lanes;
  };
  Program plain = WithIL(Assemble(PlainKernel()));
  ASSERT_TRUE(Built(plain));
  EXPECT_GT(width(plain), 1u);
  for (const std::string extension : {"SPV_EXT_optnone", "SPV_INTEL_optnone"}) {
    SCOPED_TRACE(extension);
    const std::string text = Inserted(
        PlainKernel(), "%std", "OpCapability OptNoneINTEL\nOpExtension \"" + extension + "\"\n");
    const auto with = [&](const std::string& mask) {
      return Assemble(Replaced(text, "None %kernel_type", mask + " %kernel_type"));
    };
    for (const char* mask : {"OptNoneINTEL", "DontInline|OptNoneINTEL"}) {
      Program program = WithIL(with(mask));
      ASSERT_TRUE(Built(program)) << mask;
      EXPECT_EQ(width(program), 1u) << mask;
      EXPECT_EQ(Result(program), Counted(2)) << mask;
    }
    // The capability asks for nothing.
    Program declared = WithIL(Assemble(text));
    ASSERT_TRUE(Built(declared));
    EXPECT_EQ(width(declared), width(plain));
    WithIL(with("Inline|OptNoneINTEL"), CL_INVALID_VALUE);
  }
  WithIL(Assemble(Replaced(PlainKernel(), "None %kernel_type", "OptNoneINTEL %kernel_type")),
         CL_INVALID_VALUE);  // without the capability
}

// §5.9.4: information on arguments is there for sources only.
TEST_F(IlTest, NothingIsToldOfArguments) {
  Program program = WithIL(Assemble(PlainKernel()));
  ASSERT_TRUE(Built(program, "-cl-kernel-arg-info"));
  Kernel kernel = MakeKernel(program, "count");
  EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  EXPECT_EQ(InfoString(clGetKernelInfo, static_cast<cl_kernel>(kernel), CL_KERNEL_ATTRIBUTES), "");
}

TEST_F(IlTest, SubgroupSize) {
  Program program = WithIL(WithMode("SubgroupDispatch", "OpExecutionMode %k SubgroupSize 8"));
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program), Counted(2));
  Kernel kernel = MakeKernel(program, "count");
  const size_t local = 64;
  size_t size = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                    sizeof(local), &local, sizeof(size), &size, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(size, 8u);
}

TEST_F(IlTest, SubgroupsPerWorkgroup) {
  const std::string literal = "OpExecutionMode %k SubgroupsPerWorkgroup 2";
  const std::string by_constant = "OpExecutionModeId %k SubgroupsPerWorkgroupId %two";
  for (const std::string& mode : {literal, by_constant}) {
    Program program = WithIL(WithMode("SubgroupDispatch", mode));
    ASSERT_TRUE(Built(program));
    Kernel kernel = MakeKernel(program, "count");
    size_t count = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, nullptr,
                                      sizeof(count), &count, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(count, 2u);
    size_t local = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
                                      sizeof(count), &count, sizeof(local), &local, nullptr),
              CL_SUCCESS);
    ASSERT_GT(local, 0u);
    EXPECT_EQ(Result(program, 3 * local), Counted(2, 3 * local));

    // The only size that can be asked for (§5.10), and the one that is chosen.
    const size_t global = 3 * local, other = 3 * local;
    Mem out = Buffer(std::vector<cl_uint>(global));
    SetArgs(kernel, static_cast<cl_mem>(out));
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &other, 0, nullptr, nullptr),
        CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
}

// §5.9.2: the one language-specified maximum that there is.
TEST_F(IlTest, MaxByteOffset) {
  Program program =
      WithIL(Assemble(Inserted(PlainKernel(), "OpDecorate", "OpDecorate %out MaxByteOffset 64\n")));
  ASSERT_TRUE(Built(program));
  Kernel kernel = MakeKernel(program, "count");
  Mem fits = Buffer(std::vector<cl_uint>(16)), exceeds = Buffer(std::vector<cl_uint>(17));
  const cl_mem small = fits, large = exceeds;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(large), &large), CL_MAX_SIZE_RESTRICTION_EXCEEDED);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(small), &small), CL_SUCCESS);
  Run(kernel, 16);
  EXPECT_EQ(Read<cl_uint>(fits, 16), Counted(2, 16));
}

/// out[i + 1] = 7 for 4 work-items of a child, whose block captures `out`; out[0] is what
/// OpEnqueueKernel returns, plus 5.
constexpr const char* kEnqueuing = R"(
OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int64
OpCapability Int8
OpCapability GenericPointer
OpCapability DeviceEnqueue
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "count"
OpEntryPoint Kernel %child "child" %id
OpDecorate %id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%uchar = OpTypeInt 8 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%v3ulong = OpTypeVector %ulong 3
%p_id = OpTypePointer Input %v3ulong
%p_uint = OpTypePointer CrossWorkgroup %uint
%pg_uchar = OpTypePointer Generic %uchar
%queue = OpTypeQueue
%event = OpTypeDeviceEvent
%pg_event = OpTypePointer Generic %event
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%five = OpConstant %uint 5
%seven = OpConstant %uint 7
%size = OpConstant %uint 16
%align = OpConstant %uint 8
%no = OpConstant %ulong 0
%three = OpConstant %ulong 3
%four = OpConstant %ulong 4
%one64 = OpConstant %ulong 1
%sizes = OpTypeArray %ulong %three
%ndrange = OpTypeStruct %uint %sizes %sizes %sizes
%pf_ndrange = OpTypePointer Function %ndrange
%literal = OpTypeStruct %uint %uint %p_uint
%pf_literal = OpTypePointer Function %literal
%pg_literal = OpTypePointer Generic %literal
%pf_uint = OpTypePointer Function %uint
%pf_pointer = OpTypePointer Function %p_uint
%pg_pointer = OpTypePointer Generic %p_uint
%no_events = OpConstantNull %pg_event
%id = OpVariable %p_id Input
%kernel_type = OpTypeFunction %void %p_uint
%block_type = OpTypeFunction %void %pg_uchar
%child = OpFunction %void None %block_type
%captured = OpFunctionParameter %pg_uchar
%begin_child = OpLabel
%as_literal = OpBitcast %pg_literal %captured
%member = OpInBoundsPtrAccessChain %pg_pointer %as_literal %zero %two
%to = OpLoad %p_uint %member Aligned 8
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
%next = OpIAdd %ulong %i %one64
%place = OpInBoundsPtrAccessChain %p_uint %to %next
OpStore %place %seven Aligned 4
OpReturn
OpFunctionEnd
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%block = OpVariable %pf_literal Function
%range = OpVariable %pf_ndrange Function
%at_size = OpInBoundsPtrAccessChain %pf_uint %block %zero %zero
OpStore %at_size %size Aligned 8
%at_align = OpInBoundsPtrAccessChain %pf_uint %block %zero %one
OpStore %at_align %align Aligned 4
%at_out = OpInBoundsPtrAccessChain %pf_pointer %block %zero %two
OpStore %at_out %out Aligned 8
%generic = OpPtrCastToGeneric %pg_literal %block
%bytes = OpBitcast %pg_uchar %generic
%built = OpBuildNDRange %ndrange %four %no %no
OpStore %range %built Aligned 8
%default = OpGetDefaultQueue %queue
%result = OpEnqueueKernel %uint %default %one %range %zero %no_events %no_events %child %bytes %size %align
%told = OpIAdd %uint %result %five
OpStore %out %told Aligned 4
OpReturn
OpFunctionEnd
)";

TEST_F(IlTest, DeviceEnqueue) {
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error = -1;
  Queue device_queue = clCreateCommandQueueWithProperties(context, device, properties, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = WithIL(Assemble(kEnqueuing));
  ASSERT_TRUE(Built(program));
  Kernel kernel = MakeKernel(program, "count");
  Mem out = Buffer(std::vector<cl_uint>(6, 77));
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, 1);
  EXPECT_EQ(Read<cl_uint>(out, 6), (std::vector<cl_uint>{5, 7, 7, 7, 7, 77}));
}

// What the kernel of a block, with sub-groups of 8, says about its work-groups (SPIR-V 1.1).
TEST_F(IlTest, SubGroupsOfBlocks) {
  std::string text =
      Replaced(kEnqueuing, "OpCapability Linkage\n", "OpCapability SubgroupDispatch\n");
  text = Inserted(text, "OpDecorate", "OpExecutionMode %child SubgroupSize 8\n");
  // Instead of what is enqueued.
  const size_t begin = text.find("%default = "), end = text.find("OpStore %out %told");
  text.replace(begin, end - begin, R"(
%most = OpGetKernelMaxNumSubgroups %uint %child %bytes %size %align
%items = OpGetKernelWorkGroupSize %uint %child %bytes %size %align
%two_items = OpGetKernelLocalSizeForSubgroupCount %uint %two %child %bytes %size %align
%no_items = OpGetKernelLocalSizeForSubgroupCount %uint %size_limit %child %bytes %size %align
%at1 = OpInBoundsPtrAccessChain %p_uint %out %one64
%at2 = OpInBoundsPtrAccessChain %p_uint %out %two64
%at3 = OpInBoundsPtrAccessChain %p_uint %out %three
OpStore %at1 %items Aligned 4
OpStore %at2 %two_items Aligned 4
OpStore %at3 %no_items Aligned 4
%told = OpIAdd %uint %most %zero
)");
  text = Inserted(
      text, "%sizes = ", "%two64 = OpConstant %ulong 2\n%size_limit = OpConstant %uint 1000000\n");
  Program program = WithIL(Assemble(text));
  ASSERT_TRUE(program);
  ASSERT_TRUE(Built(program));
  const auto told = Result(program, 4);
  EXPECT_GE(told[1], 8u);
  EXPECT_EQ(told[0], told[1] / 8);
  EXPECT_EQ(told[2], 16u);
  EXPECT_EQ(told[3], 0u);
}

// 255 arguments of a function are what each consumer takes at least (SPIR-V §2.17); a kernel has as
// many as CL_DEVICE_MAX_PARAMETER_SIZE has room for.
TEST_F(IlTest, KernelsHaveMoreThan255Arguments) {
  const size_t room = Info<size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_PARAMETER_SIZE);
  const size_t count = room / sizeof(cl_mem);
  std::string type = "%many_type = OpTypeFunction %void", parameters, sum;
  for (size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    type += i ? " %ulong" : " %p_ulong";
    parameters += "%a" + number + " = OpFunctionParameter " + (i ? "%ulong\n" : "%p_ulong\n");
    if (i == 1) sum += "%s1 = OpIAdd %ulong %a1 %a1\n";
    if (i > 1)
      sum += "%s" + number + " = OpIAdd %ulong %s" + std::to_string(i - 1) + " %a" + number + "\n";
  }
  Program program = WithIL(std::string(kHead) + "OpEntryPoint Kernel %k \"many\" %id\n" +
                           "OpDecorate %id BuiltIn GlobalInvocationId\n" + kTypes +
                           "%p_ulong = OpTypePointer CrossWorkgroup %ulong\n" + type +
                           "\n%k = OpFunction %void None %many_type\n" + parameters +
                           "%begin = OpLabel\n" + sum + "OpStore %a0 %s" +
                           std::to_string(count - 1) + " Aligned 8\nOpReturn\nOpFunctionEnd\n");
  ASSERT_TRUE(Built(program));
  Kernel kernel = MakeKernel(program, "many");
  Mem out = Buffer(std::vector<cl_ulong>(1));
  cl_mem buffer = out;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
  cl_ulong expected = 1;
  for (cl_ulong i = 1; i < count; ++i) {
    ASSERT_EQ(clSetKernelArg(kernel, static_cast<cl_uint>(i), sizeof i, &i), CL_SUCCESS);
    expected += i;
  }
  Run(kernel, 1);
  EXPECT_EQ(Read<cl_ulong>(out, 1)[0], expected);
}

}  // namespace
