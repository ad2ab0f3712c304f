// SPDX-License-Identifier: Apache-2.0
// SPIR-V modules, assembled from text, and programs made of them.
#pragma once

#include <spirv-tools/libspirv.h>

#include "program_fixture.h"

using Words = std::vector<uint32_t>;

inline Words Assemble(const std::string& text, spv_target_env rules = SPV_ENV_UNIVERSAL_1_2) {
  spv_context context = spvContextCreate(rules);
  spv_binary binary = nullptr;
  spv_diagnostic said = nullptr;
  const auto result = spvTextToBinary(context, text.data(), text.size(), &binary, &said);
  EXPECT_EQ(result, SPV_SUCCESS) << (said ? said->error : "") << "\n" << text;
  Words words;
  if (binary) words.assign(binary->code, binary->code + binary->wordCount);
  spvDiagnosticDestroy(said);
  spvBinaryDestroy(binary);
  spvContextDestroy(context);
  return words;
}

inline constexpr const char* kHead = R"(
OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int64
OpCapability Int16
OpCapability Int8
OpCapability Float64
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
)";

inline constexpr const char* kTypes = R"(
%void = OpTypeVoid
%bool = OpTypeBool
%uchar = OpTypeInt 8 0
%ushort = OpTypeInt 16 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%v3ulong = OpTypeVector %ulong 3
%p_id = OpTypePointer Input %v3ulong
%p_uint = OpTypePointer CrossWorkgroup %uint
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%id = OpVariable %p_id Input
%kernel_type = OpTypeFunction %void %p_uint
%action_type = OpTypeFunction %void
)";

/// A module with OpSizeOf, which is valid in SPIR-V 1.1, and unknown to the translator, which ends
/// itself.
inline const std::string kNotTranslated = std::string(kHead) + R"(OpEntryPoint Kernel %k "count" %id
OpDecorate %id BuiltIn GlobalInvocationId
)" + kTypes + R"(%pp = OpTypePointer Function %p_uint
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%size = OpSizeOf %uint %id
OpStore %out %size Aligned 4
OpReturn
OpFunctionEnd
)";

/// out[i] = i + 2 * `extra`, where `extra` is an id of type uint that `body` defines.
inline std::string CountingKernel(const std::string& decorations, const std::string& constants,
                                  const std::string& body, const std::string& extra) {
  return std::string(kHead) + R"(OpEntryPoint Kernel %k "count" %id
OpName %out "out"
OpDecorate %id BuiltIn GlobalInvocationId
)" + decorations +
         kTypes + constants + R"(
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %p_uint
%begin = OpLabel
%ids = OpLoad %v3ulong %id
%i = OpCompositeExtract %ulong %ids 0
%narrow = OpUConvert %uint %i
)" + body +
         "%twice = OpIMul %uint %two " + extra + R"(
%sum = OpIAdd %uint %narrow %twice
%at = OpInBoundsPtrAccessChain %p_uint %out %i
OpStore %at %sum Aligned 4
OpReturn
OpFunctionEnd
)";
}

inline std::string PlainKernel() {
  return CountingKernel("", "", "", "%one");
}

/// Returns `text` with `more` before the first `place`.
inline std::string Inserted(std::string text, const std::string& place, const std::string& more) {
  const size_t at = text.find(place);
  EXPECT_NE(at, std::string::npos) << "no " << place << " in\n" << text;
  return at == std::string::npos ? text : text.insert(at, more);
}

/// Returns `text` with `to` for the first `from`.
inline std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << "no " << from << " in\n" << text;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class IlTest : public ProgramFixture {
 protected:
  /// `words` with another version in the header.
  static Words OfVersion(Words words, uint32_t version) {
    words[1] = version;
    return words;
  }
  /// What kernel `count` writes; the log is to have `warning`, and to be empty if that is.
  std::vector<cl_uint> Warned(const Words& words, const std::string& warning,
                              const char* name = "count") {
    Program program = WithIL(words);
    if (!program || !Built(program)) return {};
    EXPECT_EQ(BuildLog(program).find("warning: ") == std::string::npos, warning.empty());
    EXPECT_NE(BuildLog(program).find(warning), std::string::npos) << BuildLog(program);
    return Result(program, 8, name);
  }
  Program WithIL(const void* il, size_t length, cl_int expected = CL_SUCCESS) {
    cl_int error = -1;
    Program program = clCreateProgramWithIL(context, il, length, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(program != nullptr, expected == CL_SUCCESS);
    return program;
  }
  Program WithIL(const Words& words, cl_int expected = CL_SUCCESS) {
    return WithIL(words.data(), words.size() * sizeof(uint32_t), expected);
  }
  Program WithIL(const std::string& text) { return WithIL(Assemble(text)); }

  bool Built(cl_program program, const char* options = "") {
    const cl_int error = clBuildProgram(program, 1, &device, options, nullptr, nullptr);
    EXPECT_EQ(error, CL_SUCCESS) << BuildLog(program);
    return error == CL_SUCCESS;
  }

  /// What kernel `name` writes with `items` work-items.
  std::vector<cl_uint> Result(cl_program program, size_t items = 8, const char* name = "count") {
    Kernel kernel = MakeKernel(program, name);
    Mem out = Buffer(std::vector<cl_uint>(items, 77));
    SetArgs(kernel, static_cast<cl_mem>(out));
    Run(kernel, items);
    return Read<cl_uint>(out, items);
  }
  static std::vector<cl_uint> Counted(cl_uint from, size_t items = 8) {
    std::vector<cl_uint> out(items);
    for (size_t i = 0; i < items; ++i) out[i] = from + static_cast<cl_uint>(i);
    return out;
  }
};
