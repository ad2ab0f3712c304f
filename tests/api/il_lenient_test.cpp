// SPDX-License-Identifier: Apache-2.0
// SPIR-V that the specification does not allow, or not in its version, and that other drivers take:
// what it means is clear, and the build log warns.
#include "il_fixture.h"

namespace {

constexpr const char* kBits = R"(OpDecorate %id BuiltIn GlobalInvocationId
)";

class IlLenientTest : public IlTest {
 protected:
  /// Work-item i writes what `body` makes of two pointers, %mine to out[i] and %third to out[3].
  static std::string Compares(const std::string& body, const std::string& types = "") {
    return std::string(kHead) + "OpEntryPoint Kernel %k \"count\" %id\n" + kBits + kTypes + types +
           R"(%three = OpConstant %ulong 3
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
%mine = OpInBoundsPtrAccessChain %p_uint %out %i
%third = OpInBoundsPtrAccessChain %p_uint %out %three
)" + body + R"(OpStore %mine %value Aligned 4
OpReturn
OpFunctionEnd
)";
  }
  static std::string Compares2(const std::string& op) {
    return Compares("%is = " + op + " %bool %mine %third\n%value = OpSelect %uint %is %two %one\n");
  }
};

constexpr uint32_t kVersion12 = 0x00010200;

TEST_F(IlLenientTest, PointersAreCompared) {
  using Values = std::vector<cl_uint>;
  const std::pair<const char*, Values> cases[] = {
      {"OpPtrEqual", {1, 1, 1, 2, 1, 1, 1, 1}},
      {"OpPtrNotEqual", {2, 2, 2, 1, 2, 2, 2, 2}},
      {"OpIEqual", {1, 1, 1, 2, 1, 1, 1, 1}},
      {"OpINotEqual", {2, 2, 2, 1, 2, 2, 2, 2}},
      {"OpULessThan", {2, 2, 2, 1, 1, 1, 1, 1}},
      {"OpULessThanEqual", {2, 2, 2, 2, 1, 1, 1, 1}},
      {"OpUGreaterThan", {1, 1, 1, 1, 2, 2, 2, 2}},
      {"OpUGreaterThanEqual", {1, 1, 1, 2, 2, 2, 2, 2}},
  };
  for (const auto& [op, expected] : cases) {
    SCOPED_TRACE(op);
    const Words words = Assemble(Compares2(op), SPV_ENV_UNIVERSAL_1_4);
    EXPECT_EQ(Warned(OfVersion(words, kVersion12), "pointers"), expected);
    EXPECT_EQ(Warned(words, std::string(op).starts_with("OpPtr") ? "" : "pointers"), expected);
  }
}

TEST_F(IlLenientTest, PointersAreSubtracted) {
  const std::vector<cl_uint> expected{7, 8, 9, 10, 11, 12, 13, 14};  // i - 3 + 10
  const std::string add = "%ten = OpConstant %uint 10\n";
  const std::string wide =
      "%d = OpPtrDiff %ulong %mine %third\n%n = OpUConvert %uint %d\n"
      "%value = OpIAdd %uint %n %ten\n";
  const std::string narrow = "%n = OpPtrDiff %uint %mine %third\n%value = OpIAdd %uint %n %ten\n";
  for (const auto& body : {wide, narrow}) {
    const Words words = Assemble(Compares(body, add), SPV_ENV_UNIVERSAL_1_4);
    EXPECT_EQ(Warned(words, ""), expected);
    EXPECT_EQ(Warned(OfVersion(words, kVersion12), "OpPtrDiff"), expected);
  }
}

// Without a type, or the capability, for integers as wide as an address.
TEST_F(IlLenientTest, PointersAreComparedWithoutWideIntegers) {
  const Words words = Assemble(R"(
OpCapability Addresses
OpCapability Kernel
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "count"
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%p_uint = OpTypePointer CrossWorkgroup %uint
%null = OpConstantNull %p_uint
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%kernel_type = OpTypeFunction %void %p_uint
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%is = OpPtrEqual %bool %out %null
%value = OpSelect %uint %is %two %one
OpStore %out %value Aligned 4
OpReturn
OpFunctionEnd
)",
                               SPV_ENV_UNIVERSAL_1_4);
  const auto out = Warned(words, "");
  ASSERT_FALSE(out.empty());
  EXPECT_EQ(out[0], 1u);
}

/// Kernel `count` calls kernel `other`, which adds the first member of a structure that it is given
/// by value, and what local memory holds.
std::string Calling(const std::string& decorations) {
  return std::string(kHead) + R"(OpEntryPoint Kernel %k "count" %id
OpEntryPoint Kernel %other "other" %id
OpExecutionMode %other LocalSize 4 1 1
OpName %out2 "target"
)" + kBits +
         decorations + kTypes + R"(%pair = OpTypeStruct %uint %uint
%p_pair = OpTypePointer Function %pair
%p_member = OpTypePointer Function %uint
%other_type = OpTypeFunction %void %p_uint %p_pair
%ten = OpConstant %uint 10
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%by = OpVariable %p_pair Function
%first = OpInBoundsPtrAccessChain %p_member %by %zero %zero
OpStore %first %ten Aligned 4
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
%at = OpInBoundsPtrAccessChain %p_uint %out %i
OpStore %at %two Aligned 4
%called = OpFunctionCall %void %other %out %by
%again = OpFunctionCall %void %other %out %by
OpReturn
OpFunctionEnd
%other = OpFunction %void None %other_type
%out2 = OpFunctionParameter %p_uint
%value2 = OpFunctionParameter %p_pair
%begin2 = OpLabel
%ids2 = OpLoad %v3ulong %id
%i2 = OpCompositeExtract %ulong %ids2 0
%at2 = OpInBoundsPtrAccessChain %p_uint %out2 %i2
%old = OpLoad %uint %at2 Aligned 4
%member = OpInBoundsPtrAccessChain %p_member %value2 %zero %zero
%more = OpLoad %uint %member Aligned 4
%sum = OpIAdd %uint %old %more
OpStore %at2 %sum Aligned 4
OpReturn
OpFunctionEnd
)";
}

