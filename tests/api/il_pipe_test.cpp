// SPDX-License-Identifier: Apache-2.0
// Pipes at program scope in SPIR-V modules (PipeStorage), as front ends of OpenCL C++ make them.
#include <algorithm>

#include "il_fixture.h"

namespace {

/// "fill" writes its id plus 100 and adds what that returns to out[id]; "count" reads, and adds
/// 1000 if there is nothing; "room" puts the pipe's sizes into out[0] and out[1]. `storage` is the
/// constant or constants, `variable` an OpVariable's initialiser of type %holder.
std::string WithPipe(const std::string& storage, const std::string& initial) {
  std::string text = R"(
OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int64
OpCapability Pipes
OpCapability PipeStorage
OpCapability GenericPointer
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %fill "fill" %id
OpEntryPoint Kernel %count "count" %id
OpEntryPoint Kernel %room "room" %id
OpDecorate %id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%v3ulong = OpTypeVector %ulong 3
%p_id = OpTypePointer Input %v3ulong
%p_uint = OpTypePointer CrossWorkgroup %uint
%pf_uint = OpTypePointer Function %uint
%pg_uint = OpTypePointer Generic %uint
%write_pipe = OpTypePipe WriteOnly
%read_pipe = OpTypePipe ReadOnly
%storage = OpTypePipeStorage
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%four = OpConstant %uint 4
%hundred = OpConstant %uint 100
%thousand = OpConstant %uint 1000
)" + storage + R"(
%holder = OpTypeStruct %storage %storage
%p_holder = OpTypePointer CrossWorkgroup %holder
%p_storage = OpTypePointer CrossWorkgroup %storage
%initial = )" + initial +
                     R"(
%variable = OpVariable %p_holder CrossWorkgroup %initial
%id = OpVariable %p_id Input
%kernel_type = OpTypeFunction %void %p_uint
)";
  const auto begin = [](const std::string& name) {
    return "%" + name + R"( = OpFunction %void None %kernel_type
%out_NAME = OpFunctionParameter %p_uint
%begin_NAME = OpLabel
%packet_NAME = OpVariable %pf_uint Function
%generic_NAME = OpPtrCastToGeneric %pg_uint %packet_NAME
%ids_NAME = OpLoad %v3ulong %id
%i_NAME = OpCompositeExtract %ulong %ids_NAME 0
%at_NAME = OpInBoundsPtrAccessChain %p_uint %out_NAME %i_NAME
)";
  };
  const auto named = [](std::string part, const std::string& name) {
    for (size_t at = 0; (at = part.find("NAME", at)) != std::string::npos;)
      part.replace(at, 4, name);
    return part;
  };
  text += named(begin("fill") + R"(
%all = OpLoad %holder %variable Aligned 8
%to = OpCompositeExtract %storage %all 0
%written_pipe = OpCreatePipeFromPipeStorage %write_pipe %to
%narrow = OpUConvert %uint %i_NAME
%value = OpIAdd %uint %narrow %hundred
OpStore %packet_NAME %value Aligned 4
%written = OpWritePipe %uint %written_pipe %generic_NAME %four %four
OpStore %at_NAME %written Aligned 4
OpReturn
OpFunctionEnd
)",
                "fill");
  text += named(begin("count") + R"(
OpStore %packet_NAME %thousand Aligned 4
%from_at = OpInBoundsPtrAccessChain %p_storage %variable %zero %zero
%from = OpLoad %storage %from_at Aligned 8
%taken_pipe = OpCreatePipeFromPipeStorage %read_pipe %from
%taken = OpReadPipe %uint %taken_pipe %generic_NAME %four %four
%got = OpLoad %uint %packet_NAME Aligned 4
%sum = OpIAdd %uint %got %taken
OpStore %at_NAME %sum Aligned 4
OpReturn
OpFunctionEnd
)",
                "count");
  text += named(begin("room") + R"(
%second_at = OpInBoundsPtrAccessChain %p_storage %variable %zero %one
%second = OpLoad %storage %second_at Aligned 8
%second_pipe = OpCreatePipeFromPipeStorage %read_pipe %second
%most = OpGetMaxPipePackets %uint %second_pipe %four %four
%now = OpGetNumPipePackets %uint %second_pipe %four %four
%more = OpIMul %uint %now %hundred
%both = OpIAdd %uint %most %more
OpStore %at_NAME %both Aligned 4
OpReturn
OpFunctionEnd
)",
                "room");
  return text;
}

