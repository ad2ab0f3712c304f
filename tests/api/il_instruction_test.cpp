// SPDX-License-Identifier: Apache-2.0
// Instructions of SPIR-V that the translator has no word for, or another one than Clang: each adds
// twice what it computes to the id of the work-item.
#include <climits>
#include <functional>

#include "il_fixture.h"

namespace {

struct Case {
  const char* name;
  std::string capability, constants, body;
  std::function<cl_uint(cl_uint)> expected;  ///< of %extra in work-item i
};

const Case kCases[] = {
    {"OpIAddCarry", "", "%pair = OpTypeStruct %uint %uint\n%big = OpConstant %uint 0xfffffffd\n",
     "%both = OpIAddCarry %pair %narrow %big\n%low = OpCompositeExtract %uint %both 0\n"
     "%high = OpCompositeExtract %uint %both 1\n%ten = OpIMul %uint %high %big\n"
     "%extra = OpIAdd %uint %low %ten\n",
     [](cl_uint i) { return i + 0xfffffffdu + (i >= 3 ? 0xfffffffdu : 0u); }},
    {"OpISubBorrow", "", "%pair = OpTypeStruct %ulong %ulong\n%three = OpConstant %ulong 3\n",
     "%both = OpISubBorrow %pair %i %three\n%low = OpCompositeExtract %ulong %both 0\n"
     "%high = OpCompositeExtract %ulong %both 1\n%sum64 = OpIAdd %ulong %low %high\n"
     "%extra = OpUConvert %uint %sum64\n",
     [](cl_uint i) { return i - 3 + (i < 3); }},
    {"OpUMulExtended", "",
     "%v2 = OpTypeVector %uint 2\n%pair = OpTypeStruct %v2 %v2\n"
     "%big = OpConstant %uint 0x80000001\n%bigs = OpConstantComposite %v2 %big %big\n",
     "%ids2 = OpCompositeConstruct %v2 %narrow %narrow\n%both = OpUMulExtended %pair %ids2 %bigs\n"
     "%low = OpCompositeExtract %uint %both 0 1\n%high = OpCompositeExtract %uint %both 1 1\n"
     "%extra = OpIAdd %uint %low %high\n",
     [](cl_uint i) {
       const cl_ulong product = cl_ulong{i} * 0x80000001u;
       return static_cast<cl_uint>(product) + static_cast<cl_uint>(product >> 32);
     }},
    {"OpSMulExtended", "",
     "%pair = OpTypeStruct %uchar %uchar\n%minus = OpConstant %uchar 156\n",  // -100
     "%byte = OpUConvert %uchar %i\n%both = OpSMulExtended %pair %byte %minus\n"
     "%low = OpCompositeExtract %uchar %both 0\n%high = OpCompositeExtract %uchar %both 1\n"
     "%low32 = OpUConvert %uint %low\n%high32 = OpUConvert %uint %high\n"
     "%scaled = OpIMul %uint %high32 %thousand\n%extra = OpIAdd %uint %low32 %scaled\n",
     [](cl_uint i) {
       const auto product = static_cast<cl_ushort>(static_cast<int>(i) * -100);
       return cl_uint{product} % 256 + cl_uint{product} / 256 * 1000;
     }},
    {"OpCompositeConstruct of structures and arrays", "",
     "%inner = OpTypeStruct %uint %ulong\n%three = OpConstant %uint 3\n"
     "%list = OpTypeArray %inner %three\n",
     "%first = OpCompositeConstruct %inner %narrow %i\n%other = OpCompositeConstruct %inner %two "
     "%i\n"
     "%all = OpCompositeConstruct %list %other %first %other\n"
     "%one_of = OpCompositeExtract %uint %all 1 0\n%two_of = OpCompositeExtract %uint %all 2 0\n"
     "%extra = OpIAdd %uint %one_of %two_of\n",
     [](cl_uint i) { return i + 2; }},
    {"OpCompositeConstruct of vectors", "",
     "%v2 = OpTypeVector %uint 2\n%v4 = OpTypeVector %uint 4\n",
     "%pair = OpCompositeConstruct %v2 %one %narrow\n"
     "%whole = OpCompositeConstruct %v4 %pair %two %narrow\n"
     "%half = OpCompositeExtract %uint %whole 1\n%last = OpCompositeExtract %uint %whole 2\n"
     "%extra = OpIAdd %uint %half %last\n",
     [](cl_uint i) { return i + 2; }},
    {"OpCompositeInsert into a vector of a structure", "",
     "%v2 = OpTypeVector %uint 2\n%three = OpConstant %uint 3\n%list = OpTypeArray %v2 %three\n"
     "%whole = OpTypeStruct %uint %list\n%none = OpConstantNull %whole\n",
     "%with = OpCompositeInsert %whole %narrow %none 1 2 1\n"
     "%other = OpCompositeInsert %whole %two %with 1 2 0\n"
     "%last = OpCompositeExtract %uint %other 1 2 1\n"
     "%first = OpCompositeExtract %uint %other 1 2 0\n%extra = OpIAdd %uint %first %last\n",
     [](cl_uint i) { return i + 2; }},
    {"OpCopyMemory", "",
     "%five = OpConstant %uint 5\n%from = OpVariable %p_uint CrossWorkgroup %five\n",
     "%to = OpInBoundsPtrAccessChain %p_uint %out %i\nOpCopyMemory %to %from Aligned 4\n"
     "%extra = OpLoad %uint %to Aligned 4\n",
     [](cl_uint) { return 5; }},
    {"OpSizeOf", "",
     "%what = OpTypeStruct %uchar %double %ushort\n%p_what = OpTypePointer CrossWorkgroup %what\n",
     "%some = OpBitcast %p_what %out\n%extra = OpSizeOf %uint %some\n", [](cl_uint) { return 24; }},
    {"OpGenericPtrMemSemantics", "GenericPointer", "%pg_uint = OpTypePointer Generic %uint\n",
     "%generic = OpPtrCastToGeneric %pg_uint %out\n"
     "%extra = OpGenericPtrMemSemantics %uint %generic\n",
     [](cl_uint) { return 0x200; }},  // CrossWorkgroupMemory
    {"OpGroupBroadcast by a narrow id", "Groups", "%group = OpConstant %uint 2\n",
     "%extra = OpGroupBroadcast %uint %group %narrow %two\n", [](cl_uint) { return 2; }},
    {"OpFRem", "", "%limit = OpConstant %float 3\n",
     "%f = OpConvertUToF %float %narrow\n%rest = OpFRem %float %f %limit\n"
     "%extra = OpConvertFToU %uint %rest\n",
     [](cl_uint i) { return i % 3; }},
    {"fmax_common", "", "%limit = OpConstant %float 3\n",
     "%f = OpConvertUToF %float %narrow\n%most = OpExtInst %float %std fmax_common %f %limit\n"
     "%least = OpExtInst %float %std fmin_common %f %limit\n%both = OpFAdd %float %most %least\n"
     "%extra = OpConvertFToU %uint %both\n",
     [](cl_uint i) { return i + 3; }},
};

TEST_F(IlTest, InstructionsInOtherWords) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.name);
    std::string text = CountingKernel("", "%thousand = OpConstant %uint 1000\n" + one.constants,
                                      one.body, "%extra");
    if (!one.capability.empty()) text = "OpCapability " + one.capability + "\n" + text;
    Program program = WithIL(Assemble(text));
    if (!program || !Built(program)) continue;
    const auto found = Result(program);
    for (cl_uint i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i + 2 * one.expected(i)) << i;
  }
}

