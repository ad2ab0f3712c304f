// SPDX-License-Identifier: Apache-2.0
// What LLVM's own back end and translators write although SPIR-V does not allow it
// (backend_faults.h, block_order.h).
#include "il_fixture.h"

namespace {

using IlToolsTest = IlTest;

constexpr uint32_t kVersion12 = 0x00010200;

TEST_F(IlToolsTest, AlignmentsAreBytes) {
  for (const auto& [written, meant] : {std::pair{"4294967168", "127"}, std::pair{"0", "255"}}) {
    const Words words =
        Assemble(CountingKernel("OpDecorate %there Alignment " + std::string(written) + "\n",
                                "%mask = OpConstant %ulong " + std::string(meant) + R"(
%p_there = OpTypePointer UniformConstant %uint
%before = OpVariable %p_there UniformConstant %one
%there = OpVariable %p_there UniformConstant %one
)",
                                R"(
%address = OpConvertPtrToU %ulong %there
%low = OpBitwiseAnd %ulong %address %mask
%short = OpUConvert %uint %low
%first = OpLoad %uint %before Aligned 4
%number = OpLoad %uint %there Aligned 4
%both = OpIAdd %uint %first %number
%extra = OpIAdd %uint %short %both
)",
                                "%extra"));
    EXPECT_EQ(Warned(words, ""), Counted(4));
  }
}

TEST_F(IlToolsTest, VectorsAreSelectedByOneCondition) {
  const Words words = Assemble(CountingKernel("", R"(%v2uint = OpTypeVector %uint 2
%a = OpConstantComposite %v2uint %one %two
%b = OpConstantComposite %v2uint %two %two
)",
                                              R"(
%is = OpIEqual %bool %narrow %two
%both = OpSelect %v2uint %is %a %b
%extra = OpCompositeExtract %uint %both 0
)",
                                              "%extra"),
                               SPV_ENV_UNIVERSAL_1_4);
  const std::vector<cl_uint> expected{4, 5, 4, 7, 8, 9, 10, 11};
  EXPECT_EQ(Warned(OfVersion(words, kVersion12), ""), expected);
  EXPECT_EQ(Warned(OfVersion(words, 0x00010400), ""), expected);
}

TEST_F(IlToolsTest, StructuresAreIndexedByNulls) {
  const Words words = Assemble(CountingKernel("", R"(
%pair = OpTypeStruct %uint %uint
%p_pair = OpTypePointer UniformConstant %pair
%p_member = OpTypePointer UniformConstant %uint
%null = OpConstantNull %uint
%wide_null = OpConstantNull %ulong
%values = OpConstantComposite %pair %two %one
%pairs = OpVariable %p_pair UniformConstant %values
)",
                                              R"(
%member = OpInBoundsPtrAccessChain %p_member %pairs %wide_null %null
%extra = OpLoad %uint %member Aligned 4
)",
                                              "%extra"));
  EXPECT_EQ(Warned(words, ""), Counted(4));
}

TEST_F(IlToolsTest, SignsOfIntegersAreTested) {
  for (const char* bools : {"", "%v2bool = OpTypeVector %bool 2\n"}) {
    const Words words =
        Assemble(CountingKernel("", std::string(bools) + R"(%v2uint = OpTypeVector %uint 2
%sign = OpConstant %uint 2147483648
%mixed = OpConstantComposite %v2uint %sign %one
%signs = OpConstantComposite %v2uint %sign %sign
)",
                                R"(
%any = OpAny %bool %mixed
%some = OpAll %bool %mixed
%all = OpAll %bool %signs
%a = OpSelect %uint %any %two %one
%b = OpSelect %uint %some %two %one
%c = OpSelect %uint %all %two %one
%ab = OpIAdd %uint %a %b
%extra = OpIMul %uint %ab %c
)",
                                "%extra"));
    EXPECT_EQ(Warned(words, ""), Counted(12));
  }
}

TEST_F(IlToolsTest, ConversionsAreToTheSameWidth) {
  const Words words = Assemble(CountingKernel(
      "OpDecorate %same FPRoundingMode RTE\nOpDecorate %unsigned SaturatedConversion\n",
      "%three = OpConstant %float 3.0\n", R"(
%same = OpFConvert %float %three
%number = OpConvertFToU %uint %same
%unsigned = OpUConvert %uint %number
%extra = OpSConvert %uint %unsigned
)",
      "%extra"));
  EXPECT_EQ(Warned(words, ""), Counted(6));
}

TEST_F(IlToolsTest, BlocksStandBeforeThoseThatDominateThem) {
  const Words words = Assemble(CountingKernel("", "", R"(
OpBranch %first
%third = OpLabel
%extra = OpIAdd %uint %value %one
OpBranch %last
%other = OpLabel
%is = OpIEqual %bool %seen %two
OpBranchConditional %is %second %second
%first = OpLabel
%seen = OpIAdd %uint %one %one
OpSwitch %i %second 4294967296 %second 3 %other
%second = OpLabel
%value = OpIAdd %uint %one %zero
OpBranch %third
%last = OpLabel
)",
                                              "%extra"));
  EXPECT_EQ(Warned(words, "wrong places"), Counted(4));
}

TEST_F(IlToolsTest, VariablesAndHintsStandAnywhere) {
  const Words words = Assemble(CountingKernel("", R"(
%p_private = OpTypePointer Function %uint
%five = OpConstant %uint 5
)",
                                              R"(
%first = OpVariable %p_private Function %zero
OpBranch %head
OpLoopMerge %done %head DontUnroll
%head = OpLabel
%old = OpLoad %uint %first Aligned 4
OpLoopMerge %done %done DontUnroll
%new = OpIAdd %uint %old %one
%second = OpVariable %p_private Function
OpStore %first %new Aligned 4
OpStore %second %new Aligned 4
%again = OpULessThan %bool %new %five
OpLoopMerge %done %done DontUnroll
OpBranchConditional %again %head %done
%done = OpLabel
%extra = OpLoad %uint %second Aligned 4
)",
                                              "%extra"));
  EXPECT_EQ(Warned(words, "wrong places"), Counted(10));
}

}  // namespace
