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
        text.insert(text.find("%std ="), "OpExtension \"SPV_KHR_integer_dot_product\"\n");
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

}  // namespace