cl_uint DotOfBytes(cl_uint a, cl_uint b, bool a_is_signed, bool b_is_signed) {
  const auto byte = [](cl_uint word, int number, bool is_signed) {
    const auto bits = static_cast<cl_uchar>(word >> 8 * number);
    return is_signed ? int{static_cast<cl_char>(bits)} : int{bits};
  };
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += byte(a, i, a_is_signed) * byte(b, i, b_is_signed);
  return static_cast<cl_uint>(sum);
}

// SPV_KHR_integer_dot_product: bytes in vectors and in words; the largest sum is not gone beyond.
TEST_F(IlTest, DotProducts) {
  constexpr cl_uint kFactor = 0x80ff7f03;
  struct Kind {
    const char* letters;
    bool a_is_signed, b_is_signed;
    cl_uint limit;
  };
  for (const Kind kind : {Kind{"S", true, true, INT_MAX}, Kind{"U", false, false, UINT_MAX},
                          Kind{"SU", true, false, INT_MAX}}) {
    for (const bool is_packed : {false, true}) {
      for (const bool adds : {false, true}) {
        const std::string name =
            "Op" + std::string(kind.letters) + (adds ? "DotAccSatKHR" : "DotKHR");
        SCOPED_TRACE(name + (is_packed ? ", packed" : ""));
        const std::string operands = is_packed ? "%a %b" : "%va %vb";
        const std::string constants = "%v4uchar = OpTypeVector %uchar 4\n%b = OpConstant %uint " +
                                      std::to_string(kFactor) +
                                      "\n%step = OpConstant %uint 67372036\n%limit = OpConstant "
                                      "%uint " +
                                      std::to_string(kind.limit) + "\n";
        const std::string body =
            "%a = OpIMul %uint %narrow %step\n%va = OpBitcast %v4uchar %a\n"
            "%vb = OpBitcast %v4uchar %b\n%extra = " +
            name + " %uint " + operands + (adds ? " %limit" : "") +
            (is_packed ? " PackedVectorFormat4x8BitKHR\n" : "\n");
        std::string text = CountingKernel("", constants, body, "%extra");
        text = Inserted(text, "%std =", "OpExtension \"SPV_KHR_integer_dot_product\"\n");
        text = "OpCapability DotProductKHR\nOpCapability DotProductInput4x8Bit" +
               std::string(is_packed ? "PackedKHR\n" : "KHR\n") + text;
        Program program = WithIL(Assemble(text));
        if (!program || !Built(program)) continue;
        const auto found = Result(program);
        for (cl_uint i = 0; i < found.size(); ++i) {
          cl_uint extra = DotOfBytes(i * 67372036, kFactor, kind.a_is_signed, kind.b_is_signed);
          if (adds) {
            const bool is_more = kind.limit == UINT_MAX ? extra > 0 : static_cast<int>(extra) > 0;
            extra = is_more ? kind.limit : extra + kind.limit;
          }
          EXPECT_EQ(found[i], i + 2 * extra) << i;
        }
      }
    }
  }
}