using Numbers = std::vector<cl_uint>;

TEST_F(IlTest, PipesAtProgramScope) {
  Program program = WithIL(Assemble(WithPipe(R"(
%first = OpConstantPipeStorage %storage 4 4 16
%other = OpConstantPipeStorage %storage 4 4 5
)",
                                             "OpConstantComposite %holder %first %other")));
  ASSERT_TRUE(program);
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program, 1, "count"), Numbers{999});  // nothing there: -1 + 1000
  EXPECT_EQ(Result(program, 1, "room"), Numbers{5});
  Numbers written = Result(program, 20, "fill");
  std::ranges::sort(written);
  Numbers expected(20, 0);
  std::fill(expected.begin() + 16, expected.end(), ~cl_uint{0});
  EXPECT_EQ(written, expected);
  EXPECT_EQ(Result(program, 1, "room"), Numbers{5});  // the other pipe
  Numbers read = Result(program, 16, "count");
  std::ranges::sort(read);
  for (const cl_uint value : read) {
    EXPECT_GE(value, 100u);
    EXPECT_LT(value, 120u);
  }
  EXPECT_EQ(std::ranges::adjacent_find(read), read.end()) << "a packet was read twice";
  EXPECT_EQ(Result(program, 1, "count"), Numbers{999});
}

// Without a variable in between.
TEST_F(IlTest, PipesOfConstants) {
  std::string text = WithPipe("%first = OpConstantPipeStorage %storage 4 4 3\n",
                              "OpConstantComposite %holder %first %first");
  for (const std::string name : {"%to", "%from", "%second"}) {
    const std::string use = " " + name + "\n";
    text = Replaced(text, use, " %first\n");
  }
  Program program = WithIL(Assemble(text));
  ASSERT_TRUE(program);
  ASSERT_TRUE(Built(program));
  EXPECT_EQ(Result(program, 4, "fill").size(), 4u);
  EXPECT_EQ(Result(program, 1, "room"), Numbers{303});
  EXPECT_NE(Result(program, 1, "count"), Numbers{999});
  EXPECT_EQ(Result(program, 1, "room"), Numbers{203});
}

// Each program object has pipes of its own; one storage may be named more than once.
TEST_F(IlTest, OnePipeUnderTwoNames) {
  const std::string text = WithPipe("%first = OpConstantPipeStorage %storage 4 4 3\n",
                                    "OpConstantComposite %holder %first %first");
  Program program = WithIL(Assemble(text)), other = WithIL(Assemble(text));
  ASSERT_TRUE(Built(program, "-cl-opt-disable"));
  ASSERT_TRUE(Built(other));
  EXPECT_EQ(Result(program, 2, "fill"), (Numbers{0, 0}));
  EXPECT_EQ(Result(program, 1, "room"), Numbers{203});
  EXPECT_EQ(Result(other, 1, "room"), Numbers{3});
}

TEST_F(IlTest, WrongPipeStorage) {
  const std::string text = WithPipe("%first = OpConstantPipeStorage %storage 4 4 3\n",
                                    "OpConstantComposite %holder %first %first");
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed = Replaced(changed, from, to);
    WithIL(Assemble(changed), CL_INVALID_VALUE);
  };
  refused("OpCapability PipeStorage\n", "");
  refused("%first = OpConstantPipeStorage %storage", "%first = OpConstantPipeStorage %uint");
  refused("%holder %first %first", "%holder %first %zero");
  // Packets that no machine has room for.
  Program huge =
      WithIL(Assemble(WithPipe("%first = OpConstantPipeStorage %storage 4294967295 4 4294967295\n",
                               "OpConstantComposite %holder %first %first")));
  ASSERT_TRUE(huge);
  EXPECT_EQ(clBuildProgram(huge, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(huge).find("pipe"), std::string::npos);
}

}  // namespace
