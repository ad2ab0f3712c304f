// SPDX-License-Identifier: Apache-2.0
// Checked kernels of SPIR-V modules: lines are those of
// OpenCL.DebugInfo.100, or of OpLine alone. Checks are a matter of
// the process, so this executable runs itself again.
#include <cstdlib>
#include <string>
#include <vector>

#include "il_fixture.h"
#include "own_process.h"

namespace {

/// out[i] = i at a line of a file, by OpenCL.DebugInfo.100.
std::string Lines() {
  return R"(OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int64
OpCapability Int16
OpCapability Int8
OpCapability Float64
%debug = OpExtInstImport "OpenCL.DebugInfo.100"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "count" %id
%file = OpString "/made/count.cl"
%name = OpString "count"
%empty = OpString ""
%uint_name = OpString "uint"
OpName %out "out"
OpDecorate %id BuiltIn GlobalInvocationId
)" + std::string(kTypes) +
         R"(
%bits = OpConstant %uint 32
%none = OpExtInst %void %debug DebugInfoNone
%source = OpExtInst %void %debug DebugSource %file %empty
%unit = OpExtInst %void %debug DebugCompilationUnit 65536 4 %source OpenCL_C
%d_uint = OpExtInst %void %debug DebugTypeBasic %uint_name %bits Unsigned
%d_pointer = OpExtInst %void %debug DebugTypePointer %d_uint CrossWorkgroup None
%d_type = OpExtInst %void %debug DebugTypeFunction None %none %d_pointer
%d_count = OpExtInst %void %debug DebugFunction %name %d_type %source 1 0 %unit %empty FlagIsDefinition 1 %k %none
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%scope = OpExtInst %void %debug DebugScope %d_count
OpLine %file 7 3
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
%narrow = OpUConvert %uint %i
OpLine %file 8 10
%at = OpInBoundsPtrAccessChain %p_uint %out %i
OpStore %at %narrow Aligned 4
%no_scope = OpExtInst %void %debug DebugNoScope
OpReturn
OpFunctionEnd
)";
}

/// The same by OpLine alone: the store, in a function that the kernel calls, has lines of another
/// file.
std::string PlainLines() {
  return R"(OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int64
OpCapability Int16
OpCapability Int8
OpCapability Float64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "count" %id
%file = OpString "/made/plain.cl"
%other = OpString "/made/store.h"
OpName %out "out"
OpName %put "put"
OpDecorate %id BuiltIn GlobalInvocationId
)" + std::string(kTypes) +
         R"(
%put_type = OpTypeFunction %void %p_uint %ulong
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
OpLine %file 7 3
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
OpLine %file 8 10
%called = OpFunctionCall %void %put %out %i
OpReturn
OpFunctionEnd
%put = OpFunction %void None %put_type
%to = OpFunctionParameter %p_uint
%number = OpFunctionParameter %ulong
%put_begin = OpLabel
OpLine %file 2 5
%narrow = OpUConvert %uint %number
%at = OpInBoundsPtrAccessChain %p_uint %to %number
OpLine %other 4 9
OpStore %at %narrow Aligned 4
OpNoLine
OpReturn
OpFunctionEnd
)";
}

class IlCheckTest : public ProgramFixture {
 protected:
  /// Runs the module's kernel, which writes past the end of its buffer.
  void RunPastEnd(const std::string& text) {
    const Words words = Assemble(text);
    cl_int error = 1;
    Program program =
        clCreateProgramWithIL(context, words.data(), words.size() * sizeof(uint32_t), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS)
        << BuildLog(program);
    Kernel kernel = MakeKernel(program, "count");
    Mem out = Buffer(std::vector<cl_uint>(4));
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, 5);
    EXPECT_EQ(Read<cl_uint>(out, 4), (std::vector<cl_uint>{0, 1, 2, 3}));
  }
};

TEST_F(IlCheckTest, DISABLED_Lines) {
  RunPastEnd(Lines());
}

TEST_F(IlCheckTest, DISABLED_PlainLines) {
  RunPastEnd(PlainLines());
}

/// Returns what the test's own process says with checks.
Said Checked(const std::string& test) {
  return SaidInOwnProcess(test, [] {
    ::setenv("HEDDLE_CACHE", "off", 1);
    ::setenv("HEDDLE_CHECK", "all", 1);
  });
}

constexpr const char* kPastEnd =
    "kernel 'count' writes past the end of 'out': element 4 of 'out', which has 4.";

TEST(IlCheckProcessTest, TellsLines) {
  const Said said = Checked("IlCheckTest.DISABLED_Lines");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_NE(said.text.find(kPastEnd), std::string::npos) << said.text;
  EXPECT_NE(said.text.find("At /made/count.cl:8:10 in 'count'."), std::string::npos) << said.text;
}

TEST(IlCheckProcessTest, TellsPlainLines) {
  const Said said = Checked("IlCheckTest.DISABLED_PlainLines");
  EXPECT_EQ(said.code, 0) << said.text;
  EXPECT_NE(said.text.find(kPastEnd), std::string::npos) << said.text;
  EXPECT_NE(said.text.find("At /made/store.h:4:9 in 'put'."), std::string::npos) << said.text;
}

}  // namespace