std::string WithExtension(std::string text, const std::string& capability,
                          const std::string& extension) {
  text = Inserted(text, "%std =", "OpExtension \"" + extension + "\"\n");
  return "OpCapability " + capability + "\n" + text;
}

// SPV_KHR_bit_instructions, with offsets and counts of several types.
const Case kBits[] = {
    {"OpBitFieldInsert", "", "%offset = OpConstant %uint 4\n%count = OpConstant %uint 8\n",
     "%extra = OpBitFieldInsert %uint %thousand %narrow %offset %count\n",
     [](cl_uint i) { return (1000 & ~0xff0u) | i << 4; }},
    {"OpBitFieldInsert of bytes", "",
     "%base = OpConstant %uchar 129\n%offset = OpConstant %ulong 1\n%count = OpConstant %ushort "
     "2\n",
     "%byte = OpUConvert %uchar %i\n%both = OpBitFieldInsert %uchar %base %byte %offset %count\n"
     "%extra = OpUConvert %uint %both\n",
     [](cl_uint i) { return 129 + (i & 3) * 2; }},
    {"OpBitFieldSExtract", "", "%count = OpConstant %uchar 2\n",
     "%extra = OpBitFieldSExtract %uint %narrow %one %count\n",
     [](cl_uint i) { return (i >> 2 & 1 ? ~3u : 0u) | (i >> 1 & 3); }},
    {"OpBitFieldUExtract of vectors", "",
     "%offset = OpConstant %ulong 1\n%big = OpConstant %ulong "
     "0x8000000000000001\n%count = OpConstant %uint 63\n",
     "%sum64 = OpIAdd %ulong %i %big\n%tuple = OpCompositeConstruct %v3ulong %big %sum64 %i\n"
     "%parts = OpBitFieldUExtract %v3ulong %tuple %offset %count\n"
     "%part = OpCompositeExtract %ulong %parts 1\n%extra = OpUConvert %uint %part\n",
     [](cl_uint i) { return (i + 1) / 2; }},
    {"OpBitFieldInsert of vectors", "",
     "%v4 = OpTypeVector %ushort 4\n%eight = OpConstant %uint 8\n%ff = OpConstant %ushort 255\n",
     "%word = OpUConvert %ushort %i\n%bases = OpCompositeConstruct %v4 %ff %ff %ff %ff\n"
     "%inserts = OpCompositeConstruct %v4 %word %ff %word %ff\n"
     "%joined = OpBitFieldInsert %v4 %bases %inserts %eight %eight\n"
     "%third = OpCompositeExtract %ushort %joined 2\n%extra = OpUConvert %uint %third\n",
     [](cl_uint i) { return 255 + i * 256; }},
    {"OpBitReverse", "", "", "%extra = OpBitReverse %uint %narrow\n",
     [](cl_uint i) { return (i & 1) << 31 | (i & 2) << 29 | (i & 4) << 27; }},
    {"OpBitReverse of vectors", "", "%v2 = OpTypeVector %uchar 2\n",
     "%byte = OpUConvert %uchar %i\n%pair = OpCompositeConstruct %v2 %byte %byte\n"
     "%turned = OpBitReverse %v2 %pair\n%last = OpCompositeExtract %uchar %turned 1\n"
     "%extra = OpUConvert %uint %last\n",
     [](cl_uint i) { return (i & 1) << 7 | (i & 2) << 5 | (i & 4) << 3; }},
};

