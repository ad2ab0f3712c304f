// SPDX-License-Identifier: Apache-2.0
// Modules of SYCL and HIP compilers: built-in variables that are read in part, and what they leave
// out or write twice (builtin_reads.h, branch_faults.h, interfaces.h,
// missing_declarations.h, printf_formats.h).
#include "il_fixture.h"

namespace {

class IlMendedTest : public IlTest {
 protected:
  /// The module with `body`, which makes %value of %x and %y, in out[x + 4 * y] of a range of 4 by
  /// 2, for ids in a variable of both storage classes that compilers use.
  static std::string Planes(const std::string& storage, const std::string& body) {
    const bool is_import = storage == "CrossWorkgroup";
    return std::string(kHead) + "OpEntryPoint Kernel %k \"count\"" + (is_import ? "\n" : " %id\n") +
           "OpDecorate %id BuiltIn GlobalInvocationId\nOpDecorate %id Constant\n" +
           (is_import ? "OpDecorate %id LinkageAttributes \"__spirv_id\" Import\n" : "") + kTypes2 +
           "%p_id = OpTypePointer " + storage + " %v3ulong\n%id = OpVariable %p_id " + storage +
           "\n%p_byte = OpTypePointer " + storage + " %uchar\n%p_long = OpTypePointer " + storage +
           " %ulong\n%p_range = OpTypePointer " + storage + " %range\n%p_pair = OpTypePointer " +
           storage + " %v2ulong\n" + R"(%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
)" + body + R"(%row = OpIMul %ulong %y %four
%i = OpIAdd %ulong %x %row
%at = OpInBoundsPtrAccessChain %p_uint %out %i
%ten_rows = OpIMul %ulong %y %ten
%sum = OpIAdd %ulong %x %ten_rows
%value = OpUConvert %uint %sum
OpStore %at %value Aligned 4
OpReturn
OpFunctionEnd
)";
  }
  std::vector<cl_uint> Ran(const std::string& text) {
    Program program = WithIL(text);
    if (!program || !Built(program)) return {};
    EXPECT_EQ(BuildLog(program), "");
    Kernel kernel = MakeKernel(program, "count");
    Mem out = Buffer(std::vector<cl_uint>(8, 77));
    SetArgs(kernel, static_cast<cl_mem>(out));
    const size_t range[] = {4, 2};
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, range, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    return Read<cl_uint>(out, 8);
  }

 private:
  static constexpr const char* kTypes2 = R"(
%void = OpTypeVoid
%uchar = OpTypeInt 8 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%v3ulong = OpTypeVector %ulong 3
%v2ulong = OpTypeVector %ulong 2
%v4ulong = OpTypeVector %ulong 4
%p_uint = OpTypePointer CrossWorkgroup %uint
%null = OpConstant %ulong 0
%one = OpConstant %ulong 1
%one32 = OpConstant %uint 1
%zero32 = OpConstant %uint 0
%three = OpConstant %ulong 3
%four = OpConstant %ulong 4
%eight = OpConstant %ulong 8
%ten = OpConstant %ulong 10
%minus = OpConstant %ulong 18446744073709551608
%ids = OpTypeArray %ulong %three
%inner = OpTypeStruct %ids
%range = OpTypeStruct %uchar %inner
%kernel_type = OpTypeFunction %void %p_uint
)";
};

TEST_F(IlMendedTest, BuiltInVariablesAreReadInPart) {
  const char* bodies[] = {
      // A component, and bytes on from the variable.
      R"(%first = OpBitcast %p_long %id
%x = OpLoad %ulong %first Aligned 32
%bytes = OpBitcast %p_byte %id
%second = OpInBoundsPtrAccessChain %p_byte %bytes %eight
%long = OpBitcast %p_long %second
%y = OpLoad %ulong %long Aligned 8
)",
      // Forth and back.
      R"(%bytes = OpBitcast %p_byte %id
%second = OpPtrAccessChain %p_byte %bytes %eight
%long = OpBitcast %p_long %second
%y = OpLoad %ulong %long Aligned 8
%back = OpPtrAccessChain %p_byte %second %minus
%long2 = OpBitcast %p_long %back
%x = OpLoad %ulong %long2 Aligned 8
)",
      // Through a structure: its ids are 8 bytes on.
      R"(%bytes = OpBitcast %p_byte %id
