// SPDX-License-Identifier: Apache-2.0
// Which modules build depends on the SPIR-V translator that the driver was built with:
// docs/spirv.md says from which one on. An older one refuses, and the build log says so.
#include "il_fixture.h"

namespace {

struct Feature {
  const char* name;
  spv_target_env rules;
  int translator;    ///< the LLVM from whose translator on it builds
  const char* head;  ///< capabilities and extensions
  const char* decorations;
  const char* constants;
  const char* body;  ///< of work-item i; it computes %extra, which is 1
};

constexpr Feature kFeatures[] = {
    {"OpSizeOf", SPV_ENV_UNIVERSAL_1_1, 15, "", "", "",
     "%size = OpSizeOf %uint %out\n%extra = OpUDiv %uint %size %size\n"},
    {"NoSignedWrap", SPV_ENV_UNIVERSAL_1_4, 15, "", "OpDecorate %extra NoSignedWrap\n", "",
     "%extra = OpIAdd %uint %one %zero\n"},
    {"OpDecorateString", SPV_ENV_UNIVERSAL_1_4, 19, "",
     "OpDecorateString %extra UserSemantic \"one\"\n", "", "%extra = OpIAdd %uint %one %zero\n"},
    {"OpCopyLogical", SPV_ENV_UNIVERSAL_1_4, 19, "", "",
     "%pair = OpTypeStruct %uint %uint\n%couple = OpTypeStruct %uint %uint\n"
     "%both = OpConstantComposite %pair %one %two\n",
     "%copy = OpCopyLogical %couple %both\n%extra = OpCompositeExtract %uint %copy 0\n"},
    {"OpSelect of structures", SPV_ENV_UNIVERSAL_1_4, 15, "", "",
     "%pair = OpTypeStruct %uint %uint\n%both = OpConstantComposite %pair %one %two\n"
     "%other = OpConstantComposite %pair %two %two\n",
     "%is = OpIEqual %bool %one %one\n%chosen = OpSelect %pair %is %both %other\n"
     "%extra = OpCompositeExtract %uint %chosen 0\n"},
    {"OpCopyMemory with an operand for each side", SPV_ENV_UNIVERSAL_1_4, 15, "", "", "",
     "%here = OpInBoundsPtrAccessChain %p_uint %out %i\n"
     "OpCopyMemory %here %here Aligned 4 Aligned|Nontemporal 4\n%extra = OpIAdd %uint %one "
     "%zero\n"},
    {"OpCopyMemorySized", SPV_ENV_UNIVERSAL_1_0, 15, "", "", "%four = OpConstant %ulong 4\n",
     "%here = OpInBoundsPtrAccessChain %p_uint %out %i\n"
     "OpCopyMemorySized %here %here %four Aligned 4\n%extra = OpIAdd %uint %one %zero\n"},
    {"OpExpectKHR", SPV_ENV_UNIVERSAL_1_3, 15,
     "OpCapability ExpectAssumeKHR\nOpExtension \"SPV_KHR_expect_assume\"\n", "", "",
     "%extra = OpExpectKHR %uint %one %one\n"},
    {"OpAssumeTrueKHR", SPV_ENV_UNIVERSAL_1_3, 15,
     "OpCapability ExpectAssumeKHR\nOpExtension \"SPV_KHR_expect_assume\"\n", "", "",
     "%is = OpIEqual %bool %one %one\nOpAssumeTrueKHR %is\n%extra = OpIAdd %uint %one %zero\n"},
    {"OpUDotKHR of packed bytes", SPV_ENV_UNIVERSAL_1_3, 15,
     "OpCapability DotProductKHR\nOpCapability DotProductInput4x8BitPackedKHR\n"
     "OpExtension \"SPV_KHR_integer_dot_product\"\n",
     "", "", "%extra = OpUDotKHR %uint %one %one PackedVectorFormat4x8BitKHR\n"},
    {"OpSDotKHR of vectors", SPV_ENV_UNIVERSAL_1_3, 15,
     "OpCapability DotProductKHR\nOpCapability DotProductInput4x8BitKHR\n"
     "OpExtension \"SPV_KHR_integer_dot_product\"\n",
     "",
     "%v4uchar = OpTypeVector %uchar 4\n%c1 = OpConstant %uchar 1\n%c0 = OpConstant %uchar 0\n"
     "%c1000 = OpConstantComposite %v4uchar %c1 %c0 %c0 %c0\n",
     "%extra = OpSDotKHR %uint %c1000 %c1000\n"},
    {"OpGroupNonUniformElect", SPV_ENV_UNIVERSAL_1_3, 15, "OpCapability GroupNonUniform\n", "",
     "%three = OpConstant %uint 3\n",
     "%is = OpGroupNonUniformElect %bool %three\n%extra = OpSelect %uint %is %one %one\n"},
    {"OpGroupNonUniformIAdd", SPV_ENV_UNIVERSAL_1_3, 15,
     "OpCapability GroupNonUniform\nOpCapability GroupNonUniformArithmetic\n", "",
     "%three = OpConstant %uint 3\n",
     "%sum0 = OpGroupNonUniformIAdd %uint %three Reduce %zero\n%extra = OpIAdd %uint %sum0 %one\n"},
    {"OpGroupNonUniformShuffle", SPV_ENV_UNIVERSAL_1_3, 15,
     "OpCapability GroupNonUniform\nOpCapability GroupNonUniformShuffle\n", "",
     "%three = OpConstant %uint 3\n",
     "%extra = OpGroupNonUniformShuffle %uint %three %one %zero\n"},
    {"LinkOnceODR", SPV_ENV_UNIVERSAL_1_3, 15, "OpExtension \"SPV_KHR_linkonce_odr\"\n",
     "OpDecorate %shared LinkageAttributes \"shared\" LinkOnceODR\n",
     "%shared_type = OpTypeFunction %uint\n%shared = OpFunction %uint None %shared_type\n"
     "%in_shared = OpLabel\nOpReturnValue %one\nOpFunctionEnd\n",
     "%extra = OpFunctionCall %uint %shared\n"},
    {"SPV_KHR_non_semantic_info", SPV_ENV_UNIVERSAL_1_3, 19,
     "OpExtension \"SPV_KHR_non_semantic_info\"\n", "", "", "%extra = OpIAdd %uint %one %zero\n"},
};

using IlTranslatorTest = IlTest;

TEST_F(IlTranslatorTest, BuildsWhatItIsToKnow) {
  for (const Feature& feature : kFeatures) {
    SCOPED_TRACE(feature.name);
    std::string text =
        CountingKernel(feature.decorations, feature.constants, feature.body, "%extra");
    text.insert(text.find("%std"), feature.head);
    Program program = WithIL(Assemble(text, feature.rules));
    ASSERT_NE(program, nullptr);
    const cl_int error = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    if (HEDDLE_TRANSLATOR >= feature.translator) {
      EXPECT_EQ(error, CL_SUCCESS) << BuildLog(program);
      if (error == CL_SUCCESS) EXPECT_EQ(Result(program), Counted(2));
    } else {
      EXPECT_EQ(error, CL_BUILD_PROGRAM_FAILURE);
      EXPECT_NE(BuildLog(program), "");
    }
  }
}

}  // namespace