TEST_F(IlTest, BitInstructions) {
  for (const Case& one : kBits) {
    SCOPED_TRACE(one.name);
    const std::string text = CountingKernel(
        "", "%thousand = OpConstant %uint 1000\n" + one.constants, one.body, "%extra");
    Program program =
        WithIL(Assemble(WithExtension(text, "BitInstructions", "SPV_KHR_bit_instructions")));
    if (!program || !Built(program)) continue;
    const auto found = Result(program);
    for (cl_uint i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i + 2 * one.expected(i)) << i;
  }
}

// SPV_KHR_shader_clock: two readings are in order, as a number and as two halves.
TEST_F(IlTest, Clocks) {
  const std::string body =
      "%before = OpReadClockKHR %ulong %one\n%halves = OpReadClockKHR %v2 %sub_group\n"
      "%middle = OpBitcast %ulong %halves\n%after = OpReadClockKHR %ulong %sub_group\n"
      "%first = OpULessThanEqual %bool %before %middle\n"
      "%second = OpULessThanEqual %bool %middle %after\n"
      "%starts = OpINotEqual %bool %before %zero64\n%both = OpLogicalAnd %bool %first %second\n"
      "%all = OpLogicalAnd %bool %both %starts\n%extra = OpSelect %uint %all %one %zero\n";
  const std::string constants =
      "%v2 = OpTypeVector %uint 2\n%sub_group = OpConstant %uint 3\n"
      "%zero64 = OpConstant %ulong 0\n";
  Program program = WithIL(Assemble(WithExtension(CountingKernel("", constants, body, "%extra"),
                                                  "ShaderClockKHR", "SPV_KHR_shader_clock")));
  ASSERT_TRUE(program && Built(program));
  const auto found = Result(program);
  for (cl_uint i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i + 2) << i;
}