%before = OpInBoundsPtrAccessChain %p_byte %bytes %minus
%range_at = OpBitcast %p_range %before
%first = OpInBoundsPtrAccessChain %p_long %range_at %null %one32 %zero32 %zero32
%second = OpInBoundsPtrAccessChain %p_long %range_at %null %one32 %zero32 %one
%x = OpLoad %ulong %first Aligned 8
%y = OpLoad %ulong %second Aligned 8
)",
      // A vector's, and the whole by another pointer.
      R"(%first = OpAccessChain %p_long %id %zero32
%x = OpLoad %ulong %first Aligned 8
%copy = OpCopyObject %p_id %id
%all = OpLoad %v3ulong %copy Aligned 32
%y = OpCompositeExtract %ulong %all 1
)",
      // Two of three.
      R"(%pair = OpBitcast %p_pair %id
%both = OpLoad %v2ulong %pair Aligned 16
%x = OpCompositeExtract %ulong %both 0
%y = OpCompositeExtract %ulong %both 1
)",
      // Which one is known when it runs.
      R"(%first = OpBitcast %p_long %id
%x = OpLoad %ulong %first Aligned 32
%even = OpBitwiseAnd %ulong %x %null
%which = OpIAdd %ulong %even %one
%second = OpInBoundsPtrAccessChain %p_long %first %which
%y = OpLoad %ulong %second Aligned 8
)",
  };
  for (const char* body : bodies) {
    for (const char* storage : {"Input", "CrossWorkgroup"}) {
      SCOPED_TRACE(std::string(storage) + "\n" + body);
      EXPECT_EQ(Ran(Planes(storage, body)), (std::vector<cl_uint>{0, 1, 2, 3, 10, 11, 12, 13}));
    }
  }
}

/// out[i] = i + 2 * (table[0] + twice[0]), of which the latter points to the former.
std::string WithTables(const std::string& interface) {
  const std::string text = CountingKernel("", R"(%seven = OpConstant %uint 7
%p_table = OpTypePointer UniformConstant %uint
%table = OpVariable %p_table UniformConstant %seven
%function = OpTypeFunction %uint
)",
                                          "%extra = OpFunctionCall %uint %reads\n", "%extra") +
                           R"(%reads = OpFunction %uint None %function
%start = OpLabel
%found = OpLoad %uint %table Aligned 4
OpReturnValue %found
OpFunctionEnd
)";
  return Replaced(text, "\"count\" %id", "\"count\" " + interface);
}

TEST_F(IlMendedTest, EntryPointsNameVariables) {
  const std::vector<cl_uint> expected = Counted(14);
  for (const auto rules : {SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_6}) {
    EXPECT_EQ(Warned(Assemble(WithTables("%id %table"), rules), ""), expected);
    for (const char* names : {"", "%table", "%id", "%table %id %table", "%id %id %table"}) {
      SCOPED_TRACE(names);
      EXPECT_EQ(Warned(Assemble(WithTables(names), rules), "names other variables"), expected);
    }
  }
  // Before 1.4 only those of inputs and outputs.
  EXPECT_EQ(Warned(Assemble(WithTables("")), "names other variables"), expected);
  EXPECT_EQ(Warned(Assemble(WithTables("%id")), ""), expected);
  EXPECT_EQ(Warned(Assemble(WithTables("%table %id")), "names other variables"), expected);
}

TEST_F(IlMendedTest, HeadersShareAMergeBlock) {
  const Words words = Assemble(CountingKernel("", R"(%three = OpConstant %uint 3
)",
                                              R"(OpBranch %loop
%loop = OpLabel
%n = OpPhi %uint %zero %begin %next %latch
%is_odd = OpBitwiseAnd %uint %n %one
%odd = OpIEqual %bool %is_odd %one
OpLoopMerge %done %latch None
OpBranchConditional %odd %inner %latch
%inner = OpLabel
%is_three = OpIEqual %bool %n %three
OpSelectionMerge %done None
OpBranchConditional %is_three %done %latch
%latch = OpLabel
%next = OpIAdd %uint %n %one
OpBranch %loop
%done = OpLabel
)",
                                              "%n"));
  EXPECT_EQ(Warned(words, "one merge block"), Counted(6));
}