TEST_F(IlLenientTest, AnEntryPointIsCalled) {
  const char* decorations[] = {
      "OpDecorate %value2 FuncParamAttr ByVal\nOpDecorate %value2 Alignment 4\n",
      "OpDecorate %group FuncParamAttr ByVal\n%group = OpDecorationGroup\n"
      "OpGroupDecorate %group %value2\n"};
  for (const char* decoration : decorations) {
    Program program = WithIL(Calling(decoration));
    ASSERT_TRUE(Built(program));
    EXPECT_NE(BuildLog(program).find("warning: the entry point 'other' is called"),
              std::string::npos);
    EXPECT_EQ(Result(program), std::vector<cl_uint>(8, 22));
    EXPECT_EQ(
        InfoString(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_KERNEL_NAMES),
        "count;other");
    // It is a kernel all the same, with its modes and arguments.
    Kernel kernel = MakeKernel(program, "other");
    size_t local[3] = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof(local), local, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(local[0], 4u);
    Mem out = Buffer(std::vector<cl_uint>(8, 1));
    const cl_uint pair[2] = {30, 40};
    SetArg<cl_mem>(kernel, 0, out);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(pair), pair), CL_SUCCESS);
    Run(kernel, 8, 4);
    EXPECT_EQ(Read<cl_uint>(out, 8), std::vector<cl_uint>(8, 31));
  }
}

TEST_F(IlLenientTest, LaterVersionsThatUseNothingNew) {
  for (const auto rules : {SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                           SPV_ENV_UNIVERSAL_1_6}) {
    SCOPED_TRACE(rules);
    const Words words = Assemble(PlainKernel(), rules);
    EXPECT_EQ(Warned(words, ""), Counted(2));
    Program program = WithIL(words);
    EXPECT_EQ(
        InfoArray<uint32_t>(clGetProgramInfo, static_cast<cl_program>(program), CL_PROGRAM_IL),
        words);
  }
  WithIL(OfVersion(Assemble(PlainKernel()), 0x00010700), CL_INVALID_VALUE);
}

// Since 1.4 an entry point lists all variables that it uses.
TEST_F(IlLenientTest, InterfacesOfLaterVersions) {
  const std::string text = std::string(kHead) + "OpEntryPoint Kernel %k \"count\" %id %table\n" +
                           kBits + kTypes + R"(%seven = OpConstant %uint 7
%p_table = OpTypePointer UniformConstant %uint
%table = OpVariable %p_table UniformConstant %seven
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
%at = OpInBoundsPtrAccessChain %p_uint %out %i
%value = OpLoad %uint %table Aligned 4
OpStore %at %value Aligned 4
OpReturn
OpFunctionEnd
)";
  for (const auto rules : {SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6})
    EXPECT_EQ(Warned(Assemble(text, rules), ""), std::vector<cl_uint>(8, 7));
}

// Clang 22 leaves out conversions, and may write another mask than is meant: nobody can tell.
TEST_F(IlLenientTest, MasksOfOtherWidthsAreRefused) {
  const std::string types = "%m5 = OpConstant %uint 5\n%m255 = OpConstant %uint 255\n";
  for (const char* body : {"%value = OpBitwiseAnd %uint %i %m5\n",
                           "%byte = OpUConvert %uchar %i\n"
                           "%value = OpBitwiseAnd %uint %byte %m255\n"}) {
    SCOPED_TRACE(body);
    WithIL(Assemble(Compares(body, types)), CL_INVALID_VALUE);
  }
}

TEST_F(IlLenientTest, WarningsAreOptional) {
  Program program = WithIL(Assemble(Compares2("OpIEqual"), SPV_ENV_UNIVERSAL_1_6));
  ASSERT_TRUE(Built(program, "-w"));
  EXPECT_EQ(BuildLog(program), "");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "-Werror", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(BuildLog(program).find("pointers are compared"), std::string::npos);
  Program plain = WithIL(PlainKernel());
  ASSERT_TRUE(Built(plain, "-Werror"));
  EXPECT_EQ(BuildLog(plain), "");
}

// What is not clear is refused: integers and pointers are not compared, nor by their sign.
TEST_F(IlLenientTest, OthersAreRefused) {
  for (const char* op : {"OpSLessThan", "OpSGreaterThanEqual"})
    WithIL(Assemble(Compares2(op)), CL_INVALID_VALUE);
  WithIL(Assemble(Compares("%is = OpIEqual %bool %mine %three\n"
                           "%value = OpSelect %uint %is %two %one\n")),
         CL_INVALID_VALUE);
  // Whatever of it is missing.
  const Words words = Assemble(Calling(""));
  bool names_an_entry_point = false;
  for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
    const Words cut(words.begin(), words.begin() + static_cast<ptrdiff_t>(at));
    if (names_an_entry_point) WithIL(cut, CL_INVALID_VALUE);
    names_an_entry_point |= (words[at] & 0xffff) == 15;
  }
}

}  // namespace