struct GroupOperation {
  const char* name;
  cl_ulong identity;
  cl_ulong (*combine)(cl_ulong a, cl_ulong b);
  std::string type;  ///< empty: each integer type
};
const GroupOperation kGroupOperations[] = {
    {"IMul", 1, [](cl_ulong a, cl_ulong b) { return a * b; }, ""},
    {"FMul", 1, [](cl_ulong a, cl_ulong b) { return a * b; }, "%float"},
    {"FMul", 1, [](cl_ulong a, cl_ulong b) { return a * b; }, "%double"},
    {"BitwiseAnd", ~0ull, [](cl_ulong a, cl_ulong b) { return a & b; }, ""},
    {"BitwiseOr", 0, [](cl_ulong a, cl_ulong b) { return a | b; }, ""},
    {"BitwiseXor", 0, [](cl_ulong a, cl_ulong b) { return a ^ b; }, ""},
    {"LogicalAnd", 1, [](cl_ulong a, cl_ulong b) { return a & b; }, "%bool"},
    {"LogicalOr", 0, [](cl_ulong a, cl_ulong b) { return a | b; }, "%bool"},
    {"LogicalXor", 0, [](cl_ulong a, cl_ulong b) { return a ^ b; }, "%bool"},
};

/// What work-item `i` brings in: 1 to 3, or for booleans whether its number is a multiple of 3.
cl_ulong Brought(cl_uint i, const std::string& type) {
  return type == "%bool" ? i % 3 == 0 : i % 3 + 1;
}
/// Instructions that compute it as %mine, and %extra of %both, the operation's result.
std::string Around(const std::string& type, const std::string& operation) {
  const std::string rest = "%rest = OpUMod %uint %narrow %three\n";
  if (type == "%bool")
    return rest + "%mine = OpIEqual %bool %rest %zero\n" + operation +
           "%extra = OpSelect %uint %both %one %zero\n";
  const std::string convert = type == "%ulong"  ? "OpUConvert"
                              : type == "%uint" ? "OpCopyObject"
                                                : "OpConvertUToF";
  const std::string back = convert == "OpConvertUToF" ? "OpConvertFToU" : convert;
  return rest + "%small = OpIAdd %uint %rest %one\n%mine = " + convert + " " + type + " %small\n" +
         operation + "%extra = " + back + " %uint %both\n";
}

// SPV_KHR_uniform_group_instructions: reductions and scans over groups of eight.
TEST_F(IlTest, UniformGroupInstructions) {
  constexpr cl_uint kGroup = 8, kItems = 3 * kGroup;
  for (const auto& operation : kGroupOperations) {
    const bool is_integer = operation.type.empty();
    for (const std::string& type : is_integer ? std::vector<std::string>{"%uint", "%ulong"}
                                              : std::vector<std::string>{operation.type}) {
      for (const std::string kind : {"Reduce", "InclusiveScan", "ExclusiveScan"}) {
        SCOPED_TRACE(operation.name + (" " + kind) + " of " + type);
        const std::string call = std::string("%both = OpGroup") + operation.name + "KHR " + type +
                                 " %two " + kind + " %mine\n";
        const std::string text =
            CountingKernel("", "%three = OpConstant %uint 3\n", Around(type, call), "%extra");
        Program program = WithIL(Assemble(WithExtension(text, "GroupUniformArithmeticKHR",
                                                        "SPV_KHR_uniform_group_instructions")));
        if (!program || !Built(program)) continue;
        Kernel kernel = MakeKernel(program, "count");
        Mem out = Buffer(kItems * sizeof(cl_uint));
        SetArgs(kernel, static_cast<cl_mem>(out));
        Run(kernel, kItems, kGroup);
        const auto found = Read<cl_uint>(out, kItems);
        for (cl_uint i = 0; i < kItems; ++i) {
          const cl_uint first = i - i % kGroup;
          const cl_uint end = kind == "Reduce"          ? first + kGroup
                              : kind == "InclusiveScan" ? i + 1
                                                        : i;
          cl_ulong all = operation.identity;
          for (cl_uint n = first; n < end; ++n) all = operation.combine(all, Brought(n, type));
          EXPECT_EQ(found[i], i + 2 * static_cast<cl_uint>(all)) << i;
        }
      }
    }
  }
}