TEST_F(IlMendedTest, ParentsOfPhisAreTwice) {
  const auto phi = [&](const std::string& pairs) {
    return Assemble(CountingKernel("", R"(%seven = OpConstant %uint 7
)",
                                   R"(OpSwitch %narrow %other 1 %join 2 %join
%other = OpLabel
OpBranch %join
%join = OpLabel
%value = OpPhi %uint )" + pairs + "\n",
                                   "%value"));
  };
  const std::vector<cl_uint> expected{2, 15, 16, 5, 6, 7, 8, 9};
  EXPECT_EQ(Warned(phi("%seven %begin %one %other"), ""), expected);
  EXPECT_EQ(Warned(phi("%seven %begin %seven %begin %one %other"), "a parent twice"), expected);
  WithIL(phi("%seven %begin %two %begin %one %other"), CL_INVALID_VALUE);
}

TEST_F(IlMendedTest, DeclarationsAreMissing) {
  // SubgroupSize is a mode of the capability SubgroupDispatch.
  const std::string text = Inserted(PlainKernel(), "OpName", "OpExecutionMode %k SubgroupSize 8\n");
  EXPECT_EQ(Warned(Assemble(text), "OpCapability SubgroupDispatch"), Counted(2));
  const std::string declared = Inserted(text, "OpCapability", "OpCapability SubgroupDispatch\n");
  EXPECT_EQ(Warned(Assemble(declared), ""), Counted(2));

  const std::string rotates =
      CountingKernel("", "%three = OpConstant %uint 3\n",
                     "%extra = OpGroupNonUniformRotateKHR %uint %three %two %zero\n", "%extra");
  const std::string without = Inserted(rotates, "%std", "OpCapability GroupNonUniformRotateKHR\n");
  EXPECT_EQ(Warned(Assemble(without), "OpExtension SPV_KHR_subgroup_rotate"), Counted(4));

  const std::string wrap = CountingKernel("OpDecorate %extra NoSignedWrap\n", "",
                                          "%extra = OpIAdd %uint %one %two\n", "%extra");
  EXPECT_EQ(Warned(Assemble(wrap), "SPV_KHR_no_integer_wrap_decoration"), Counted(6));
  EXPECT_EQ(Warned(Assemble(wrap, SPV_ENV_UNIVERSAL_1_4), ""), Counted(6));
}

TEST_F(IlMendedTest, LoopsAreControlledBeforePhis) {
  std::string text = CountingKernel("", R"(%five = OpConstant %uint 5
)",
                                    R"(OpBranch %loop
%loop = OpLabel
OpLoopControlINTEL 1
%n = OpPhi %uint %zero %begin %next %loop
%next = OpIAdd %uint %n %one
%more = OpULessThan %bool %next %five
OpBranchConditional %more %loop %done
%done = OpLabel
)",
                                    "%next");
  text = Inserted(text, "%std",
                  "OpCapability UnstructuredLoopControlsINTEL\n"
                  "OpExtension \"SPV_INTEL_unstructured_loop_controls\"\n");
  EXPECT_EQ(Warned(Assemble(text), ""), Counted(10));
}

