// SPDX-License-Identifier: Apache-2.0
// What SPIR-V 1.1 to 1.6 and its extensions added builds, whichever translator the driver was built
// with (docs/spirv.md).
#include "il_fixture.h"

namespace {

struct Feature {
  const char* name;
  spv_target_env rules;
  const char* head;  ///< capabilities and extensions
  const char* decorations;
  const char* constants;
  const char* body;  ///< of work-item i; it computes %extra, which is 1
  const char* variables = "";
};

constexpr Feature kFeatures[] = {
    {"OpSizeOf", SPV_ENV_UNIVERSAL_1_1, "", "", "",
     "%size = OpSizeOf %uint %out\n%extra = OpUDiv %uint %size %size\n"},
    {"NoReadWrite", SPV_ENV_UNIVERSAL_1_0, "", "OpDecorate %unused FuncParamAttr NoReadWrite\n",
     "%idle = OpFunction %void None %kernel_type\n%unused = OpFunctionParameter %p_uint\n"
     "%only = OpLabel\nOpReturn\nOpFunctionEnd\n",
     "%called = OpFunctionCall %void %idle %out\n%extra = OpIAdd %uint %one %zero\n"},
    {"NoSignedWrap", SPV_ENV_UNIVERSAL_1_4, "", "OpDecorate %extra NoSignedWrap\n", "",
     "%extra = OpIAdd %uint %one %zero\n"},
    {"NoUnsignedWrap", SPV_ENV_UNIVERSAL_1_0,
     "OpExtension \"SPV_KHR_no_integer_wrap_decoration\"\n", "OpDecorate %extra NoUnsignedWrap\n",
     "", "%extra = OpIAdd %uint %one %zero\n"},
    {"OpDecorateString", SPV_ENV_UNIVERSAL_1_4, "",
     "OpDecorateString %extra UserSemantic \"one\"\n", "", "%extra = OpIAdd %uint %one %zero\n"},
    {"OpCopyLogical", SPV_ENV_UNIVERSAL_1_4, "", "",
     "%pair = OpTypeStruct %uint %uint\n%couple = OpTypeStruct %uint %uint\n"
     "%both = OpConstantComposite %pair %one %two\n",
     "%copy = OpCopyLogical %couple %both\n%extra = OpCompositeExtract %uint %copy 0\n"},
    {"OpSelect of structures", SPV_ENV_UNIVERSAL_1_4, "", "",
     "%pair = OpTypeStruct %uint %uint\n%both = OpConstantComposite %pair %one %two\n"
     "%other = OpConstantComposite %pair %two %two\n",
     "%is = OpIEqual %bool %one %one\n%chosen = OpSelect %pair %is %both %other\n"
     "%extra = OpCompositeExtract %uint %chosen 0\n"},
    {"OpCopyMemory with an operand for each side", SPV_ENV_UNIVERSAL_1_4, "", "", "",
     "%here = OpInBoundsPtrAccessChain %p_uint %out %i\n"
     "OpCopyMemory %here %here Aligned 4 Aligned|Nontemporal 4\n%extra = OpIAdd %uint %one "
     "%zero\n"},
    {"OpCopyMemorySized", SPV_ENV_UNIVERSAL_1_0, "", "", "%four = OpConstant %ulong 4\n",
     "%here = OpInBoundsPtrAccessChain %p_uint %out %i\n"
     "OpCopyMemorySized %here %here %four Aligned 4\n%extra = OpIAdd %uint %one %zero\n"},
    {"memset as later translators write it", SPV_ENV_UNIVERSAL_1_0, "",
     "OpDecorate %set LinkageAttributes \"spirv.llvm_memset_p0_i64\" Export\n",
     "%p_byte = OpTypePointer Function %uchar\n%length = OpConstant %ulong 2\n"
     "%byte = OpConstant %uchar 1\n%no = OpConstantFalse %bool\n"
     "%bytes = OpTypeArray %uchar %length\n%p_bytes = OpTypePointer Function %bytes\n"
     "%set_type = OpTypeFunction %void %p_bytes %uchar %ulong %bool\n"
     "%get_type = OpTypeFunction %uint\n"
     "%set = OpFunction %void None %set_type\n%dest = OpFunctionParameter %p_bytes\n"
     "%val = OpFunctionParameter %uchar\n%len = OpFunctionParameter %ulong\n"
     "%isvolatile = OpFunctionParameter %bool\n%entry = OpLabel\n"
     "%pair = OpCompositeConstruct %bytes %val %val\nOpStore %dest %pair Aligned 1\n"
     "OpReturn\nOpFunctionEnd\n"
     "%get = OpFunction %uint None %get_type\n%enter = OpLabel\n"
     "%array = OpVariable %p_bytes Function\n"
     "%done = OpFunctionCall %void %set %array %byte %length %no\n"
     "%here = OpInBoundsPtrAccessChain %p_byte %array %zero %one\n"
     "%there = OpLoad %uchar %here Aligned 1\n%wide = OpUConvert %uint %there\n"
     "OpReturnValue %wide\nOpFunctionEnd\n",
     "%extra = OpFunctionCall %uint %get\n", "\nOpName %set \"spirv.llvm_memset_p0_i64\""},
    {"OpExpectKHR", SPV_ENV_UNIVERSAL_1_3,
     "OpCapability ExpectAssumeKHR\nOpExtension \"SPV_KHR_expect_assume\"\n", "", "",
     "%extra = OpExpectKHR %uint %one %one\n"},
    {"OpAssumeTrueKHR", SPV_ENV_UNIVERSAL_1_3,
     "OpCapability ExpectAssumeKHR\nOpExtension \"SPV_KHR_expect_assume\"\n", "", "",
     "%is = OpIEqual %bool %one %one\nOpAssumeTrueKHR %is\n%extra = OpIAdd %uint %one %zero\n"},
    {"OpUDotKHR of packed bytes", SPV_ENV_UNIVERSAL_1_3,
     "OpCapability DotProductKHR\nOpCapability DotProductInput4x8BitPackedKHR\n"
     "OpExtension \"SPV_KHR_integer_dot_product\"\n",
     "", "", "%extra = OpUDotKHR %uint %one %one PackedVectorFormat4x8BitKHR\n"},
    {"OpSDotKHR of vectors", SPV_ENV_UNIVERSAL_1_3,
     "OpCapability DotProductKHR\nOpCapability DotProductInput4x8BitKHR\n"
     "OpExtension \"SPV_KHR_integer_dot_product\"\n",
     "",
     "%v4uchar = OpTypeVector %uchar 4\n%c1 = OpConstant %uchar 1\n%c0 = OpConstant %uchar 0\n"
     "%c1000 = OpConstantComposite %v4uchar %c1 %c0 %c0 %c0\n",
     "%extra = OpSDotKHR %uint %c1000 %c1000\n"},
    {"OpGroupNonUniformElect", SPV_ENV_UNIVERSAL_1_3, "OpCapability GroupNonUniform\n", "",
     "%three = OpConstant %uint 3\n",
     "%is = OpGroupNonUniformElect %bool %three\n%extra = OpSelect %uint %is %one %one\n"},
    {"OpGroupNonUniformIAdd", SPV_ENV_UNIVERSAL_1_3,
     "OpCapability GroupNonUniform\nOpCapability GroupNonUniformArithmetic\n", "",
     "%three = OpConstant %uint 3\n",
     "%sum0 = OpGroupNonUniformIAdd %uint %three Reduce %zero\n%extra = OpIAdd %uint %sum0 %one\n"},
    {"OpGroupNonUniformShuffle", SPV_ENV_UNIVERSAL_1_3,
     "OpCapability GroupNonUniform\nOpCapability GroupNonUniformShuffle\n", "",
     "%three = OpConstant %uint 3\n",
     "%extra = OpGroupNonUniformShuffle %uint %three %one %zero\n"},
    {"LinkOnceODR", SPV_ENV_UNIVERSAL_1_3, "OpExtension \"SPV_KHR_linkonce_odr\"\n",
     "OpDecorate %shared LinkageAttributes \"shared\" LinkOnceODR\n",
     "%shared_type = OpTypeFunction %uint\n%shared = OpFunction %uint None %shared_type\n"
     "%in_shared = OpLabel\nOpReturnValue %one\nOpFunctionEnd\n",
     "%extra = OpFunctionCall %uint %shared\n"},
    {"SPV_KHR_non_semantic_info", SPV_ENV_UNIVERSAL_1_3,
     "OpExtension \"SPV_KHR_non_semantic_info\"\n%remarks = OpExtInstImport \"NonSemantic.Own\"\n",
     "", "%remark = OpExtInst %void %remarks 1 %zero\n",
     "%inner = OpExtInst %void %remarks 2 %remark\n%extra = OpIAdd %uint %one %zero\n"},
    {"remarks of 1.6", SPV_ENV_UNIVERSAL_1_6, "%remarks = OpExtInstImport \"NonSemantic.Own\"\n",
     "", "", "%inner = OpExtInst %void %remarks 2 %one\n%extra = OpIAdd %uint %one %zero\n"},
    {"OpMemberDecorateString", SPV_ENV_UNIVERSAL_1_4, "",
     "OpMemberDecorateString %pair 1 UserSemantic \"one\"\n", "%pair = OpTypeStruct %uint %uint\n",
     "%extra = OpIAdd %uint %one %zero\n"},
    {"CounterBuffer", SPV_ENV_UNIVERSAL_1_4, "", "OpDecorateId %own CounterBuffer %counter\n",
     "%p_own = OpTypePointer Workgroup %uint\n%counter = OpVariable %p_own Workgroup\n"
     "%own = OpVariable %p_own Workgroup\n",
     "%extra = OpIAdd %uint %one %zero\n", " %counter %own"},
    {"Uniform", SPV_ENV_UNIVERSAL_1_6, "OpCapability UniformDecoration\n",
     "OpDecorate %extra Uniform\n", "", "%extra = OpIAdd %uint %one %zero\n"},
    {"UniformId", SPV_ENV_UNIVERSAL_1_6, "OpCapability UniformDecoration\n",
     "OpDecorateId %extra UniformId %two\n", "", "%extra = OpIAdd %uint %one %zero\n"},
    {"OpCopyLogical of arrays in structures", SPV_ENV_UNIVERSAL_1_4, "", "",
     "%length = OpConstant %ulong 2\n%twins = OpTypeArray %uint %length\n"
     "%others = OpTypeArray %uint %length\n%pair = OpTypeStruct %uint %twins\n"
     "%couple = OpTypeStruct %uint %others\n%some = OpConstantComposite %twins %zero %one\n"
     "%both = OpConstantComposite %pair %two %some\n",
     "%copy = OpCopyLogical %couple %both\n%extra = OpCompositeExtract %uint %copy 1 1\n"},
    {"OpBitcast of pointers to vectors", SPV_ENV_UNIVERSAL_1_5, "", "",
     "%v2uint = OpTypeVector %uint 2\n",
     "%words = OpBitcast %v2uint %out\n%back = OpBitcast %p_uint %words\n"
     "%number = OpBitcast %ulong %back\n%again = OpBitcast %p_uint %number\n"
     "%is = OpPtrEqual %bool %again %out\n%extra = OpSelect %uint %is %one %two\n"},
    {"dot products without their extension", SPV_ENV_UNIVERSAL_1_6,
     "OpCapability DotProduct\nOpCapability DotProductInput4x8BitPacked\n", "", "",
     "%dot = OpUDotAccSat %uint %one %one %zero PackedVectorFormat4x8Bit\n"
     "%extra = OpUDot %uint %dot %dot PackedVectorFormat4x8Bit\n"},
    {"OpSUDot of vectors", SPV_ENV_UNIVERSAL_1_6,
     "OpCapability DotProduct\nOpCapability DotProductInput4x8Bit\n", "",
     "%v4uchar = OpTypeVector %uchar 4\n%c1 = OpConstant %uchar 1\n%c0 = OpConstant %uchar 0\n"
     "%c1000 = OpConstantComposite %v4uchar %c1 %c0 %c0 %c0\n",
     "%some = OpSUDot %uint %c1000 %c1000\n%more = OpSDotAccSat %uint %c1000 %c1000 %zero\n"
     "%less = OpSUDotAccSat %uint %c1000 %c1000 %zero\n%both = OpIMul %uint %some %more\n"
     "%extra = OpIMul %uint %both %less\n"},
    {"Nontemporal of images", SPV_ENV_UNIVERSAL_1_6,
     "OpCapability ImageBasic\nOpCapability LiteralSampler\n", "",
     "%v2uint = OpTypeVector %uint 2\n%v4float = OpTypeVector %float 4\n"
     "%source = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly\n"
     "%target = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly\n%sampler_type = OpTypeSampler\n"
     "%sampled = OpTypeSampledImage %source\n%f0 = OpConstant %float 0\n"
     "%sampler = OpConstantSampler %sampler_type None 0 Nearest\n"
     "%at00 = OpConstantNull %v2uint\n%copy_type = OpTypeFunction %void %source %target\n"
     "%copy = OpFunction %void None %copy_type\n%from = OpFunctionParameter %source\n"
     "%to = OpFunctionParameter %target\n%in_copy = OpLabel\n"
     "%both = OpSampledImage %sampled %from %sampler\n"
     "%texel = OpImageSampleExplicitLod %v4float %both %at00 Lod|Nontemporal %f0\n"
     "%same = OpImageRead %v4float %from %at00 Nontemporal\n"
     "%brighter = OpFAdd %v4float %texel %same\n"
     "OpImageWrite %to %at00 %brighter Nontemporal\nOpReturn\nOpFunctionEnd\n",
     "%extra = OpIAdd %uint %one %zero\n"},
    {"loop controls", SPV_ENV_UNIVERSAL_1_4, "", "", "",
     "OpBranch %head\n%head = OpLabel\n%round = OpPhi %uint %zero %begin %next %more\n"
     "OpLoopMerge %done %more "
     "MinIterations|MaxIterations|IterationMultiple|PeelCount|PartialCount 1 1 1 0 2\n"
     "OpBranch %more\n%more = OpLabel\n%next = OpIAdd %uint %round %one\n"
     "%on = OpULessThan %bool %next %one\nOpBranchConditional %on %head %done\n"
     "%done = OpLabel\n%extra = OpIAdd %uint %next %zero\n"},
};

using IlTranslatorTest = IlTest;

TEST_F(IlTranslatorTest, BuildsWhatVersionsAdded) {
  for (const Feature& feature : kFeatures) {
    SCOPED_TRACE(feature.name);
    std::string text =
        CountingKernel(feature.decorations, feature.constants, feature.body, "%extra");
    text = Inserted(text, "%std", feature.head);
    text.insert(text.find("\n", text.find("OpEntryPoint")), feature.variables);
    Program program = WithIL(Assemble(text, feature.rules));
    if (program && Built(program, "-Werror")) EXPECT_EQ(Result(program), Counted(2));
  }
}

/// Lines with TYPE and VALUE for each of some types; results are numbered.
std::string ForTypes(const std::vector<std::string>& lines,
                     const std::vector<std::pair<std::string, std::string>>& types) {
  std::string text;
  static int number = 0;
  for (const auto& [type, value] : types) {
    for (std::string line : lines) {
      for (const auto& [key, with] : {std::pair{std::string("TYPE"), type}, {"VALUE", value}}) {
        for (size_t at = 0; (at = line.find(key)) != std::string::npos;)
          line.replace(at, key.size(), with);
      }
      text += "%group" + std::to_string(number++) + " = OpGroupNonUniform" + line + "\n";
    }
  }
  return text;
}

/// All instructions of sub-groups that 1.3 added: for each there is a function.
TEST_F(IlTranslatorTest, BuildsGroupInstructions) {
  const std::vector<std::pair<std::string, std::string>> whole = {
      {"%uchar", "%c1"}, {"%ushort", "%s1"}, {"%uint", "%one"}, {"%ulong", "%l1"}};
  const std::vector<std::pair<std::string, std::string>> real = {
      {"%half", "%h1"}, {"%float", "%f1"}, {"%double", "%d1"}};
  auto all = whole;
  all.insert(all.end(), real.begin(), real.end());
  std::vector<std::string> of_whole, of_real, of_bools;
  const auto each_kind = [](std::vector<std::string>& lines, const std::string& name,
                            const char* type, const char* value) {
    for (const std::string kind : {"Reduce", "InclusiveScan", "ExclusiveScan"})
      lines.push_back(name + " " + type + " %three " + kind + " " + value);
    lines.push_back(name + " " + type + " %three ClusteredReduce " + value + " %two");
  };
  for (const char* name :
       {"IAdd", "IMul", "SMin", "UMin", "SMax", "UMax", "BitwiseAnd", "BitwiseOr", "BitwiseXor"})
    each_kind(of_whole, name, "TYPE", "VALUE");
  for (const char* name : {"FAdd", "FMul", "FMin", "FMax"})
    each_kind(of_real, name, "TYPE", "VALUE");
  for (const char* name : {"LogicalAnd", "LogicalOr", "LogicalXor"})
    each_kind(of_bools, name, "%bool", "%yes");
  of_bools.insert(
      of_bools.end(),
      {"Elect %bool %three", "All %bool %three %yes", "Any %bool %three %yes",
       "Ballot %v4uint %three %yes", "InverseBallot %bool %three %lanes",
       "BallotBitExtract %bool %three %lanes %zero", "BallotBitCount %uint %three Reduce %lanes",
       "BallotBitCount %uint %three InclusiveScan %lanes",
       "BallotBitCount %uint %three ExclusiveScan %lanes", "BallotFindLSB %uint %three %lanes",
       "BallotFindMSB %uint %three %lanes"});
  const std::vector<std::string> of_all = {
      "Broadcast TYPE %three VALUE %zero", "BroadcastFirst TYPE %three VALUE",
      "Shuffle TYPE %three VALUE %zero",   "ShuffleXor TYPE %three VALUE %zero",
      "ShuffleUp TYPE %three VALUE %zero", "ShuffleDown TYPE %three VALUE %zero",
      "AllEqual %bool %three VALUE"};
  std::string masks, decorations, variables, body;
  for (const std::string name : {"Eq", "Ge", "Gt", "Le", "Lt"}) {
    decorations += "OpDecorate %" + name + " BuiltIn Subgroup" + name + "Mask\n";
    masks += "%" + name + " = OpVariable %p_lanes Input\n";
    variables += " %" + name;
    body += "%of" + name + " = OpLoad %v4uint %" + name + "\n";
  }
  const std::string constants =
      "%half = OpTypeFloat 16\n%v4uint = OpTypeVector %uint 4\n%yes = OpConstantTrue %bool\n"
      "%three = OpConstant %uint 3\n%c1 = OpConstant %uchar 1\n%s1 = OpConstant %ushort 1\n"
      "%l1 = OpConstant %ulong 1\n%h1 = OpConstant %half 1\n%f1 = OpConstant %float 1\n"
      "%d1 = OpConstant %double 1\n%lanes = OpConstantComposite %v4uint %one %zero %zero %zero\n"
      "%p_lanes = OpTypePointer Input %v4uint\n" +
      masks;
  body += ForTypes(of_all, all) + ForTypes(of_whole, whole) + ForTypes(of_real, real) +
          ForTypes(of_bools, {{"", ""}}) + "%extra = OpIAdd %uint %one %zero\n";
  std::string text = CountingKernel(decorations, constants, body, "%extra");
  std::string head = "OpCapability Float16\nOpCapability GroupNonUniform\n";
  for (const std::string name :
       {"Vote", "Ballot", "Arithmetic", "Clustered", "Shuffle", "ShuffleRelative"})
    head += "OpCapability GroupNonUniform" + name + "\n";
  text = Inserted(text, "%std", head);
  text.insert(text.find("\n", text.find("OpEntryPoint")), variables);
  for (const auto rules : {SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_6}) {
    Program program = WithIL(Assemble(text, rules));
    if (program && Built(program, "-Werror")) EXPECT_EQ(Result(program), Counted(2));
  }
}

}  // namespace