struct Rotated {
  const char* type;
  const char* make;  ///< %mine of %small, a uint
  const char* take;  ///< %extra of %turned, as a uint
};
const Rotated kRotated[] = {
    {"%uchar", "%mine = OpUConvert %uchar %small\n", "%extra = OpUConvert %uint %turned\n"},
    {"%ushort", "%mine = OpUConvert %ushort %small\n", "%extra = OpUConvert %uint %turned\n"},
    {"%uint", "%mine = OpCopyObject %uint %small\n", "%extra = OpCopyObject %uint %turned\n"},
    {"%ulong", "%mine = OpUConvert %ulong %small\n", "%extra = OpUConvert %uint %turned\n"},
    {"%half", "%mine = OpConvertUToF %half %small\n", "%extra = OpConvertFToU %uint %turned\n"},
    {"%float", "%mine = OpConvertUToF %float %small\n", "%extra = OpConvertFToU %uint %turned\n"},
    {"%double", "%mine = OpConvertUToF %double %small\n", "%extra = OpConvertFToU %uint %turned\n"},
    {"%v3ulong",
     "%wide = OpUConvert %ulong %small\n%mine = OpCompositeConstruct %v3ulong %l1 %wide %l1\n",
     "%middle = OpCompositeExtract %ulong %turned 1\n%extra = OpUConvert %uint %middle\n"},
    {"%v2bool",
     "%is = OpINotEqual %bool %small %zero\n%mine = OpCompositeConstruct %v2bool %is %is\n",
     "%last = OpCompositeExtract %bool %turned 1\n%extra = OpSelect %uint %last %one %zero\n"},
};

// SPV_KHR_subgroup_rotate: each work-item takes the value of the one that is `delta` further on.
TEST_F(IlTest, Rotations) {
  constexpr cl_uint kGroup = 8, kItems = 2 * kGroup;
  for (const Rotated& one : kRotated) {
    for (const cl_uint cluster : {kGroup, 4u}) {
      SCOPED_TRACE(std::string(one.type) + " in clusters of " + std::to_string(cluster));
      const std::string body = "%small = OpUMod %uint %narrow %five\n" + std::string(one.make) +
                               "%turned = OpGroupNonUniformRotateKHR " + one.type +
                               " %three %mine %delta" + (cluster == kGroup ? "" : " %size") + "\n" +
                               one.take;
      std::string text = CountingKernel(
          "",
          "%half = OpTypeFloat 16\n%v2bool = OpTypeVector %bool 2\n%l1 = OpConstant %ulong 1\n"
          "%three = OpConstant %uint 3\n%five = OpConstant %uint 5\n"
          "%delta = OpConstant %ushort 3\n%size = OpConstant %uint 4\n",
          body, "%extra");
      Program program =
          WithIL(Assemble("OpCapability Float16\n" + WithExtension(text, "GroupNonUniformRotateKHR",
                                                                   "SPV_KHR_subgroup_rotate")));
      if (!program || !Built(program)) continue;
      Kernel kernel = MakeKernel(program, "count");
      Mem out = Buffer(kItems * sizeof(cl_uint));
      SetArgs(kernel, static_cast<cl_mem>(out));
      Run(kernel, kItems, kGroup);
      const auto found = Read<cl_uint>(out, kItems);
      for (cl_uint i = 0; i < kItems; ++i) {
        const cl_uint from = i - i % cluster + (i + 3) % cluster;
        const cl_uint want = one.type == std::string("%v2bool") ? from % 5 != 0 : from % 5;
        EXPECT_EQ(found[i], i + 2 * want) << i;
      }
    }
  }
  // The scope is the sub-group.
  std::string text = CountingKernel(
      "", "", "%extra = OpGroupNonUniformRotateKHR %uint %two %narrow %one\n", "%extra");
  Program program =
      WithIL(Assemble(WithExtension(text, "GroupNonUniformRotateKHR", "SPV_KHR_subgroup_rotate")));
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
}