// Clang 22 writes pointers to arrays of characters; with
// SPV_EXT_relaxed_printf_string_address_space they may be in other memory.
TEST_F(IlMendedTest, FormatsAreArrays) {
  const auto printing = [](const std::string& storage, const std::string& pointer) {
    return CountingKernel("OpDecorate %format Constant\n",
                          R"(
%c0 = OpConstant %uchar 0
%c_n = OpConstant %uchar 10
%c_d = OpConstant %uchar 100
%c_percent = OpConstant %uchar 37
%length = OpConstant %uint 4
%array = OpTypeArray %uchar %length
%text = OpConstantComposite %array %c_percent %c_d %c_n %c0
%p_array = OpTypePointer )" + storage +
                              " %array\n%p_char = OpTypePointer " + storage +
                              " %uchar\n%format = OpVariable %p_array " + storage + " %text\n",
                          pointer + "%extra = OpExtInst %uint %std printf %which %narrow\n",
                          "%extra");
  };
  const std::string extension = "OpExtension \"SPV_EXT_relaxed_printf_string_address_space\"\n";
  const std::string array = "%which = OpCopyObject %p_array %format\n";
  const std::string element = "%which = OpInBoundsPtrAccessChain %p_char %format %zero %zero\n";
  const auto check = [&](const std::string& text, const std::string& warning) {
    SCOPED_TRACE(text);
    Program program = WithIL(text);
    if (!program || !Built(program)) return;
    EXPECT_EQ(BuildLog(program).empty(), warning.empty());
    EXPECT_NE(BuildLog(program).find(warning), std::string::npos);
    fflush(stdout);
    testing::internal::CaptureStdout();
    EXPECT_EQ(Result(program, 1), Counted(0, 1));  // printf returns 0
    fflush(stdout);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "0\n");
  };
  check(printing("UniformConstant", element), "");
  check(printing("UniformConstant", array), "formats of printf");
  for (const std::string& pointer : {element, array}) {
    std::string text = printing("CrossWorkgroup", pointer);
    text = Inserted(text, "%std", extension);
    check(text, "formats of printf");
  }
}

TEST_F(IlMendedTest, SignsOfNumbersAreTested) {
  const Words words = Assemble(CountingKernel("", R"(%three = OpConstant %uint 3
)",
                                              R"(
%sign = OpISub %uint %narrow %three
%any = OpAny %bool %sign
%all = OpAll %bool %sign
%a = OpSelect %uint %any %two %one
%b = OpSelect %uint %all %two %one
%extra = OpIAdd %uint %a %b
)",
                                              "%extra"));
  EXPECT_EQ(Warned(words, ""), (std::vector<cl_uint>{8, 9, 10, 7, 8, 9, 10, 11}));
}

// 1.4 has the strong one only.
TEST_F(IlMendedTest, ExchangesAreWeak) {
  const std::string text = CountingKernel("", R"(%three = OpConstant %uint 3
%sixteen = OpConstant %uint 16
%eight = OpConstant %uint 8
%p_one = OpTypePointer CrossWorkgroup %uint
)",
                                          R"(
%mine = OpInBoundsPtrAccessChain %p_one %out %i
OpStore %mine %three Aligned 4
%extra = OpAtomicCompareExchangeWeak %uint %mine %one %sixteen %sixteen %eight %three
%changed = OpLoad %uint %mine Aligned 4
)",
                                          "%changed");
  const Words words = Assemble(text);
  EXPECT_EQ(Warned(words, ""), Counted(16));
  EXPECT_EQ(Warned(OfVersion(words, 0x00010400), ""), Counted(16));
}

TEST_F(IlMendedTest, IdsAreAsWideAsAddresses) {
  for (const char* variable :
       {"%v3uint = OpTypeVector %uint 3\n%p_3 = OpTypePointer Input %v3uint\n"
        "%id32 = OpVariable %p_3 Input\n",
        "%p_1 = OpTypePointer Input %uint\n%id32 = OpVariable %p_1 Input\n"}) {
    const std::string built_in =
        std::string(variable).find("v3") == std::string::npos ? "GlobalLinearId" : "WorkgroupId";
    Program program = WithIL(Assemble(CountingKernel("OpDecorate %id32 BuiltIn " + built_in + "\n",
                                                     variable, "", "%one")),
                             CL_INVALID_VALUE);
  }
  EXPECT_EQ(Warned(Assemble(CountingKernel("OpDecorate %dimensions BuiltIn WorkDim\n",
                                           "%p_1 = OpTypePointer Input %uint\n"
                                           "%dimensions = OpVariable %p_1 Input\n",
                                           "%extra = OpLoad %uint %dimensions\n", "%extra")),
                   "names other variables"),
            Counted(2));
}

}  // namespace