// Named barriers: sub-groups with even numbers pass theirs once, those with odd ones twice, and
// each counts up for its part before; behind it a work-item sees what all of its part have added.
TEST_F(IlTest, NamedBarriers) {
  const std::string constants =
      "%nb = OpTypeNamedBarrier\n%p_word = OpTypePointer Workgroup %uint\n"
      "%p_in = OpTypePointer Input %uint\n%sub_group = OpVariable %p_in Input\n"
      "%count_of = OpVariable %p_in Input\n%lane_of = OpVariable %p_in Input\n"
      "%even = OpVariable %p_word Workgroup\n%odd = OpVariable %p_word Workgroup\n"
      "%order = OpConstant %uint 264\n%both = OpConstant %uint 784\n"
      "%pass_type = OpTypeFunction %void %nb\n"
      "%pass = OpFunction %void None %pass_type\n%barrier = OpFunctionParameter %nb\n"
      "%in_pass = OpLabel\nOpMemoryNamedBarrier %barrier %two %order\nOpReturn\nOpFunctionEnd\n";
  const std::string body =
      "%number = OpLoad %uint %sub_group\n%all = OpLoad %uint %count_of\n"
      "%lane = OpLoad %uint %lane_of\n%more = OpIAdd %uint %all %one\n"
      "%half_up = OpUDiv %uint %more %two\n%half_down = OpUDiv %uint %all %two\n"
      "%b0 = OpNamedBarrierInitialize %nb %half_up\n%b1 = OpNamedBarrierInitialize %nb %half_down\n"
      "OpAtomicStore %even %two %zero %zero\nOpAtomicStore %odd %two %zero %zero\n"
      "OpControlBarrier %two %two %both\n"
      "%rest = OpUMod %uint %number %two\n%is_odd = OpIEqual %bool %rest %one\n"
      "%leads = OpIEqual %bool %lane %zero\n%add = OpSelect %uint %leads %one %zero\n"
      "OpSelectionMerge %end None\nOpBranchConditional %is_odd %of_odd %of_even\n"
      "%of_odd = OpLabel\n%o1 = OpAtomicIAdd %uint %odd %two %zero %add\n"
      "%c1 = OpFunctionCall %void %pass %b1\n"
      "%o2 = OpAtomicIAdd %uint %odd %two %zero %add\n"
      "OpMemoryNamedBarrier %b1 %two %order\n"
      "%seen_odd = OpAtomicLoad %uint %odd %two %zero\n%doubled = OpIMul %uint %half_down %two\n"
      "%wrong_odd = OpISub %uint %seen_odd %doubled\nOpBranch %end\n"
      "%of_even = OpLabel\n%e1 = OpAtomicIAdd %uint %even %two %zero %add\n"
      "OpMemoryNamedBarrier %b0 %two %order\n"
      "%seen_even = OpAtomicLoad %uint %even %two %zero\n"
      "%wrong_even = OpISub %uint %seen_even %half_up\nOpBranch %end\n"
      "%end = OpLabel\n%wrong = OpPhi %uint %wrong_odd %of_odd %wrong_even %of_even\n"
      "%extra = OpIAdd %uint %wrong %all\n";
  std::string text = CountingKernel(
      "OpDecorate %sub_group BuiltIn SubgroupId\nOpDecorate %count_of BuiltIn NumSubgroups\n"
      "OpDecorate %lane_of BuiltIn SubgroupLocalInvocationId\n",
      constants, body, "%extra");
  text = Inserted(text, "%std =", "OpCapability NamedBarrier\n");
  text.insert(text.find("\n", text.find("OpEntryPoint")), " %sub_group %count_of %lane_of");
  Program program = WithIL(Assemble(text));
  ASSERT_TRUE(program && Built(program));
  Kernel kernel = MakeKernel(program, "count");
  constexpr size_t kItems = 480, kGroup = 240;
  Mem out = Buffer(kItems * sizeof(cl_uint));
  SetArgs(kernel, static_cast<cl_mem>(out));
  Run(kernel, kItems, kGroup);
  const auto found = Read<cl_uint>(out, kItems);
  size_t count = 0, group = kGroup;
  ASSERT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                    sizeof(group), &group, sizeof(count), &count, nullptr),
            CL_SUCCESS);
  EXPECT_GE(count, 4u);
  for (cl_uint i = 0; i < kItems; ++i) EXPECT_EQ(found[i], i + 2 * count) << i;
}

}  // namespace
